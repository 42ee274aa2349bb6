import type { AskedVenues } from "../venues/quote-swap.ts";
import type { ToolContext } from "./tool.ts";

/**
 * Of venues that the service may choose from, those that the vault's limits allow and whose method is delegated where the agent sends it.
 * Where none is left, or the caller named one, all of them: the refusal then says what is missing.
 */
export async function usableVenues(ctx: ToolContext, venues: AskedVenues): Promise<AskedVenues> {
  if (venues.length === 1 || ctx.operator === undefined) return venues;
  const { limits, delegation } = await ctx.stored();
  const [first, ...others] = venues.filter((venue) => {
    const isAllowed = limits?.venues === undefined || limits.venues.includes(venue);
    const { method } = ctx.deps.tables.venues[venue];
    const isSent = ctx.executionMode === "manual" || delegation?.selectors.includes(method) !== false;
    return isAllowed && isSent;
  });
  return first === undefined ? venues : [first, ...others];
}
