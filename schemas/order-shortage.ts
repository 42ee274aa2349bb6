import * as z from "zod";
import { hexAddress } from "./primitives.ts";

/**
 * What an order runs short of before its end: the token that it sells, or the agent wallet's coin for gas. In units of `symbol`, at the
 * prices and fees of that slice.
 */
export const orderShortage = z.object({
  cause: z.enum(["token", "gas"]),
  balance: z.string(),
  needed: z.string(),
  symbol: z.string(),
  /** The wallet that pays for gas. */
  agent: hexAddress.optional(),
});
export type OrderShortage = z.infer<typeof orderShortage>;
