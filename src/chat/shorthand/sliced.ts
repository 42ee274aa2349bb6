import { amountOf } from "../fast-path/amount-of.ts";
import type { PassReason } from "../fast-path/pass-reason.ts";
import type { TradeLine } from "./trade-line.ts";

type Plan = { sliceAmount?: string; sliceCount?: string; intervalMinutes: string };

/**
 * How a trade is cut, from any two of: number of slices, size of one, time between two, time over all. Undefined: it is one swap. All that was
 * said has to agree to the minute and to the last digit; else it is unclear, and where a part is missing, incomplete.
 */
export function sliced(trade: TradeLine): Plan | undefined | PassReason {
  const { amount, sliceCount, isPaceFirst, intervalMinutes, durationMinutes } = trade;
  const sliceAmount =
    trade.isOneSlice && (sliceCount ?? trade.durationMinutes) !== undefined ? undefined : trade.sliceAmount;
  if ((sliceCount ?? sliceAmount ?? intervalMinutes ?? durationMinutes) === undefined)
    return trade.isCut ? "incomplete" : undefined;
  if (isPaceFirst && sliceAmount === undefined) return "unclear";
  const counts = new Set(
    [
      sliceCount === undefined ? undefined : Number(sliceCount),
      durationMinutes === undefined || intervalMinutes === undefined ? undefined : durationMinutes / intervalMinutes,
      durationMinutes === undefined || sliceAmount === undefined ? undefined : countOf(amount, sliceAmount),
    ].filter((count) => count !== undefined),
  );
  const [count, ...others] = counts;
  if (others.length > 0 || (count !== undefined && !Number.isSafeInteger(count))) return "unclear";
  const minutes =
    intervalMinutes ?? (durationMinutes === undefined || count === undefined ? undefined : durationMinutes / count);
  if (minutes === undefined) return "incomplete";
  if (!Number.isSafeInteger(minutes)) return "unclear";
  return {
    intervalMinutes: String(minutes),
    ...(sliceAmount !== undefined && { sliceAmount }),
    ...(count !== undefined &&
      (sliceAmount === undefined || sliceCount !== undefined) && { sliceCount: String(count) }),
  };
}

/** Slices of this size in the total, where they are a whole number. */
function countOf(total: string, slice: string): number | undefined {
  const [all, one] = [amountOf(total), amountOf(slice)];
  return all !== undefined && one !== undefined && all % one === 0n ? Number(all / one) : Number.NaN;
}
