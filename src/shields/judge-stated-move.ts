import type { StatedMove } from "../kinds/execution-outcome.ts";
import { larger } from "../lib/integers.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

/**
 * keeps: every fall is a loss. moves: `amountBase` (base token, by the oracle) goes to another
 * chain within the operator's tolerance. `dearerBase`: by the dearer of oracle and venue, which
 * counts.
 */
export type NavEffect =
  | { kind: "keeps" }
  | { kind: "moves"; amountBase: bigint; dearerBase?: bigint; toleranceBps: number };

type Reading = { unitaryValue: bigint; netTotalValue: bigint };

const WHOLE = 10_000n;
const BILLION = 1_000_000_000n;

/**
 * Judges the simulated outflow, or its worth at a venue, as a share of `wholeBase`, which a lifted
 * NAV does not raise. null: nothing moves. Refuses with nav_shield_blocked, also without a measure.
 */
export function judgeStatedMove(
  effect: NavEffect,
  before: Reading,
  after: Reading,
  wholeBase: bigint = before.netTotalValue,
): Verdict<StatedMove | null> {
  if (effect.kind === "keeps") return allow(null);
  const { amountBase, dearerBase = 0n, toleranceBps } = effect;
  const total = before.netTotalValue;
  if (total === 0n || wholeBase <= 0n || amountBase <= 0n)
    return refuse(
      "nav_shield_blocked",
      "What would move to the other chain cannot be measured. Nothing was built.",
      {
        measured: false,
      },
    );
  const left = larger(total > after.netTotalValue ? total - after.netTotalValue : 0n, dearerBase);
  const bps = Number((left * WHOLE + wholeBase - 1n) / wholeBase);
  const ppb = Number((left * BILLION + wholeBase - 1n) / wholeBase);
  if (left * WHOLE > BigInt(toleranceBps) * wholeBase)
    return refuse(
      "nav_shield_blocked",
      `The sync would move ${bps / 100}% of the vault's value, more than the sync tolerance ` +
        `of ${toleranceBps / 100}%. Sync a smaller amount, or raise the sync tolerance if this ` +
        "is intended.",
      { movedBps: bps, toleranceBps, amountBase: amountBase.toString() },
    );
  // Rounded down: a move never explains more than it moved.
  const perUnit = (amountBase * before.unitaryValue) / total;
  return allow({
    perUnit: perUnit.toString(),
    amountBase: amountBase.toString(),
    bps,
    ppb,
    toleranceBps,
  });
}
