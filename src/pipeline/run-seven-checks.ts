import { allow } from "../lib/allow.ts";
import type { Verdict } from "../lib/verdict.ts";
import type { BroadcastFacts } from "./broadcast-facts.ts";
import { SEVEN_CHECKS } from "./seven-checks.ts";

/** All seven checks in order: the first refusal, or leave to go on. */
export function runSevenChecks(facts: BroadcastFacts): Verdict {
  for (const check of SEVEN_CHECKS) {
    const verdict = check(facts);
    if (!verdict.ok) return verdict;
  }
  return allow(undefined);
}
