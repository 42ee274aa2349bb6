import type { Hex } from "viem";
import type { Venue } from "../kinds/venue.ts";

/** execute(bytes,bytes[],uint256), by the spec. */
const OF_EVERY_ORDER = "0x3593564c";

/** What has to be delegated for it, each once. */
export const orderSelectors = ({ method }: Venue): readonly Hex[] => [...new Set<Hex>([OF_EVERY_ORDER, method])];
