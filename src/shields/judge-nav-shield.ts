import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Details, Verdict } from "../lib/verdict.ts";

/** One updateUnitaryValue() result in base units of the base token, or why there is none. */
export type NavReading = { unitaryValue: bigint; netTotalValue: bigint } | { unmeasured: string };

export type NavShieldInput = {
  /** Before the transaction, and after it in the same simulated block (decision 32). */
  before: NavReading;
  after: NavReading;
  /** Vault tokens in existence; 0 when the vault has no holders. */
  totalSupply: bigint;
  /** Highest NAV per unit seen in the last 24 hours, null when none is known. */
  baselineUnitaryValue: bigint | null;
  thresholdBps: number;
};

export type NavShieldResult = {
  /** False only for a vault without supply and without value. */
  measured: boolean;
  /** What was compared. */
  basis: "unitaryValue" | "netTotalValue";
  /** Fall below the reference in basis points, rounded up; 0 when there is none. */
  lossBps: number;
  thresholdBps: number;
  before: string;
  after: string;
  baseline: string | null;
};

/** updateUnitaryValue() answers 1 for a value of 0 or less (docs/facts/vault-contracts.md 3): a sign, not a measurement. */
const NO_VALUE_SENTINEL = 1n;

/**
 * NAV Shield (spec "Safety stack", decision 32): refuses with nav_shield_blocked when NAV per unit ends more than the
 * threshold below the higher of the NAV before and the 24-hour baseline, or when that cannot be measured. Compared
 * exactly; a fall equal to the threshold passes. Read literally, so a trade that itself loses nothing is blocked too
 * while the vault is that far below its baseline. Without supply netTotalValue is judged, without a baseline.
 */
export function judgeNavShield(input: NavShieldInput): Verdict<NavShieldResult> {
  const { before, after, totalSupply, thresholdBps } = input;
  if ("unmeasured" in before) return unmeasured(`before it: ${before.unmeasured}`, thresholdBps);
  if ("unmeasured" in after) return unmeasured(`after it: ${after.unmeasured}`, thresholdBps);
  if (totalSupply === 0n) {
    return judge({
      basis: "netTotalValue",
      before: before.netTotalValue,
      after: after.netTotalValue,
      baseline: null,
      thresholdBps,
    });
  }
  if (before.unitaryValue === 0n) return unmeasured("before it: the vault reports nothing", thresholdBps);
  if (after.unitaryValue <= NO_VALUE_SENTINEL) {
    return unmeasured("after it: the vault reports no positive value", thresholdBps);
  }
  const baseline = input.baselineUnitaryValue;
  return judge({
    basis: "unitaryValue",
    before: before.unitaryValue,
    after: after.unitaryValue,
    baseline,
    thresholdBps,
  });
}

type Figures = {
  basis: NavShieldResult["basis"];
  before: bigint;
  after: bigint;
  baseline: bigint | null;
  thresholdBps: number;
};

function judge({ basis, before, after, baseline, thresholdBps }: Figures): Verdict<NavShieldResult> {
  const reference = baseline !== null && baseline > before ? baseline : before;
  const loss = reference > after ? reference - after : 0n;
  const lossBps = reference === 0n ? 0 : Number((loss * 10_000n + reference - 1n) / reference);
  const figures = {
    before: String(before),
    after: String(after),
    baseline: baseline === null ? null : String(baseline),
  };
  const result = { measured: reference > 0n, basis, lossBps, thresholdBps, ...figures };
  if (loss * 10_000n <= BigInt(thresholdBps) * reference) return allow(result);
  const since = reference === before ? "its value before the transaction" : "its highest value of the last 24 hours";
  const what = basis === "unitaryValue" ? "NAV per unit" : "net value";
  return refuse(
    "nav_shield_blocked",
    `The vault's ${what} would end ${percent(lossBps)} below ${since}, more than the NAV Shield threshold of ${percent(thresholdBps)}. Trade a smaller amount, or raise the threshold if this is intended.`,
    result,
  );
}

function unmeasured(reason: string, thresholdBps: number): Verdict<NavShieldResult> {
  const details: Details = { measured: false, reason, thresholdBps };
  return refuse(
    "nav_shield_blocked",
    `The effect on the vault's NAV cannot be measured (${reason}), so the transaction was blocked.`,
    details,
  );
}

const percent = (bps: number) => `${bps / 100}%`;
