import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";
import { judgeNavShield, type NavShieldResult } from "../safety/judge-nav-shield.ts";
import type { Simulation } from "./simulate-call.ts";

/**
 * Runs the NAV Shield over a simulation (decision 32). A node that could not answer is rpc_unavailable, a vault that
 * refuses to be measured is nav_shield_blocked: neither lets anything through.
 */
export function measureNav(
  { before, after, totalSupply }: Pick<Simulation, "before" | "after" | "totalSupply">,
  baselineUnitaryValue: bigint | null,
  thresholdBps: number,
): Verdict<NavShieldResult> {
  const readings = [before, after, totalSupply];
  if (readings.some((outcome) => !outcome.ok && outcome.kind === "unavailable")) {
    return refuse(
      "rpc_unavailable",
      "The chain could not measure the vault's NAV. Nothing was sent; please try again.",
    );
  }
  const refused = { unmeasured: "the vault refused to compute it" };
  return judgeNavShield({
    before: before.ok && totalSupply.ok ? before.value : refused,
    after: after.ok ? after.value : refused,
    totalSupply: totalSupply.ok ? totalSupply.value : 0n,
    baselineUnitaryValue,
    thresholdBps,
  });
}
