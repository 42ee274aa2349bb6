import * as z from "zod";
import { baseUnits, hexAddress } from "./primitives.ts";

/** Fields that both venue quote routes take. Slippage: the spec's limits and default, in basis points. */
export const passthroughFields = {
  slippage: { min: 10, max: 500, default: 100 },
  /** A symbol or an address; the resolver judges it. */
  token: z.string().trim().min(1).max(64),
  amount: baseUnits.refine((amount) => amount !== "0", "must be more than 0"),
  address: hexAddress,
} as const;
