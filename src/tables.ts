import type { Tables } from "./kinds/tables.ts";
import { uniswapVenue } from "./venues/uniswap-venue.ts";
import { zeroXVenue } from "./venues/zerox-venue.ts";

/** The service's own members. */
export const TABLES: Tables = {
  venues: { "0x": zeroXVenue, uniswap: uniswapVenue },
};
