import type { NotificationOf } from "../../schemas/notification.ts";
import { sumDecimals } from "../lib/sum-decimals.ts";
import { cut } from "./cut.ts";
import { renderNotification } from "./render-notification.ts";

export type NotifiedSlice = NotificationOf<"slice_executed" | "manual_slice">;

/**
 * Of one order and kind: which they are, what all of them sold and bought, and the latest one as it would stand alone, with its transaction
 * or what can be done with it. undefined where they cannot be added up.
 */
export function renderSlices(slices: readonly NotifiedSlice[]): string | undefined {
  const latest = slices.at(-1);
  const sold = sumDecimals(slices.map(({ sellAmount }) => sellAmount));
  const bought = sumDecimals(slices.map(({ buyAmount }) => buyAmount));
  if (latest === undefined || sold === undefined || bought === undefined) return undefined;
  const { sellSymbol, buySymbol } = latest;
  const isSame = (slice: NotifiedSlice) => slice.sellSymbol === sellSymbol && slice.buySymbol === buySymbol;
  if (!slices.every(isSame)) return undefined;
  const about = slices.some((slice) => slice.kind === "slice_executed" && slice.estimated) ? "about " : "";
  const sell = `${about}${cut(sold, 100)} ${cut(sellSymbol, 42)}`;
  const buy = `${about}${cut(bought, 100)} ${cut(buySymbol, 42)}`;
  const what = `<b>TWAP #${latest.orderId}</b> ${numbersOf(slices)} of ${cut(latest.progress.split("/")[1] ?? "", 20)}`;
  // The lines of the latest one's own text, but for its title.
  const [, ...ofLatest] = renderNotification(latest).split("\n");
  const lines =
    latest.kind === "slice_executed"
      ? [`✅ ${what} executed`, `Sold ${sell}, bought ${buy}. The last one:`]
      : [`📝 ${what} notified`, `Quoted together: sell ${sell} for ${buy}. The last one:`];
  return [...lines, ...ofLatest].join("\n");
}

/** @example "slices 4-9", or "4 slices up to 9" where some between were notified before. */
function numbersOf(slices: readonly NotifiedSlice[]): string {
  const numbers = slices.map(({ sliceNumber }) => sliceNumber);
  const first = numbers[0] ?? 0;
  const isRun = numbers.every((number, index) => number === first + index);
  return isRun ? `slices ${first}-${numbers.at(-1)}` : `${slices.length} slices up to ${Math.max(...numbers)}`;
}
