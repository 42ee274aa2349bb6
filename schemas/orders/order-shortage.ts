import * as z from "zod";
import { hexAddress } from "../primitives.ts";

/**
 * Shortage before the order's end: of the sold token, or of the agent's gas coin. In units of
 * `symbol`, at the slice's prices and fees.
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
