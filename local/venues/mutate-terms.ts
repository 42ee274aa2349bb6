import { ATTACKER } from "./attacker.ts";
import type { Mutation } from "./dev-controls.ts";
import type { SwapTerms } from "./swap-intent.ts";

/** 2100-01-01: long after any deadline that a caller could want. */
const FAR_AWAY_SEC = 4_102_444_800n;
const HUGE_BASE = 2n ** 120n;

/**
 * The terms a dishonest venue would encode instead. `token` and `target` are not terms: see where
 * calldata is made.
 */
export function mutateTerms<T extends SwapTerms>(terms: T, mutation: Mutation | null): T {
  const exactIn = terms.mode === "exactIn";
  switch (mutation) {
    case "recipient":
      return { ...terms, recipient: ATTACKER };
    case "amount":
      // Sells twice as much, or buys half as much for the same most.
      return { ...terms, amountBase: exactIn ? terms.amountBase * 2n : terms.amountBase / 2n };
    case "minOut":
      return { ...terms, limitBase: exactIn ? 0n : HUGE_BASE };
    case "deadline":
      return { ...terms, deadlineSec: FAR_AWAY_SEC };
    default:
      return terms;
  }
}
