import type { NotificationOf } from "../../schemas/notification.ts";
import { chainOf } from "../chain-of.ts";
import { inPlainWords } from "../lib/in-plain-words.ts";
import { callLines, cut, escapeHtml, waitingLines } from "./escape-html.ts";

type NavSyncNotification = NotificationOf<
  "nav_sync_sent" | "nav_sync_failed" | "nav_sync_auto_paused" | "nav_sync_waiting"
>;

/** Lines of a NAV sync's notification. */
export function renderNavSync(told: NavSyncNotification): string[] {
  switch (told.kind) {
    case "nav_sync_sent": {
      const { amount, token, fromChainId, toChainId, spreadBps } = told;
      return [
        title("🔁", told, `sent ${cut(amount, 100)} ${token}`),
        `From ${chainOf(fromChainId).name} to ${chainOf(toChainId).name}, where NAV per unit ` +
          `was ${percentText(spreadBps)} lower. It has not arrived yet; the bridge has ten ` +
          "minutes for it.",
        `Transaction: ${escapeHtml(told.explorerUrl)}`,
      ];
    }
    case "nav_sync_failed":
      return [
        title("❌", told, `failed (${told.consecutiveFailures}/${told.failureLimit} in a row)`),
        `Error: ${cut(inPlainWords(told.error), 400)}`,
        `Code: ${cut(told.code, 40)}`,
        "Debug call data:",
        ...callLines(told.debugCall),
      ];
    case "nav_sync_auto_paused":
      return [
        title("⏸", told, "stopped"),
        told.isOverLossBudget
          ? "Its vault's loss budget is used up. Nothing more is done; create it again when " +
            "the budget allows it."
          : `${told.consecutiveFailures === 1 ? "" : `${told.consecutiveFailures} runs in a row failed. `}Nothing ` +
            "more is done; when the cause is gone, create it again.",
        `Last error: ${cut(inPlainWords(told.lastError), 400)}`,
      ];
    case "nav_sync_waiting":
      return [title("⏳", told, "waits"), ...waitingLines(told, "nothing of it", "it")];
  }
}

const title = (icon: string, { orderId }: NavSyncNotification, what: string) =>
  `${icon} <b>NAV sync #${orderId}</b> ${what}`;

const percentText = (bps: number) =>
  `${Math.floor(bps / 100)}.${String(bps % 100).padStart(2, "0")}%`;
