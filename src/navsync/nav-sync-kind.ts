import type { NavSync } from "../../schemas/nav-sync.ts";
import type { NavSyncEvent } from "../../schemas/nav-sync-event.ts";
import { ORDER_LIMITS } from "../../schemas/order-limits.ts";
import type { StrategyEvent } from "../../schemas/strategy-event.ts";
import { chainOf } from "../chain-of.ts";
import type { OrderKind } from "../kinds/order-kind.ts";
import { loadedOnce } from "../lib/expiring-cache.ts";
import { plainError } from "../lib/sanitize.ts";
import { formatBps } from "../settings/format-bps.ts";

/** NAV per unit that is kept together over a vault's chains. */
export const navSyncKind: OrderKind<NavSync> = {
  kind: "nav_sync",
  most: {
    // Another operator, who may own the vault elsewhere, must not stand in its way.
    ofVault: { most: 1, on: "all chains, of its operator" },
    ofOperator: { most: ORDER_LIMITS.maxActivePerOperator, with: ["twap"] },
  },
  hasCard: false,
  /**
   * What became of the last one (three requests), NAVs of seven chains (two each), the settings of the chain that sends, and a
   * slice's own with looks at both chains: how the vault there converts what arrives, its NAV, the simulated fill and what it holds (five there,
   * three here), venues' prices there (one), two prices, and the two calls to the bridge's venue. What has nothing to send takes the
   * first seventeen and its end. Reserved while it runs: with every read at a second node, and writes that met an operator's command.
   */
  costs: { needs: 40, reserves: 75 },
  eventOf: (event: NavSyncEvent, seenBy) => {
    if (seenBy === "owner" || event.success) return syncEventOf(event);
    const { sync: _, ...failed } = event;
    return syncEventOf({ ...failed, error: plainError(event.code) });
  },
  rules: loadedOnce(async () => (await import("./nav-sync-rules.ts")).navSyncRules),
};

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
