import type { NavFigures } from "../kinds/execution-outcome.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { NO_VALUE_SENTINEL } from "../shields/no-value-sentinel.ts";
import { measureNav } from "./measure-nav.ts";

/**
 * The NAV Shield for a way out (decision 390): it is compared with the value right before it alone, and a NAV that the vault refuses to
 * compute holds nothing up (null). What ends without any value, where there was some, is a loss. A node that did not answer still refuses:
 * asked again it will.
 */
export function measureExit(
  simulation: Parameters<typeof measureNav>[0],
  rules: Omit<Parameters<typeof measureNav>[1], "baselineUnitaryValue">,
): Verdict<NavFigures | null> {
  const measured = measureNav(simulation, { ...rules, baselineUnitaryValue: null });
  if (measured.ok || measured.code === "rpc_unavailable" || measured.details?.measured === true) return measured;
  const { before, after } = simulation;
  const isLost =
    before.ok &&
    after.ok &&
    before.value.unitaryValue > NO_VALUE_SENTINEL &&
    after.value.unitaryValue <= NO_VALUE_SENTINEL;
  return isLost ? measured : allow(null);
}
