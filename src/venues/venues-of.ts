import type { ChainId } from "../../schemas/chains.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Tables } from "../kinds/tables.ts";

/** In the table's order: all, or those that serve a chain. */
export const venuesOf = ({ venues }: Pick<Tables, "venues">, chainId?: ChainId): VenueId[] =>
  Object.values(venues)
    .filter(({ chains }) => chainId === undefined || chains.includes(chainId))
    .map(({ id }) => id);
