import type { ChainId } from "../../schemas/chains.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Tables } from "../kinds/tables.ts";

/** The venues of the table, in its order: all of them, or those that serve a chain. */
export const venuesOf = ({ venues }: Pick<Tables, "venues">, chainId?: ChainId): VenueId[] =>
  Object.values(venues)
    .filter(({ chains }) => chainId === undefined || chains.includes(chainId))
    .map(({ id }) => id);
