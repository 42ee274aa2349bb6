import type { NavShieldResult } from "../kinds/execution-outcome.ts";
import { smaller } from "../lib/larger.ts";
import { PARTS_PER_BILLION } from "../lib/parts-per-billion.ts";

const { whole: PPB } = PARTS_PER_BILLION;

/**
 * By the NAV Shield's simulation, in parts per billion of the value before it (a fall below the 24-hour baseline is none of its own), or of
 * the lower confirmed value (judge-nav-shield.ts), rounded up. A gain is 0, and so is a vault without value. A stated move is no loss; its
 * fee is. undefined: the call moves no assets and was not measured.
 */
export function lossPpb(nav: NavShieldResult | null): number | undefined {
  if (nav === null) return undefined;
  const stated = nav.basis === "unitaryValue" ? nav.stated?.perUnit : nav.stated?.amountBase;
  const before = BigInt(nav.before) - BigInt(stated ?? 0);
  const after = BigInt(nav.after);
  if (!nav.measured || before <= 0n || after >= before) return 0;
  const lower = nav.lower === undefined ? before : BigInt(nav.lower) - BigInt(stated ?? 0);
  if (lower <= 0n) return Number(PPB);
  const whole = smaller(lower, before);
  const ppb = ((before - after) * PPB + whole - 1n) / whole;
  return Number(ppb < PPB ? ppb : PPB);
}
