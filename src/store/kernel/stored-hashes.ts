import type { Hash } from "viem";
import * as z from "zod";

/** Words of one field (lua-attempts.ts, `add_word`): no caller's text gets there. */
export const storedHashes = z.string().transform((text) => text.split(" ").filter((word) => word !== "") as Hash[]);
