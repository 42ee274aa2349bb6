import { amountOf } from "./amount-of.ts";
import type { PassReason } from "./pass-reason.ts";
import type { Trade } from "./trade.ts";

/**
 * As create_twap_order takes them; `totalAmount` where it was worked out from what each slice is.
 */
export type Slices = {
  sliceAmount?: string;
  sliceCount?: number;
  intervalMinutes: number;
  totalAmount?: string;
};

/**
 * How a trade is cut, from any two of: number of slices, size of one, time between two, time over
 * all. Undefined: it is one trade. All that was said has to agree to the minute and to the last
 * digit; else it is unclear, and where a part is missing, incomplete.
 */
export function slicesOf(
  trade: Trade,
  amount: string | undefined,
): Slices | undefined | PassReason {
  const { over, rated, repeats } = trade;
  // "One trade".
  const slices =
    trade.slices === 1 && trade.every === undefined && trade.time === undefined
      ? undefined
      : trade.slices;
  const isEach = amount === undefined && trade.size !== undefined;
  const isPlan =
    slices === undefined &&
    (trade.size === undefined || isEach) &&
    over === undefined &&
    trade.lasting === undefined;
  // "200 usdc each week, ten weeks".
  const lasting = trade.lasting ?? (isPlan && trade.every !== undefined ? trade.time : undefined);
  // A time alone is the pace where slices were counted before it.
  const every =
    trade.every ?? (slices === undefined && trade.size === undefined ? undefined : trade.time);
  if (trade.time !== undefined && every !== trade.time && lasting !== trade.time) return "unclear";
  const isEachSlice =
    trade.size !== undefined &&
    trade.size === "1" &&
    trade.sizeOf === undefined &&
    (slices ?? over) !== undefined;
  const size = isEachSlice ? undefined : trade.size;
  if ((slices ?? size ?? every ?? over ?? lasting ?? repeats) === undefined)
    return trade.isCut ? "incomplete" : undefined;
  if (trade.sizeOf !== undefined && trade.sizeOf !== trade.token && trade.sizeOf !== trade.counter)
    return "unclear";
  // "1 eth every 10 minutes in 5 slices" may be 1 eth five times.
  if (rated !== undefined && slices !== undefined) {
    const { slices: _, ...each } = trade;
    return trade.isCounted ? eachOf({ ...each, repeats: slices }, amount, every) : "unclear";
  }
  if (isEach && slices !== undefined) return eachOf(trade, amount, every);
  if (
    lasting !== undefined ||
    rated !== undefined ||
    repeats !== undefined ||
    trade.whole !== undefined
  )
    return eachOf({ ...trade, ...(lasting !== undefined && { lasting }) }, amount, every);
  const total = amount?.endsWith("%") ? undefined : amount;
  const counts = new Set(
    [
      slices,
      over === undefined || every === undefined ? undefined : over / every,
      over === undefined || size === undefined || total === undefined
        ? undefined
        : countOf(total, size),
    ].filter((count) => count !== undefined),
  );
  const [count, ...others] = counts;
  if (others.length > 0 || (count !== undefined && (!Number.isSafeInteger(count) || count < 2)))
    return "unclear";
  const minutes = every ?? (over === undefined || count === undefined ? undefined : over / count);
  if (minutes === undefined || (count === undefined && size === undefined)) return "incomplete";
  if (!Number.isSafeInteger(minutes)) return "unclear";
  if (size === undefined) return { sliceCount: count ?? 0, intervalMinutes: minutes };
  const [all, one] = [total === undefined ? undefined : amountOf(total), amountOf(size)];
  if (all === undefined || one === undefined || one >= all) return "unclear";
  return count === undefined || BigInt(count) * one === all
    ? { sliceAmount: size, intervalMinutes: minutes }
    : "unclear";
}

/** "50 USDC a day for 10 days": so much each time, as often as the time holds the pace. */
function eachOf(
  { rated, amount: whole, lasting, over, slices, repeats, size, ...said }: Trade,
  amount: string | undefined,
  every: number | undefined,
): Slices | PassReason {
  const each = rated ?? size ?? amount;
  if (every === undefined || each === undefined) return "incomplete";
  if (each.endsWith("%") || (over !== undefined && lasting !== undefined)) return "unclear";
  const inAll =
    said.whole === undefined
      ? undefined
      : countOf(said.whole.replace("$", ""), each.replace("$", ""));
  const spans = [
    slices,
    repeats,
    inAll,
    lasting === undefined ? undefined : lasting / every,
    over === undefined ? undefined : over / every,
  ];
  const [count, ...others] = [...new Set(spans.filter((span) => span !== undefined))];
  if (count === undefined) return "incomplete";
  if (others.length > 0 || !Number.isSafeInteger(count) || count < 2 || count > 10_000)
    return "unclear";
  const [whole_, fraction = ""] = each.replace("$", "").split(".");
  const total = BigInt(`${whole_}${fraction}`) * BigInt(count);
  const digits = String(total).padStart(fraction.length + 1, "0");
  const cut = digits.length - fraction.length;
  const totalAmount = `${digits.slice(0, cut)}${fraction === "" ? "" : `.${digits.slice(cut)}`}`
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
  // A whole was said too: it has to be what the slices sum up to.
  if (
    rated === undefined &&
    size !== undefined &&
    whole !== undefined &&
    amountOf(whole) !== amountOf(totalAmount)
  )
    return "unclear";
  return { sliceCount: count, intervalMinutes: every, totalAmount };
}

/** Slices of this size in the total, where they are a whole number. */
function countOf(total: string, slice: string): number | undefined {
  const [all, one] = [amountOf(total), amountOf(slice)];
  return all !== undefined && one !== undefined && all % one === 0n
    ? Number(all / one)
    : Number.NaN;
}
