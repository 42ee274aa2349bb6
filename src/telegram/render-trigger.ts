import type { NotificationOf } from "../../schemas/notification.ts";
import { inPlainWords } from "../lib/in-plain-words.ts";
import { utcMinute } from "../lib/sanitize.ts";
import { callLines, cut, escapeHtml } from "./escape-html.ts";

type TriggerNotification = NotificationOf<
  "trigger_fired" | "trigger_refused" | "trigger_ended" | "trigger_waiting"
>;
type Fired = NotificationOf<"trigger_fired">;

/** Lines of a trigger's notification. */
export function renderTrigger(told: TriggerNotification): string[] {
  const { condition, price } = told;
  const at = price === undefined ? "" : ` The oracle's price: ${cut(price, 100)}.`;
  const lines = linesOf(told);
  return [`${lines[0]}`, `Condition: ${cut(condition, 300)}.${at}`, ...lines.slice(1)];
}

function linesOf(told: TriggerNotification): string[] {
  const title = (icon: string, what: string) =>
    `${icon} <b>Trigger order #${told.orderId}</b> ${what}`;
  switch (told.kind) {
    case "trigger_fired":
      return [title("🎯", FIRED[told.how]), ...firedLines(told)];
    case "trigger_refused":
      return [
        title("⚠️", "could not trade, and goes on watching"),
        `Reason: ${cut(inPlainWords(told.error), 400)}`,
        `Code: ${cut(told.code, 40)}`,
        "Nothing was traded. It is tried again at every tick; this cause is not told again today.",
        ...(told.debugCall === undefined ? [] : ["Debug call data:", ...callLines(told.debugCall)]),
      ];
    case "trigger_ended": {
      const { how, lastError } = told;
      return how === "expired"
        ? [
            title("⌛", "expired"),
            "It did not fire in its time. Nothing was traded, and nothing more is done.",
          ]
        : [
            title("🛑", "stopped"),
            `Last error: ${cut(inPlainWords(lastError ?? "unknown"), 400)}`,
            "It does not watch any more. When the cause is gone, create it again.",
          ];
    }
    case "trigger_waiting":
      return [
        title("⏳", "waits"),
        `Since ${utcMinute(told.waitingSince)} its trade could not be sent: ` +
          `${cut(told.reason, 400)}.`,
        "Nothing failed and nothing was sent; it is tried again every few minutes. Look at " +
          "the agent wallet's transactions, or cancel it.",
      ];
  }
}

const FIRED = { executed: "traded", notified: "is met", ordered: "created a TWAP order" } as const;

function firedLines(fired: Fired): string[] {
  const { how, side, sellAmount = "", buyAmount = "", sellSymbol, buySymbol, dex } = fired;
  const sold = `${cut(sellAmount, 100)} ${cut(sellSymbol, 42)}`;
  const bought = `${cut(buyAmount, 100)} ${cut(buySymbol, 42)}`;
  const about = fired.estimated ? "about " : "";
  switch (how) {
    case "executed":
      return [
        `Sold ${about}${sold}, bought ${about}${bought}`,
        `Transaction: ${escapeHtml(fired.explorerUrl ?? "")}`,
      ];
    case "notified":
      return [
        `Quoted on ${dex}: sell ${sold} for ${bought}`,
        "Nothing was sent: this order only notifies. To trade now, write here: " +
          `<code>${side === "buy" ? `buy ${bought} with ${cut(sellSymbol, 42)}` : `sell ${sold} for ${cut(buySymbol, 42)}`} ` +
          `on ${dex}</code>`,
      ];
    case "ordered":
      return [
        `TWAP order #${fired.twapOrderId} ${side}s ${side === "buy" ? bought : sold}; its ` +
          "first slice is due at the next tick.",
      ];
  }
}
