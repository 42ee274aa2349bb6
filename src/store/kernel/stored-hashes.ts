import type { Hash } from "viem";
import * as z from "zod";

/**
 * Hashes of signed transactions, kept as words of one field (lua-attempts.ts, `add_word`): the wallet made each of them, and
 * no caller's text gets there.
 */
export const storedHashes = z.string().transform((text) => text.split(" ").filter((word) => word !== "") as Hash[]);
