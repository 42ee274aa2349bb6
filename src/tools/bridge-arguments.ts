import * as z from "zod";
import { decimalAmount } from "../../schemas/primitives.ts";

const chainName = (what: string) =>
  z.string().trim().min(1).max(32).describe(`${what}: name or id, for example arbitrum.`);

/** `sourceChain` is where the call acts (run-tool.ts). */
export const bridgeArguments = z.object({
  destinationChain: chainName("Chain to arrive on"),
  token: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .describe("USDC, USDT, WETH or WBTC, or ETH for the coin itself; or its address."),
  amount: decimalAmount.describe("Amount that leaves, as text."),
  sourceChain: chainName("Chain to leave; default: the chain of the request").optional(),
});
export type BridgeArguments = z.infer<typeof bridgeArguments>;
