import { CHANNEL_IDS } from "../../../schemas/notices/channel-ids.ts";
import { byHand } from "../by-hand.ts";

/**
 * Written by hand: `tool` is what a grant with tools needs for it, "own" what every grant has; the
 * least scope of an agent's grant that opens a route. `says` where the route leaves that to the
 * tool it runs; `with` and `body`: a request whose tool is the row's.
 */
type Row = {
  least: string;
  tool?: string;
  says?: string;
  with?: Record<string, unknown>;
  query?: string;
  body?: () => unknown;
};

const owner: Row = { least: "owner" };
const read = (tool: string): Row => ({ least: "read", tool });
/**
 * Nobody's credentials are looked at: fixed texts, quotes to anyone, what the schedule or a channel
 * signs.
 */
const none: Row = { least: "none" };
const each = (least: string, more: Partial<Row> = {}): Row => ({ least, says: "each", ...more });

const readOverMcp = () => ({
  ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
  params: { name: "get_token_balance", arguments: { token: "USDC" } },
});

export const GRANT_ROWS: Readonly<Record<string, Row>> = {
  // What a model would act by is read from words; the words of this row are those of a reading
  // tool.
  "POST /api/chat": each("read"),
  "POST /api/tools": each("read"),
  "POST /api/tools/create_twap_order": each("propose"),
  "POST /mcp": each("read", { query: "?pay=http", body: readOverMcp }),
  "POST /api/vault/freeze": each("trade"),
  "GET /api/vault/ready": each("read"),

  "GET /api/settings": read("get_vault_limits"),
  "GET /api/settings/limits": read("get_vault_limits"),
  "GET /api/settings/exec-mode": read("get_vault_limits"),
  "GET /api/twap-order": read("get_twap_order"),
  "GET /api/twap-order/quality": read("get_order_quality"),
  "GET /api/orders": read("get_vault_info"),
  "GET /api/operations": read("own"),
  "GET /api/vault": read("get_vault_info"),
  "GET /api/vault/trades": read("get_vault_trades"),
  "GET /api/vault/history": read("get_vault_history"),
  "GET /api/vault/balances": read("get_token_balance"),
  "GET /api/strategy-events": read("get_vault_info"),
  "GET /api/audit": read("own"),
  "GET /api/audit/csv": read("own"),

  // Sets, loosens, delegates, pairs, grants, approves; a stream outlives the call that opened it,
  // and a webhook its grant.
  "POST /api/settings/slippage": owner,
  "POST /api/settings/sync-tolerance": owner,
  "POST /api/settings/swap-shield": owner,
  "POST /api/settings/nav-shield": owner,
  "POST /api/settings/loss-budget": owner,
  "POST /api/settings/perp-limits": owner,
  "POST /api/settings/limits": owner,
  "POST /api/settings/exec-mode": owner,
  "POST /api/settings/approve-with": owner,
  "POST /api/delegation/setup": owner,
  "POST /api/delegation/confirm": owner,
  "POST /api/operations/approve": owner,
  "POST /api/operations/reject": owner,
  "POST /api/grants": owner,
  "GET /api/grants": owner,
  "POST /api/vault/unfreeze": owner,
  ...ofChannels(["pair", "unpair"], owner),
  "GET /api/events": owner,
  "POST /api/webhooks": owner,
  "GET /api/webhooks": owner,
  "POST /api/webhooks/remove": owner,

  // Given back by its own agent alone: the id of this row is nobody's (test/flows/doors/grants.test.ts
  // has the agent's own).
  "POST /api/grants/end": { least: "nobody's id", tool: "own", says: "read" },

  // Taken by its own agent's signature alone (test/flows/doors/grant-tokens.test.ts: a token takes none).
  "POST /api/grants/token": { least: "signed", tool: "own", says: "read" },

  "GET /api/tools": none,
  "GET /api/tools/call": none,
  "GET /api/quote": none,
  "GET /api/quote/0x": none,
  "POST /api/quote/uniswap": none,
  ...ofChannels(["webhook"], none),
  "POST /api/internal/telegram-update": none,
  "GET /": none,
  "GET /favicon.ico": none,
  "GET /robots.txt": none,
  "GET /.well-known/security.txt": none,
  "GET /.well-known/oauth-protected-resource": none,
  "GET /openapi.json": none,
  "GET /docs": none,
  "GET /.well-known/x402": none,
  "GET /llms.txt": none,
  "GET /skill.md": none,
  "GET /.well-known/agent-skills/index.json": none,
  "GET /api/health": none,
  "POST /api/internal/twap-tick": none,
  "POST /api/internal/twap-slices": none,
  "POST /api/internal/outbox": none,
  "POST /api/internal/webhooks": none,
  "POST /api/internal/local-clock": none,
};

