import * as z from "zod";
import { chainId, chainIdText, DEFAULT_CHAIN_ID } from "./chains.ts";
import { hexAddress } from "./primitives.ts";

const digits = z
  .string()
  .regex(/^[0-9]{1,16}$/, "must be an integer")
  .transform(Number);
const number = (description: string, most: number) => ({
  ...{ type: "integer" as const, pattern: undefined, minimum: 1, maximum: most, description },
});

/**
 * Query of one TWAP order in full: whose, on which chain (Base unless named), and which of its
 * slices.
 */
export const orderQuery = z.object({
  vault: hexAddress.describe("The vault's contract address."),
  chainId: digits.pipe(chainId).default(DEFAULT_CHAIN_ID).meta(chainIdText),
  id: digits.pipe(z.int().min(1)).meta(number("Id of the order.", Number.MAX_SAFE_INTEGER)),
  cursor: digits
    .pipe(z.int().min(1).max(1_000))
    .default(1)
    .meta(number("Number of the first slice of the page; `nextCursor` of the page before.", 1_000)),
  limit: digits.pipe(z.int().min(1).max(50)).default(20).meta(number("Slices of a page.", 50)),
});
