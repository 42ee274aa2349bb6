import type { Hex } from "viem";
import type { Venue } from "../kinds/venue.ts";

/** execute(bytes,bytes[],uint256): the spec requires it of every order. */
const OF_EVERY_ORDER = "0x3593564c";

/** What an order whose trades go through a venue cannot run without delegated, each once. */
export const orderSelectors = ({ method }: Venue): readonly Hex[] => [...new Set<Hex>([OF_EVERY_ORDER, method])];
