import type { NavShieldResult, StatedMove } from "../kinds/execution-outcome.ts";
import { allow, type Details, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { judgeStatedMove, type NavEffect } from "./judge-stated-move.ts";

/** updateUnitaryValue(), in base units of the base token. */
type NavReading = Confirmed | { unmeasured: string };

type Confirmed = { unitaryValue: bigint; netTotalValue: bigint };

export type NavShieldInput = {
  /** In the same simulated block (decision D21). */
  before: NavReading;
  after: NavReading;
  totalSupply: bigint;
  /** Confirmed within 24 hours; null: none known. */
  baselineUnitaryValue: bigint | null;
  /**
   * A price was moved since: a lower high is the base of losses, but no fall below it is judged.
   */
  isHighLeftOut?: boolean;
  /** By venues' prices, where less: the base for losses and moves. */
  confirmed?: Confirmed | undefined;
  /** The agent buys or adds: a lift above the threshold was not worth that before. */
  refusesLift?: boolean;
  thresholdBps: number;
  /** On NAV per unit, by the call's own bytes; default: keeps it. */
  effect?: NavEffect;
};

/**
 * NAV Shield (spec "Safety stack", decision D21): refuses with nav_shield_blocked when NAV per unit
 * ends more than the threshold below the higher of before and the 24-hour baseline, or cannot be
 * measured. The cost is a share of the lower of these and the NAV by venues, so that a lifted NAV
 * shrinks no loss (decisions D22 and D23). Exact; equal passes. Without supply netTotalValue is
 * judged, without a baseline. A stated move is judged by itself, then taken off.
 */
export function judgeNavShield(input: NavShieldInput): Verdict<NavShieldResult> {
  const { before, after, totalSupply, thresholdBps, effect = { kind: "keeps" } } = input;
  if ("unmeasured" in before) return unmeasured(`before it: ${before.unmeasured}`, thresholdBps);
  if ("unmeasured" in after) return unmeasured(`after it: ${after.unmeasured}`, thresholdBps);
  const {
    baselineUnitaryValue: high,
    isHighLeftOut = false,
    refusesLift = false,
    confirmed,
  } = input;
  const basis = totalSupply === 0n ? "netTotalValue" : "unitaryValue";
  const lower = [basis === "unitaryValue" ? high : null, confirmed?.[basis] ?? null].reduce<
    bigint | undefined
  >(
    (least, value) =>
      value !== null && value > 0n && value < (least ?? before[basis]) ? value : least,
    undefined,
  );
  const { netTotalValue } = before;
  const wholeBase = lower === undefined ? netTotalValue : (netTotalValue * lower) / before[basis];
  const stated = judgeStatedMove(effect, before, after, wholeBase);
  if (!stated.ok) return stated;
  const moved = stated.value === null ? {} : { stated: stated.value };
  const shared = { basis, ...(lower !== undefined && { lower }), thresholdBps } as const;
  if (basis === "netTotalValue") {
    return judge({
      ...moved,
      ...shared,
      before: before.netTotalValue,
      after: after.netTotalValue,
      baseline: null,
    });
  }
  if (before.unitaryValue === 0n)
    return unmeasured("before it: the vault reports nothing", thresholdBps);
  if (after.unitaryValue <= NO_VALUE_SENTINEL) {
    return unmeasured("after it: the vault reports no positive value", thresholdBps);
  }
  const figures: Figures = {
    ...moved,
    ...shared,
    before: before.unitaryValue,
    after: after.unitaryValue,
    baseline: isHighLeftOut ? null : high,
  };
  return (refusesLift ? refusalOfLift(figures) : undefined) ?? judge(figures);
}

type Figures = {
  basis: NavShieldResult["basis"];
  before: bigint;
  after: bigint;
  baseline: bigint | null;
  lower?: bigint;
  thresholdBps: number;
  stated?: StatedMove;
};

function judge({
  basis,
  before,
  after,
  baseline,
  lower,
  thresholdBps,
  stated,
}: Figures): Verdict<NavShieldResult> {
  const highest = baseline !== null && baseline > before ? baseline : before;
  const moved =
    stated === undefined
      ? 0n
      : BigInt(basis === "unitaryValue" ? stated.perUnit : stated.amountBase);
  const less = (value: bigint) => (value > moved ? value - moved : 0n);
  const reference = less(highest);
  // A fall below the high is a share of the high: a lifted NAV shrinks no loss.
  const whole = highest > before || lower === undefined ? reference : less(lower);
  const loss = reference > after ? reference - after : 0n;
  const lossBps =
    whole === 0n ? (loss === 0n ? 0 : 10_000) : Number((loss * 10_000n + whole - 1n) / whole);
  const figures = {
    before: String(before),
    after: String(after),
    baseline: baseline === null ? null : String(baseline),
    ...(lower !== undefined && { lower: String(lower) }),
    ...(stated !== undefined && { stated }),
  };
  const result = { measured: reference > 0n, basis, lossBps, thresholdBps, ...figures };
  if (loss * 10_000n <= BigInt(thresholdBps) * whole) return allow(result);
  const since =
    highest === before
      ? "its value before the transaction"
      : "its highest value of the last 24 hours";
  const what = basis === "unitaryValue" ? "NAV per unit" : "net value";
  return refuse(
    "nav_shield_blocked",
    `The vault's ${what} would end ${percent(lossBps)} below ${since}, more than the NAV ` +
      `Shield threshold of ${percent(thresholdBps)}. Trade a smaller amount, or raise the ` +
      "threshold if this is intended.",
    detailsOf(result),
  );
}

const detailsOf = ({ stated, ...figures }: NavShieldResult): Details =>
  stated === undefined
    ? figures
    : { ...figures, statedPerUnit: stated.perUnit, statedBps: stated.bps };

function unmeasured(reason: string, thresholdBps: number): Verdict<NavShieldResult> {
  const details: Details = { measured: false, reason, thresholdBps };
  return refuse(
    "nav_shield_blocked",
    `The effect on the vault's NAV cannot be measured (${reason}), so the transaction was blocked.`,
    details,
  );
}

const percent = (bps: number) => `${bps / 100}%`;

type Lift = Pick<Figures, "before" | "after" | "thresholdBps">;

/**
 * A purchase or addition raises no value: a lift above the threshold is an uncounted heap or a
 * moved price (decision D21). Exact; equal passes.
 */
export function refusalOfLift({ before, after, thresholdBps }: Lift): Refusal | undefined {
  if (after <= before || (after - before) * 10_000n <= BigInt(thresholdBps) * before)
    return undefined;
  const liftBps = Number(((after - before) * 10_000n + before - 1n) / before);
  return refuse(
    "nav_shield_blocked",
    `The vault's NAV per unit would rise by ${liftBps / 100}%, more than the NAV Shield ` +
      `threshold of ${thresholdBps / 100}%, by a call that buys or adds: what it would count ` +
      "then was not counted before, or its price was moved. The agent wallet does not send " +
      "that; the vault's owner can sign it.",
    {
      basis: "unitaryValue",
      liftBps,
      thresholdBps,
      before: String(before),
      after: String(after),
      measured: true,
    },
  );
}

/**
 * updateUnitaryValue() answers 1 for a value of 0 or less (docs/facts/vault-contracts.md 3): no
 * measurement.
 */
export const NO_VALUE_SENTINEL = 1n;
