import type { NavSync } from "../../schemas/nav-sync.ts";
import type { NavSyncEvent } from "../../schemas/nav-sync-event.ts";
import { ORDER_LIMITS } from "../../schemas/order-limits.ts";
import type { OrderKind } from "../kinds/order-kind.ts";
import { loadedOnce } from "../lib/loaded-once.ts";
import { syncEventOf } from "./sync-event-of.ts";

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
   * slice's own with looks at both chains: how the vault there converts what arrives, its NAV, and the simulated fill (four there, two here), two
   * prices, and the two calls to the bridge's venue. What has nothing to send takes the
   * first seventeen and its end. Reserved while it runs: with every read at a second node, and writes that met an operator's command.
   */
  costs: { needs: 37, reserves: 70 },
  eventOf: (event: NavSyncEvent) => syncEventOf(event),
  rules: loadedOnce(async () => (await import("./nav-sync-rules.ts")).navSyncRules),
};
