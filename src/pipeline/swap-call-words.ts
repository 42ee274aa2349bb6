import type { RouterSwapCall, ZeroExSwapCall } from "../calldata/vault-call.ts";
import { type CallPlaces, callPlaces } from "./call-places.ts";

/** What a card says of a swap beside its plan's words: the hooks that it meets, and who gets what it buys. */
export function swapCallWords(call: RouterSwapCall | ZeroExSwapCall, places: CallPlaces): { lines: string[] } {
  const pools = "legs" in call ? call.legs.flatMap((leg) => (leg.protocol === "v4" ? leg.pools : [])) : [];
  return { lines: [...callPlaces.hookLines(pools), `Goes to ${callPlaces.account(places, call.recipient)}.`] };
}
