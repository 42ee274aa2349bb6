import type { Address } from "viem";
import { claimBounds } from "../gmx/claim-bounds.ts";

const SHOWN = 3;
const TOKENS_OF_A_MARKET = 2;

/** `hours`: of withheld collateral, how many were asked for. */
export function leftOutOfClaims(leftOut: readonly Address[], hours = 1): string {
  const atOnce = Math.min(
    Math.floor(claimBounds.mostAmounts / (TOKENS_OF_A_MARKET * hours)),
    Math.floor(claimBounds.mostClaims / TOKENS_OF_A_MARKET),
  );
  const [count, which] = leftOut.length === 1 ? ["1 market", "it"] : [`${leftOut.length} markets`, "them"];
  const shown = leftOut.slice(0, SHOWN).join(", ");
  const names = leftOut.length > SHOWN ? `${shown} and ${leftOut.length - SHOWN} more` : shown;
  return `This leaves out ${count}, or a part (${names}): one call looks at ${claimBounds.mostAmounts} amounts and claims ${claimBounds.mostClaims}. Ask for ${which} with perp_a_claim_funding_fees and their addresses in markets, ${atOnce} at a time.`;
}
