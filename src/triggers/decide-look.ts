import type { Address } from "viem";
import type { TriggerEvent } from "../../schemas/trigger-event.ts";
import { TRIGGER_LIMITS } from "../../schemas/trigger-limits.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import type { Looked } from "../kinds/order-kind.ts";
import { formatUnits, parseUnits } from "../lib/parse-units.ts";
import { sanitize } from "../lib/sanitize.ts";
import type { Verdict } from "../lib/verdict.ts";
import { TWAP_RULES } from "../twap/twap-rules.ts";
import { endedTrigger } from "./fired-trigger.ts";
import { refusedTrigger } from "./refused-trigger.ts";
import { isAtOrAbove } from "./trigger-text.ts";

/**
 * A met trigger has price and request time in `firing`. Its end comes before any price; an unsafe
 * or unknown price fires nothing (decision D41).
 */
export function decideLook(
  trigger: TriggerOrder,
  converted: Verdict<Converted>,
  nowMs: number,
  askedMs: number,
): Looked<TriggerOrder, TriggerEvent> {
  if (trigger.expiresAt !== undefined && nowMs >= trigger.expiresAt)
    return { kind: "told", result: endedTrigger(trigger, "expired", nowMs) };
  if (!converted.ok) return unread(trigger, converted, nowMs);
  const { price, isMet } = oraclePriceOf(trigger, converted.value);
  const { unreadSinceMs: _, firing: __, ...rest } = trigger;
  if (isMet) return { kind: "met", order: { ...rest, firing: { price, atMs: askedMs } } };
  const { waiting: ___, ...watching } = rest;
  return { kind: "noted", order: { ...watching, lastLook: { atMs: nowMs, price } } };
}

type Unread = Extract<Verdict<Converted>, { ok: false }>;

/** A node may be silent for a tick; an unsafe feed is told at once. */
function unread(
  { firing: _, ...trigger }: TriggerOrder,
  { code, message }: Unread,
  nowMs: number,
): Looked<TriggerOrder, TriggerEvent> {
  const sinceMs = trigger.unreadSinceMs ?? nowMs;
  const found = sanitize(message, TWAP_RULES.maxErrorLength);
  const order: TriggerOrder = {
    ...trigger,
    unreadSinceMs: sinceMs,
    lastLook: { atMs: nowMs, found },
  };
  if (code === "rpc_unavailable" && nowMs - sinceMs < TRIGGER_LIMITS.tellUnreadMs)
    return { kind: "noted", order };
  const result = refusedTrigger(order, { code, error: found, nowMs });
  return result.notifications.length === 0
    ? { kind: "noted", order: result.order }
    : { kind: "told", result };
}

type Pair = Pick<TriggerOrder, "side" | "vaultAddress" | "sellTokenAddress" | "buyTokenAddress">;

/** The same question as the Swap Shield's. */
export const priceAsked = (trigger: Pair): { vault: Address; given: Address; wanted: Address } => {
  const { side, vaultAddress: vault, sellTokenAddress, buyTokenAddress } = trigger;
  const [given, wanted] =
    side === "sell" ? [sellTokenAddress, buyTokenAddress] : [buyTokenAddress, sellTokenAddress];
  return { vault, given, wanted };
};

type Priced = Pick<
  TriggerOrder,
  "type" | "side" | "price" | "priceOf" | "sellDecimals" | "buyDecimals"
>;
/** `wantedBase` is the value of `givenBase` of the side token. */
type Converted = { givenBase: bigint; wantedBase: bigint };

/** Shown digits; the exact fraction is compared. */
const SHOWN = 18;
const DIGITS = 9;

/**
 * Price of one `priceOf` token, rounded down to nine digits, and whether it meets the trigger
 * exactly.
 */
export function oraclePriceOf(
  trigger: Priced,
  { givenBase, wantedBase }: Converted,
): { price: string; isMet: boolean } {
  const { side, sellDecimals, buyDecimals, priceOf } = trigger;
  const [sellBase, buyBase] = side === "sell" ? [givenBase, wantedBase] : [wantedBase, givenBase];
  // buyBase / 10^buyDecimals over sellBase / 10^sellDecimals.
  const [sell, buy] = [
    sellBase * 10n ** BigInt(buyDecimals),
    buyBase * 10n ** BigInt(sellDecimals),
  ];
  const [over, under] = priceOf === "sellToken" ? [buy, sell] : [sell, buy];
  const wanted = parseUnits(trigger.price, SHOWN);
  if (!wanted.ok) throw new Error("a stored trigger has no price");
  const [now, then] = [over * 10n ** BigInt(SHOWN), wanted.value * under];
  return { price: shown(now / under), isMet: isAtOrAbove(trigger) ? now >= then : now <= then };
}

function shown(scaled: bigint): string {
  const cut = 10n ** BigInt(Math.max(0, scaled.toString().length - DIGITS));
  return formatUnits(scaled - (scaled % cut), SHOWN);
}
