import type { NavSync, NavSyncStatus } from "../../schemas/nav-sync.ts";
import { chainOf } from "../chain-of.ts";
import { inPlainWords } from "../lib/in-plain-words.ts";
import { utcMinute } from "../lib/sanitize.ts";
import { formatBps } from "../settings/format-bps.ts";
import { waitingText } from "../twap/order-change-text.ts";

const STATE_WORDS = {
  active: "active",
  pending_confirmation: "active, what it sent awaits confirmation",
  auto_paused: "stopped after failures; create it again when their cause is gone",
  cancelled: "cancelled",
  cancelling: "cancelling: what it sent awaits confirmation",
} as const;

/** The NAV sync in words. */
export function navSyncText(sync: NavSync): string {
  const { id, token, lastSync, lastLook, consecutiveFailures, waiting } = sync;
  const isOpen = sync.status !== "cancelled";
  return [
    `#${id} ${STATE_WORDS[stateOfSync(sync)]}`,
    `  Every ${sync.intervalMinutes} minutes: sends ${token} from the chain with the highest ` +
      "NAV per unit to the one with the lowest when they are more than " +
      `${formatBps(sync.thresholdBps)} apart`,
    `  At most ${sync.maxPerRun} ${token} a run and ${sync.maxPerDay} ${token} in 24 hours`,
    `  Sent so far: ${sync.syncsExecuted} ` +
      `times${lastSync === undefined ? "" : `, last ${lastSync.amount} ${token} from ${chainOf(lastSync.fromChainId).name} to ${chainOf(lastSync.toChainId).name} (${utcMinute(lastSync.atMs)})`}`,
    ...(lastLook === undefined
      ? []
      : [`  Last looked ${utcMinute(lastLook.atMs)}: ${lastLook.found}`]),
    ...(isOpen && consecutiveFailures > 0
      ? [
          `  Failures in a row: ${consecutiveFailures}, last: ` +
            `${inPlainWords(sync.lastError ?? "unknown")}`,
        ]
      : []),
    ...(waiting !== undefined && sync.status === "active"
      ? [`  Waiting since ${utcMinute(waiting.sinceMs)}: ${waitingText(waiting.reason)}.`]
      : []),
  ].join("\n");
}

export type NavSyncState = NavSyncStatus | "cancelling";

/** `cancelling`: a transaction is out. */
export const stateOfSync = ({
  status,
  pendingAttempt,
}: Pick<NavSync, "status" | "pendingAttempt">): NavSyncState =>
  status === "cancelled" && pendingAttempt !== undefined ? "cancelling" : status;
