import type { NavSync } from "../../schemas/nav-sync.ts";
import type { NavSyncEvent } from "../../schemas/nav-sync-event.ts";
import { ORDER_LIMITS } from "../../schemas/order-limits.ts";
import type { StrategyEvent } from "../../schemas/strategy-event.ts";
import { chainOf } from "../chain-of.ts";
import type { OrderKind } from "../kinds/order-kind.ts";
import { loadedOnce } from "../lib/expiring-cache.ts";
import { plainError } from "../lib/sanitize.ts";
import { formatBps } from "../settings/format-bps.ts";

/** Keeps NAV per unit together over a vault's chains. */
export const navSyncKind: OrderKind<NavSync> = {
  kind: "nav_sync",
  most: {
    // An operator of another chain must not block it.
    ofVault: { most: 1, on: "all chains, of its operator" },
    ofOperator: { most: ORDER_LIMITS.maxActivePerOperator, with: ["twap"] },
  },
  hasCard: false,
  /**
   * Requests: last deposit 3, NAVs of 7 chains 2 each, the sending chain's settings, a slice's own,
   * the destination's NAV and fill (5 there, 3 here), prices 3, bridge 2. Idle runs take 17 and
   * their end. Reserved: every read again at a second node, and contended writes.
   */
  costs: { needs: 40, reserves: 75 },
  eventOf: (event: NavSyncEvent, seenBy) => {
    if (seenBy === "owner" || event.success) return syncEventOf(event);
    const { sync: _, ...failed } = event;
    return syncEventOf({ ...failed, error: plainError(event.code) });
  },
  rules: loadedOnce(async () => (await import("./nav-sync-rules.ts")).navSyncRules),
};

/** The polled event, in one line. */
export function syncEventOf({
  orderId,
  timestamp,
  success,
  token,
  sync,
  error,
}: NavSyncEvent): StrategyEvent {
  const chains = sync && { fromChainId: sync.fromChainId, toChainId: sync.toChainId };
  const what =
    sync &&
    `${sync.amount} ${token} from ${chainOf(sync.fromChainId).name} to ` +
      `${chainOf(sync.toChainId).name}`;
  const summary = success
    ? `NAV sync #${orderId} sent ${what ?? token}: NAV per unit was ` +
      `${formatBps(sync?.spreadBps ?? 0)} apart`
    : `NAV sync #${orderId} failed${what === undefined ? "" : ` to send ${what}`}: ` +
      `${error ?? "unknown error"}`;
  return {
    type: "nav_sync",
    timestamp,
    success,
    navSyncId: orderId,
    ...chains,
    summary: summary.replace(/\s+/g, " "),
  };
}
