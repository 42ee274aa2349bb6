import { claimBounds } from "./claim-bounds.ts";
import type { GmxClaims } from "./read-claims.ts";

/** In one transaction; markets of which something is left are left out too. */
export function boundedClaims(found: GmxClaims): GmxClaims {
  const claims = found.claims.slice(0, claimBounds.mostClaims);
  const later = found.claims.slice(claims.length).map(({ market }) => market);
  return { claims, leftOut: [...new Set([...later, ...found.leftOut])] };
}
