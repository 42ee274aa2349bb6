import * as z from "zod";
import { decimalAmount } from "../../schemas/primitives.ts";

/** Arguments of the staking tools that take an amount. */
export const stakingInput = z.object({
  amount: decimalAmount.describe('Amount of GRG, in human units: "100".'),
  chain: z.string().trim().min(1).max(32).optional().describe("Chain name; default: the chain of the request."),
});