/** A channel's routes have the same names, and open to the same callers. */
function ofChannels(words: readonly string[], row: Row): Record<string, Row> {
  const routes = CHANNEL_IDS.flatMap((id) => words.map((word) => `POST /api/${id}/${word}`));
  return Object.fromEntries(routes.map((route) => [route, row]));
}

const TOOLS_BY_SCOPE: Readonly<Record<string, readonly string[]>> = {
  read: [
    ...[
      "get_swap_quote",
      "get_vault_info",
      "get_vault_overview",
      "get_vault_trades",
      "get_vault_history",
      "get_token_balance",
      "switch_chain",
      "check_delegation_status",
    ],
    ...[
      "check_readiness",
      "get_vault_limits",
      "get_pool_info",
      "get_lp_positions",
      "perp_a_get_positions",
    ],
    ...[
      "perp_a_get_markets",
      "perp_b_get_positions",
      "perp_b_get_markets",
      "list_twap_orders",
      "get_twap_order",
      "get_order_quality",
    ],
    ...[
      "list_strategies",
      "list_nav_syncs",
      "list_trigger_orders",
      "get_crosschain_quote",
      "get_aggregated_nav",
    ],
    ...["get_rebalance_plan", "verify_bridge_arrival"],
  ],
  propose: [
    ...[
      "build_vault_swap",
      "add_liquidity",
      "remove_liquidity",
      "collect_lp_fees",
      "burn_position",
    ],
    ...[
      "perp_a_increase_position",
      "perp_a_decrease_position",
      "perp_a_cancel_order",
      "perp_a_update_order",
    ],
    ...["perp_a_claim_funding_fees", "perp_b_deposit", "perp_b_limit_order", "perp_b_cancel_order"],
    ...[
      "perp_b_usd_class_transfer",
      "perp_b_spot_send",
      "create_twap_order",
      "cancel_twap_order",
      "pause_twap_order",
    ],
    ...[
      "resume_twap_order",
      "skip_twap_slice",
      "edit_twap_order",
      "cancel_nav_sync",
      "create_trigger_order",
    ],
    ...[
      "cancel_trigger_order",
      "refresh_oracle_feed",
      "gov_stake",
      "gov_undelegate_stake",
      "gov_unstake",
    ],
    ...["gov_claim_rewards", "crosschain_transfer", "crosschain_sync"],
  ],
  trade: ["freeze_vault"],
  owner: [
    ...[
      "deploy_smart_pool",
      "fund_pool",
      "redeem_pool",
      "setup_delegation",
      "revoke_delegation",
      "revoke_selectors",
    ],
    ...[
      "set_default_slippage",
      "set_swap_shield_tolerance",
      "enable_swap_shield",
      "disable_swap_shield",
    ],
    ...["set_vault_limits", "create_nav_sync", "gov_end_epoch", "list_grants", "end_grant"],
  ],
};

export const TOOL_ROWS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(TOOLS_BY_SCOPE).flatMap(([scope, names]) => names.map((name) => [name, scope])),
  ),
  ...byHand.leastScope,
};
