import * as z from "zod";
import { decimalAmount } from "../../schemas/primitives.ts";
import { stakingOutput } from "./staking-output.ts";

/** Arguments of the staking tools that take an amount. */
const stakingInput = z.object({
  amount: decimalAmount.describe('Amount of GRG, in human units: "100".'),
  chain: z.string().trim().min(1).max(32).optional().describe("Chain name; default: the chain of the request."),
});

export const stakingTool = {
  category: "GRG Staking",
  access: "vault",
  effect: "transaction",
  input: stakingInput,
  needsSignature: false,
  output: stakingOutput,
} as const;
