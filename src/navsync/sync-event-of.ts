import type { NavSyncEvent } from "../../schemas/nav-sync-event.ts";
import type { StrategyEvent } from "../../schemas/strategy-event.ts";
import { chainOf } from "../chain-of.ts";
import { formatBps } from "../settings/format-bps.ts";

/** The polled form of a NAV sync's event; its summary is one line. */
export function syncEventOf({ orderId, timestamp, success, token, sync, error }: NavSyncEvent): StrategyEvent {
  const chains = sync && { fromChainId: sync.fromChainId, toChainId: sync.toChainId };
  const what =
    sync && `${sync.amount} ${token} from ${chainOf(sync.fromChainId).name} to ${chainOf(sync.toChainId).name}`;
  const summary = success
    ? `NAV sync #${orderId} sent ${what ?? token}: NAV per unit was ${formatBps(sync?.spreadBps ?? 0)} apart`
    : `NAV sync #${orderId} failed${what === undefined ? "" : ` to send ${what}`}: ${error ?? "unknown error"}`;
  return { type: "nav_sync", timestamp, success, navSyncId: orderId, ...chains, summary: summary.replace(/\s+/g, " ") };
}
