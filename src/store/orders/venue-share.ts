import type { VenueId } from "../../../schemas/venue-ids.ts";

/**
 * In calls to one venue within a window: what a slice needs of it, and what all slices, and one operator's, may use. `beyond`: where `total` is
 * more than slices may use (`from`), what one operator may use of the rest.
 */
export type VenueShare = { calls: number; total: number; each: number; beyond?: { from: number; each: number } };
/** A window drains evenly: what was taken a whole one ago counts no more. */
export type VenueShares = { windowMs: number; venues: Record<VenueId, VenueShare> };
