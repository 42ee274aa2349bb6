import type { VenueId } from "../../schemas/venue-ids.ts";
import type { SwapCall } from "./vault-call.ts";

/** Whose form a swap's calldata has. Another venue may use it, too: then its plan says so, and not the bytes. */
const OF_FORM = {
  "uniswap-v2": "uniswap",
  "uniswap-v3": "uniswap",
  "uniswap-v4": "uniswap",
  "uniswap-mixed": "uniswap",
  "0x-allowance-holder": "0x",
} as const satisfies Record<SwapCall["venue"], VenueId>;

/** The venue that a swap's bytes alone speak of. */
export const venueOfSwap = ({ venue }: SwapCall): VenueId => OF_FORM[venue];
