import type { Claims, NoClaims, Proposed } from "./claims.ts";
import { freezeClaims } from "./freeze-claims.ts";
import { orderClaims } from "./order-claims.ts";
import { tradeClaims } from "./trade-claims.ts";

/** What each argument of a proposed call needs in the words, by the tool's kind of grounding. */
export function offerClaims(call: Proposed): Claims | NoClaims {
  const { grounding } = call;
  switch (grounding.kind) {
    case "swap":
    case "slices":
      return tradeClaims(call, grounding.kind);
    case "order":
      return orderClaims({ ...call, grounding });
    case "freeze":
      return freezeClaims(call);
    case "trigger":
    case "stated":
    case "offer":
      // Conditions, sides, ranges and shares turn with the words around them: of these the exact reading decides alone.
      return { reason: "unknown_word" };
  }
}
