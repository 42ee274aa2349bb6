import * as z from "zod";
import { normalizeAddress } from "../lib/normalize-address.ts";
import { venueAmount } from "./venue-amount.ts";

/** Limits of the spec's slippage, in basis points, and its default. */
const SLIPPAGE = { min: 10, max: 500, default: 100 } as const;

/** Fields that both venue quote routes take. */
export const passthroughFields = {
  slippage: SLIPPAGE,
  /** A symbol or an address; the resolver judges it. */
  token: z.string().trim().min(1).max(64),
  amount: venueAmount.refine((amount) => amount > 0n, "must be more than 0"),
  address: z.string().transform((text, context) => {
    const verdict = normalizeAddress(text);
    if (verdict.ok) return verdict.value;
    context.addIssue({ code: "custom", message: verdict.message });
    return z.NEVER;
  }),
};
