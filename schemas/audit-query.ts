import * as z from "zod";
import { chainIdText, DEFAULT_CHAIN_ID, everyChainId } from "./chains.ts";
import { hexAddress } from "./primitives.ts";

const digits = z
  .string()
  .regex(/^[0-9]{1,16}$/, "must be an integer")
  .transform(Number);

/**
 * Query of the audit export: whose log, on which chain (Base unless named), and the first entry
 * wanted.
 */
export const auditQuery = z.object({
  vault: hexAddress.describe("The vault's contract address."),
  chainId: digits.pipe(everyChainId).default(DEFAULT_CHAIN_ID).meta(chainIdText),
  from: digits.pipe(z.int().min(1)).default(1).meta({
    type: "integer",
    pattern: undefined,
    minimum: 1,
    description: "Number of the first entry of the page; `next` of the page before.",
  }),
});
