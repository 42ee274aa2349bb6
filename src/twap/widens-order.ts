import type { TwapOrder } from "../../schemas/twap-order.ts";
import { parseUnits } from "../lib/parse-units.ts";

/** Decimals of a limit price (schemas/order-options.ts). */
const PRICE_DECIMALS = 36;

/**
 * Sooner, more at once, for longer or at a worse price. What cannot be compared counts as such: a limit price that is of the other token
 * now.
 */
export function widensOrder(before: TwapOrder, after: TwapOrder): boolean {
  const isFaster = after.intervalMinutes < before.intervalMinutes;
  const isLonger = before.expiresAt !== undefined && (after.expiresAt ?? Number.POSITIVE_INFINITY) > before.expiresAt;
  return isFaster || isLonger || sliceBaseOf(after) > sliceBaseOf(before) || isCheaper(before, after);
}

const sliceBaseOf = ({ segments, sliceBase }: TwapOrder): bigint => BigInt(segments?.at(-1)?.sliceBase ?? sliceBase);

/** A sale of the token that the price is of gets less, or a purchase of it costs more. */
function isCheaper({ limitPrice, limitPriceOf }: TwapOrder, after: TwapOrder): boolean {
  if (limitPrice === undefined) return false;
  if (after.limitPrice === undefined || after.limitPriceOf !== limitPriceOf) return true;
  const [old, now] = [parseUnits(limitPrice, PRICE_DECIMALS), parseUnits(after.limitPrice, PRICE_DECIMALS)];
  if (!old.ok || !now.ok) return true;
  return limitPriceOf === "sellToken" ? now.value < old.value : now.value > old.value;
}
