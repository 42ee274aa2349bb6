import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";

/**
 * What a call is to do to NAV per unit. keeps: nothing, so that all it loses is a loss. moves: it takes `amountBase` (base units of the base
 * token) to another chain, within what the operator has set; what else it loses is a loss.
 */
export type NavEffect = { kind: "keeps" } | { kind: "moves"; amountBase: bigint; toleranceBps: number };

/** A move that was judged. `perUnit` and `amountBase`: in base units of the base token, what a unit and the vault have less by it. */
export type StatedMove = {
  perUnit: string;
  amountBase: string;
  /** What left the vault in the simulation, fee included, of its value before; rounded up. */
  bps: number;
  toleranceBps: number;
};

type Reading = { unitaryValue: bigint; netTotalValue: bigint };

const WHOLE = 10_000n;

/**
 * Whether a move to another chain stays within the operator's sync tolerance, by what really left in the simulation, not by what was
 * said. Null for a call that moves nothing. Refuses with nav_shield_blocked, also where there is nothing to measure it by.
 */
export function judgeStatedMove(effect: NavEffect, before: Reading, after: Reading): Verdict<StatedMove | null> {
  if (effect.kind === "keeps") return allow(null);
  const { amountBase, toleranceBps } = effect;
  const total = before.netTotalValue;
  if (total === 0n || amountBase <= 0n)
    return refuse("nav_shield_blocked", "What would move to the other chain cannot be measured. Nothing was built.", {
      measured: false,
    });
  const left = total > after.netTotalValue ? total - after.netTotalValue : 0n;
  const bps = Number((left * WHOLE + total - 1n) / total);
  if (left * WHOLE > BigInt(toleranceBps) * total)
    return refuse(
      "nav_shield_blocked",
      `The sync would move ${bps / 100}% of the vault's value, more than the sync tolerance of ${toleranceBps / 100}%. Sync a smaller amount, or raise the sync tolerance if this is intended.`,
      { movedBps: bps, toleranceBps, amountBase: amountBase.toString() },
    );
  // Rounded down: a move never explains more than it moved.
  const perUnit = (amountBase * before.unitaryValue) / total;
  return allow({ perUnit: perUnit.toString(), amountBase: amountBase.toString(), bps, toleranceBps });
}
