import type { Hex } from "viem";
import type { VenueId } from "../../schemas/primitives.ts";
import type { AskedVenues } from "../venues/quote-swap.ts";
import type { ToolContext } from "./tool.ts";

/** The vault's method that a venue's swaps go through: exec at 0x, execute at Uniswap. */
const METHOD = { "0x": "0x2213bc0b", uniswap: "0x3593564c" } as const satisfies Record<VenueId, Hex>;

/**
 * Of venues that the service may choose from, those that the vault's limits allow and whose method is delegated where the agent sends it.
 * Where none is left, or the caller named one, all of them: the refusal then says what is missing.
 */
export async function usableVenues(ctx: ToolContext, venues: AskedVenues): Promise<AskedVenues> {
  if (venues.length === 1 || ctx.operator === undefined) return venues;
  const { limits, delegation } = await ctx.stored();
  const [first, ...others] = venues.filter((venue) => {
    const isAllowed = limits?.venues === undefined || limits.venues.includes(venue);
    const isSent = ctx.executionMode === "manual" || delegation?.selectors.includes(METHOD[venue]) !== false;
    return isAllowed && isSent;
  });
  return first === undefined ? venues : [first, ...others];
}
