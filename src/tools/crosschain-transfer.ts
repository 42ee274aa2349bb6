import * as z from "zod";
import { CHAINS } from "../../schemas/chains.ts";
import { refuse } from "../lib/refuse.ts";
import { bridgeArguments } from "./bridge-arguments.ts";
import { bridgeOutput } from "./bridge-output.ts";
import { planBridge } from "./plan-bridge.ts";
import { defineTool } from "./tool.ts";
import { wantedBridge } from "./wanted-bridge.ts";

/** Moves a token to the same vault on another chain, with the supply that stands for it: NAV per unit loses the fee alone. */
export const crosschainTransfer = defineTool({
  name: "crosschain_transfer",
  aliases: ["bridge_tokens"],
  description:
    "Moves a token to the same vault on another chain through Across. Supply goes with it, so NAV per unit stays but for the fee (at most 2%).",
  category: "Cross-Chain",
  access: "vault",
  effect: "transaction",
  input: bridgeArguments.extend({
    useNativeEth: z.boolean().optional().describe("Pays WETH in the coin itself; the same as token ETH."),
    shouldUnwrapOnDestination: z.boolean().optional().describe("WETH becomes the coin there; default: as it leaves."),
  }),
  example: { destinationChain: "arbitrum", token: "USDC", amount: "1000" },
  humanOwned: ["shouldUnwrapOnDestination", "useNativeEth"],
  needsSignature: false,
  model: {
    grounding: {
      kind: "offer",
      example: "bridge 1000 USDC to arbitrum",
      acts: ["bridge", "send", "move", "transfer"],
      words: "over across cross chain network",
      fields: {
        token: { is: "token" },
        amount: { is: "amount", of: "token" },
        destinationChain: { is: "chain", role: "to" },
        sourceChain: { is: "chain", role: "at" },
      },
      card: { venue: "Across", to: "the same vault there" },
    },
  },
  output: bridgeOutput,
  plan: async (ctx, { useNativeEth = false, shouldUnwrapOnDestination, ...input }) => {
    const isWeth = /^w?eth$/i.test(input.token.trim());
    if (useNativeEth && !(isWeth && CHAINS[ctx.chainId].native === "ETH"))
      return refuse(
        "invalid_request",
        "useNativeEth: only WETH can be paid in the coin, on a chain whose coin is ETH.",
      );
    const wanted = wantedBridge(ctx, { ...input, token: useNativeEth ? "ETH" : input.token });
    if (!wanted.ok) return wanted;
    const { isNative, output, destination } = wanted.value;
    // The coin of another kind cannot come out of WETH.
    const canUnwrap = output.symbol === "WETH" && CHAINS[destination].native === "ETH";
    if (shouldUnwrapOnDestination === true && !canUnwrap)
      return refuse(
        "invalid_request",
        "shouldUnwrapOnDestination: only WETH becomes the coin, on a chain whose coin is ETH.",
      );
    const shouldUnwrap = shouldUnwrapOnDestination ?? (isNative && canUnwrap);
    return planBridge(ctx, wanted.value, { opType: "transfer", toleranceBps: 0, shouldUnwrap });
  },
});
