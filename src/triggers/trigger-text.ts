import type { TriggerOrder, TriggerStatus } from "../../schemas/trigger-order.ts";
import { chainOf } from "../chain-of.ts";
import { inPlainWords } from "../lib/in-plain-words.ts";
import { utcMinute } from "../lib/sanitize.ts";
import { waitingText } from "../twap/order-change-text.ts";

const STATE_WORDS = {
  active: "watching",
  pending_confirmation: "fired, its trade awaits confirmation",
  completed: "fired",
  expired: "expired",
  auto_paused: "stopped after failures; create it again when their cause is gone",
  cancelled: "cancelled",
  cancelling: "cancelled, its trade awaits confirmation",
} as const;

/** The order in words. */
export function triggerText(trigger: TriggerOrder): string {
  const {
    id,
    side,
    totalAmount,
    sellSymbol,
    buySymbol,
    into,
    lastLook,
    lastError,
    waiting,
    result,
    expiresAt,
  } = trigger;
  const isOpen = trigger.active;
  const trade =
    side === "sell"
      ? `sells ${totalAmount} ${sellSymbol} for ${buySymbol}`
      : `buys ${totalAmount} ${buySymbol} with ${sellSymbol}`;
  const how =
    into === undefined
      ? "in one trade"
      : `by a TWAP order of ${into.sliceCount} slices of ${into.sliceAmount}, every ` +
        `${into.intervalMinutes} minutes`;
  return [
    `#${id} ${STATE_WORDS[stateOfTrigger(trigger)]}: ${conditionText(trigger)}`,
    `  When it is met: ${trade} ${how}, ` +
      `${trigger.autoExecute ? "the agent wallet trades" : "you are notified, nothing is sent"}`,
    `  Venue: ${trigger.venue} on ` +
      `${chainOf(trigger.chainId).name}${expiresAt === undefined ? "" : `, until ${utcMinute(expiresAt)}`}`,
    ...(result === undefined ? [] : [`  ${resultText(trigger)}`]),
    ...(isOpen && lastLook !== undefined
      ? [
          `  Last looked ${utcMinute(lastLook.atMs)}: ` +
            `${lastLook.price ?? ""}${lastLook.found === undefined ? "" : ` ${lastLook.found}`}`,
        ]
      : []),
    ...(result === undefined && lastError !== undefined
      ? [`  Last refused: ${inPlainWords(lastError)}`]
      : []),
    ...(waiting !== undefined && trigger.status === "active"
      ? [`  Waiting since ${utcMinute(waiting.sinceMs)}: ${waitingText(waiting.reason)}.`]
      : []),
  ].join("\n");
}

function resultText({ result, firing, sellSymbol, buySymbol }: TriggerOrder): string {
  const at = firing === undefined ? "" : ` at the oracle's price of ${firing.price}`;
  const about = result?.estimated ? "about " : "";
  switch (result?.how) {
    case "ordered":
      return `Created TWAP order #${result.twapOrderId}${at}`;
    case "notified":
      return (
        `Notified${at}: quoted ${result.sellAmount} ${sellSymbol} for ${result.buyAmount} ` +
        `${buySymbol}; nothing was sent`
      );
    default:
      return (
        `Sold ${about}${result?.sellAmount} ${sellSymbol}, bought ` +
        `${about}${result?.buyAmount} ${buySymbol}${at}`
      );
  }
}

export type TriggerState = TriggerStatus | "cancelling";

/** `cancelling`: a transaction is out. */
export const stateOfTrigger = ({
  status,
  pendingAttempt,
}: Pick<TriggerOrder, "status" | "pendingAttempt">): TriggerState =>
  status === "cancelled" && pendingAttempt !== undefined ? "cancelling" : status;

type Condition = Pick<TriggerOrder, "type" | "price" | "priceOf" | "sellSymbol" | "buySymbol">;

/** @example "stop: ETH at or below 3000 USDC" */
export function conditionText(trigger: Condition): string {
  const { type, price, priceOf, sellSymbol, buySymbol } = trigger;
  const [of, other] = priceOf === "sellToken" ? [sellSymbol, buySymbol] : [buySymbol, sellSymbol];
  return `${type}: ${of} at or ${isAtOrAbove(trigger) ? "above" : "below"} ${price} ${other}`;
}

/**
 * A `stop` waits for a worse price, the other types for a better one.
 * @example a stop that sells ETH, priced in ETH: false
 */
export const isAtOrAbove = ({ type, priceOf }: Pick<TriggerOrder, "type" | "priceOf">): boolean =>
  (type === "stop") === (priceOf === "buyToken");
