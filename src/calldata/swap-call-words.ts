import { type CallPlaces, callPlaces } from "../kinds/call-places.ts";
import type { SwapCall } from "../kinds/vault-call.ts";
import type { SwapLeg } from "./swap-calls.ts";

/** The hooks that it meets, and who gets what it buys. */
export function swapCallWords(call: SwapCall & { legs?: readonly SwapLeg[] }, places: CallPlaces): { lines: string[] } {
  const pools = (call.legs ?? []).flatMap((leg) => (leg.protocol === "v4" ? leg.pools : []));
  return { lines: [...callPlaces.hookLines(pools), `Goes to ${callPlaces.account(places, call.recipient)}.`] };
}
