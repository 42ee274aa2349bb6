import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";
import { judgeNavShield } from "../safety/judge-nav-shield.ts";
import type { ShieldFigures } from "./execution-outcome.ts";
import type { Simulation } from "./simulate-call.ts";

/** Runs the NAV Shield over a simulation. What could not be measured is refused (decision 32). */
export function measureNav(
  { before, after, totalSupply }: Pick<Simulation, "before" | "after" | "totalSupply">,
  baselineUnitaryValue: bigint | null,
  thresholdBps: number,
): Verdict<NonNullable<ShieldFigures["navShield"]>> {
  if (!before.ok || !after.ok || !totalSupply.ok) {
    const reverted = [before, after].some((outcome) => !outcome.ok && outcome.kind === "reverted");
    return reverted
      ? refuse("nav_shield_blocked", "The vault's NAV cannot be measured around this transaction, so it is not allowed.", { reason: "NAV_NOT_MEASURABLE" })
      : refuse("rpc_unavailable", "The chain could not measure the vault's NAV. Nothing was built; please try again.");
  }
  const verdict = judgeNavShield({ before: before.value, after: after.value, totalSupply: totalSupply.value, baselineUnitaryValue, thresholdBps });
  return verdict.ok ? allow(verdict.value) : verdict;
}
