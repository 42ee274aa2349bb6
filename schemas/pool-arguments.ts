import * as z from "zod";
import { hexAddress } from "./primitives.ts";

const token = z.string().trim().min(1).max(100);

/**
 * Arguments that name a Uniswap v4 pool. v4-core 1.0.2: a fee is at most 100%, or 0x800000 for a
 * hook's; a spacing is an int16 above 0.
 */
export const poolArguments = {
  tokenA: token.describe("One of the pool's tokens: symbol or contract address."),
  tokenB: token.describe("The other token: symbol or contract address."),
  fee: z
    .int()
    .refine(
      (fee) => (fee >= 0 && fee <= 1_000_000) || fee === 8_388_608,
      "must be 0 to 1000000, or 8388608 for a dynamic fee",
    )
    .describe("The pool's fee in hundredths of a basis point: 500 is 0.05%."),
  tickSpacing: z
    .int()
    .min(1)
    .max(32_767)
    .describe("The pool's tick spacing; default: the usual one of its fee."),
  hooks: hexAddress.describe("The pool's hook contract; default: none."),
  chain: z
    .string()
    .trim()
    .min(1)
    .max(32)
    .describe("Chain name; default: the chain of the request."),
};
