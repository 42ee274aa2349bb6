import { readNumber } from "../read-number.ts";
import type { TradeReading, TradeSide } from "./trade-reading.ts";

/** How an order is cut, as the call has it: one of the three, amounts in human units of the side token. */
export type WantedSlices = {
  sliceAmount: string | undefined;
  sliceCount: number | undefined;
  durationMinutes: number | undefined;
  intervalMinutes: number;
};

/**
 * Whether a sentence cuts an order like this. What the call gives must be written; what else is written must agree with it
 * ("5 slices of 0.2" of 1). Without a slice's size the total comes first and the pace last: "1 ETH every 10 minutes, 5 slices" and
 * "in 5 slices 1 ETH every 10 minutes" may mean 1 or 5 in all.
 */
export function groundSlices(
  { amounts, slices, counts, durations, intervals }: TradeReading,
  wanted: WantedSlices,
  total: string,
  side: TradeSide,
): "slices" | "interval" | undefined {
  const [slice, count, duration, interval] = [slices[0], counts[0], durations[0], intervals[0]];
  if (slices.length > 1 || counts.length > 1 || durations.length > 1) return "slices";
  if (interval === undefined || intervals.length > 1 || interval.minutes !== wanted.intervalMinutes) return "interval";
  if (slice?.token !== undefined && slice.token !== side) return "slices";
  const given = [wanted.sliceAmount, wanted.sliceCount, wanted.durationMinutes].filter((value) => value !== undefined);
  if (given.length !== 1) return "slices";
  const isGiven =
    (slice !== undefined &&
      wanted.sliceAmount !== undefined &&
      readNumber(wanted.sliceAmount)?.value === slice.value) ||
    (wanted.sliceCount !== undefined && wanted.sliceCount === count?.value) ||
    (wanted.durationMinutes !== undefined && wanted.durationMinutes === duration?.minutes);
  if (!isGiven) return "slices";
  const paced = count?.at ?? duration?.at;
  const isInOrder = paced !== undefined && paced < interval.at && amounts.every(({ at }) => at < paced);
  if (slice === undefined && !isInOrder) return "interval";
  const byDuration = duration === undefined ? undefined : Math.max(1, Math.floor(duration.minutes / interval.minutes));
  const bySlice = slice === undefined ? undefined : slicesOf(total, slice.value);
  const planned = [count?.value, byDuration, bySlice?.count].filter((value) => value !== undefined);
  if (new Set(planned.map(String)).size > 1) return "slices";
  // Equal slices of a count are what is written only if they use the total up exactly.
  return wanted.sliceAmount === undefined && bySlice !== undefined && !bySlice.isExact ? "slices" : undefined;
}

/**
 * How many slices of a size a total needs, rounded up, and whether the last one is whole; of size 0 no number is enough.
 * Decimals as readNumber gives them.
 */
function slicesOf(total: string, slice: string): { count: bigint; isExact: boolean } {
  const places = Math.max(...[total, slice].map((value) => value.split(".")[1]?.length ?? 0));
  const scaled = (value: string): bigint => {
    const [before = "0", after = ""] = value.split(".");
    return BigInt(before + after.padEnd(places, "0"));
  };
  const [whole, part] = [scaled(total), scaled(slice)];
  if (part === 0n) return { count: 0n, isExact: false };
  return { count: (whole + part - 1n) / part, isExact: whole % part === 0n };
}
