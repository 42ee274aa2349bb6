import type { PendingChange } from "./pending-change.ts";

/**
 * Which of the orders that wait make a position riskiest: each of them may be executed, or never. Those are chosen that together leave most size for what
 * stands behind it; where nothing would be left behind it, that is the worst.
 */
export function worstLeverage<T extends PendingChange>(start: PendingChange, changes: readonly T[]): T[] {
  let chosen: T[] = [];
  // Each round finds a higher leverage than the one before, so it ends.
  for (;;) {
    const sizeUsd = chosen.reduce((sum, one) => sum + one.sizeUsd, start.sizeUsd);
    const netUsd = chosen.reduce((sum, one) => sum + one.netUsd, start.netUsd);
    if (netUsd <= 0n) return chosen;
    const raising = changes.filter((one) => one.sizeUsd * netUsd > sizeUsd * one.netUsd);
    const gained = raising.reduce(
      (sum, one) => sum + one.sizeUsd * netUsd - sizeUsd * one.netUsd,
      start.sizeUsd * netUsd - sizeUsd * start.netUsd,
    );
    if (gained <= 0n) return chosen;
    chosen = raising;
  }
}
