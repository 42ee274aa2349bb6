import type { VenueId } from "../../schemas/venue-ids.ts";
import type { VenueChoice } from "../venues/venues-to-ask.ts";
import type { ToolContext } from "./tool.ts";

/**
 * Of venues that the service may choose from, those that the vault's limits allow and whose method is delegated where the agent sends it.
 * Where none is left, or the caller named one, all of them: the refusal then says what is missing.
 */
export async function usableVenues(ctx: ToolContext, choice: VenueChoice): Promise<VenueChoice> {
  if (choice.asked.length === 1 || ctx.operator === undefined) return choice;
  const { limits, delegation } = await ctx.stored();
  const isUsable = (venue: VenueId) => {
    const isAllowed = limits?.venues === undefined || limits.venues.includes(venue);
    const { method } = ctx.deps.tables.venues[venue];
    const isSent = ctx.executionMode === "manual" || delegation?.selectors.includes(method) !== false;
    return isAllowed && isSent;
  };
  const [first, ...others] = choice.asked.filter(isUsable);
  return first === undefined ? choice : { asked: [first, ...others], unasked: choice.unasked.filter(isUsable) };
}
