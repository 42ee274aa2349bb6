import { SCHEDULE_ROUTES } from "../schemas/orders/schedule-routes.ts";
import type { LazyRoute } from "../src/route.ts";
import { CHANNEL_ROUTES } from "../src/tables/channels.ts";
import { ORDER_KIND_DOORS } from "../src/tables/order-kind-doors.ts";

/**
 * Every endpoint there is, by where it is. A route's file, and what only it imports, is evaluated
 * with its first call: a Worker starts in the time of what this list holds, however many routes
 * there are (a test compares it with the files).
 */
export const ROUTE_TABLE: readonly LazyRoute[] = [
  { method: "POST", path: "/api/chat", load: async () => (await import("./chat.ts")).chat },
  {
    method: "POST",
    path: "/api/settings/slippage",
    load: async () => (await import("./settings/set-slippage.ts")).setSlippage,
  },
  {
    method: "POST",
    path: "/api/settings/sync-tolerance",
    load: async () => (await import("./settings/set-sync-tolerance.ts")).setSyncTolerance,
  },
  {
    method: "POST",
    path: "/api/settings/swap-shield",
    load: async () => (await import("./settings/set-swap-shield.ts")).setSwapShield,
  },
  {
    method: "POST",
    path: "/api/settings/nav-shield",
    load: async () => (await import("./settings/set-nav-shield.ts")).setNavShield,
  },
  {
    method: "POST",
    path: "/api/settings/loss-budget",
    load: async () => (await import("./settings/set-loss-budget.ts")).setLossBudget,
  },
  {
    method: "POST",
    path: "/api/settings/perp-limits",
    load: async () => (await import("./settings/set-perp-limits.ts")).setPerpLimits,
  },
  {
    method: "GET",
    path: "/api/settings",
    load: async () => (await import("./settings/get-settings.ts")).getSettings,
  },
  {
    method: "GET",
    path: "/api/settings/limits",
    load: async () => (await import("./settings/get-limits.ts")).getLimits,
  },
  {
    method: "POST",
    path: "/api/settings/limits",
    load: async () => (await import("./settings/set-limits.ts")).setLimits,
  },
  {
    method: "GET",
    path: "/api/settings/exec-mode",
    load: async () => (await import("./settings/get-exec-mode.ts")).getExecMode,
  },
  {
    method: "POST",
    path: "/api/settings/exec-mode",
    load: async () => (await import("./settings/set-exec-mode.ts")).setExecMode,
  },
  {
    method: "POST",
    path: "/api/settings/approve-with",
    load: async () => (await import("./settings/set-approve-with.ts")).setApproveWith,
  },
  {
    method: "GET",
    path: "/api/tools",
    load: async () => (await import("./tools/list-tools.ts")).listTools,
  },
  {
    method: "GET",
    path: "/api/tools/call",
    load: async () => (await import("./tools/call-tool-by-get.ts")).callToolByGet,
  },
  {
    method: "POST",
    path: "/api/tools",
    load: async () => (await import("./tools/call-tool.ts")).callTool,
  },
  ...Object.values(ORDER_KIND_DOORS).flat(),
  { method: "POST", path: "/mcp", load: async () => (await import("./mcp.ts")).mcp },
  {
    method: "GET",
    path: "/api/quote",
    load: async () => (await import("./quote/get-quote.ts")).getQuote,
  },
  {
    method: "GET",
    path: "/api/quote/0x",
    aliases: ["/api/quote/aggregator"],
    load: async () => (await import("./zerox/get-quote-0x.ts")).getQuote0x,
  },
  {
    method: "POST",
    path: "/api/quote/uniswap",
    aliases: ["/api/quote/pool_dex"],
    load: async () => (await import("./uniswap/post-quote-uniswap.ts")).postQuoteUniswap,
  },
  {
    method: "POST",
    path: "/api/delegation/setup",
    load: async () => (await import("./delegation/setup-delegation.ts")).setupDelegationRoute,
  },
  {
    method: "POST",
    path: "/api/delegation/confirm",
    load: async () => (await import("./delegation/confirm-delegation.ts")).confirmDelegationRoute,
  },
  {
    method: "GET",
    path: "/api/orders",
    load: async () => (await import("./orders/list-orders.ts")).listOrdersRoute,
  },
  {
    method: "GET",
    path: "/api/operations",
    load: async () => (await import("./operations/list-operations.ts")).listOperations,
  },
  {
    method: "POST",
    path: "/api/operations/approve",
    load: async () => (await import("./operations/approve-operation.ts")).approveOperation,
  },
  {
    method: "POST",
    path: "/api/operations/reject",
    load: async () => (await import("./operations/reject-operation.ts")).rejectOperation,
  },
  {
    method: "POST",
    path: "/api/grants",
    load: async () => (await import("./grants/give-grant.ts")).giveGrantRoute,
  },
  {
    method: "GET",
    path: "/api/grants",
    load: async () => (await import("./grants/list-grants.ts")).listGrantsRoute,
  },
  {
    method: "POST",
    path: "/api/grants/end",
    load: async () => (await import("./grants/end-grant.ts")).endGrantRoute,
  },
  {
    method: "POST",
    path: "/api/grants/token",
    load: async () => (await import("./grants/create-grant-token.ts")).createGrantToken,
  },
  {
    method: "GET",
    path: "/api/vault",
    load: async () => (await import("./vault/get-vault.ts")).getVault,
  },
  {
    method: "GET",
    path: "/api/vault/trades",
    load: async () => (await import("./vault/get-trades.ts")).getTrades,
  },
  {
    method: "GET",
    path: "/api/vault/history",
    load: async () => (await import("./vault/get-history.ts")).getHistory,
  },
  {
    method: "GET",
    path: "/api/vault/balances",
    load: async () => (await import("./vault/get-balances.ts")).getBalances,
  },
  {
    method: "POST",
    path: "/api/vault/freeze",
    load: async () => (await import("./vault/freeze-vault.ts")).freezeVaultRoute,
  },
  {
    method: "POST",
    path: "/api/vault/unfreeze",
    load: async () => (await import("./vault/unfreeze-vault.ts")).unfreezeVaultRoute,
  },
  {
    method: "GET",
    path: "/api/vault/ready",
    load: async () => (await import("./vault/vault-ready.ts")).vaultReadyRoute,
  },
  ...CHANNEL_ROUTES,
  {
    method: "GET",
    path: "/api/strategy-events",
    load: async () => (await import("./strategy-events.ts")).strategyEvents,
  },
  {
    method: "GET",
    path: "/api/events",
    load: async () => (await import("./stream-events.ts")).streamEventsRoute,
  },
  {
    method: "POST",
    path: "/api/webhooks",
    load: async () => (await import("./webhooks/add-webhook.ts")).addWebhook,
  },
  {
    method: "GET",
    path: "/api/webhooks",
    load: async () => (await import("./webhooks/list-webhooks.ts")).listWebhooksRoute,
  },
  {
    method: "POST",
    path: "/api/webhooks/remove",
    load: async () => (await import("./webhooks/remove-webhook.ts")).removeWebhookRoute,
  },
  {
    method: "GET",
    path: "/api/audit",
    load: async () => (await import("./audit/get-audit.ts")).getAudit,
  },
  {
    method: "GET",
    path: "/api/audit/csv",
    load: async () => (await import("./audit/get-audit-csv.ts")).getAuditCsv,
  },
  { method: "GET", path: "/", load: async () => (await import("./discovery/get-home.ts")).getHome },
  {
    method: "GET",
    path: "/favicon.ico",
    load: async () => (await import("./discovery/get-favicon.ts")).getFavicon,
  },
  {
    method: "GET",
    path: "/robots.txt",
    load: async () => (await import("./discovery/get-robots.ts")).getRobots,
  },
  {
    method: "GET",
    path: "/.well-known/security.txt",
    load: async () => (await import("./discovery/get-security-text.ts")).getSecurityText,
  },
  {
    method: "GET",
    path: "/.well-known/oauth-protected-resource",
    aliases: ["/.well-known/oauth-protected-resource/mcp"],
    load: async () => (await import("./discovery/get-protected-resource.ts")).getProtectedResource,
  },
  {
    method: "GET",
    path: "/openapi.json",
    load: async () => (await import("./discovery/get-openapi.ts")).getOpenapi,
  },
  {
    method: "GET",
    path: "/docs",
    load: async () => (await import("./discovery/get-docs.ts")).getDocs,
  },
  {
    method: "GET",
    path: "/.well-known/x402",
    load: async () => (await import("./discovery/get-x402.ts")).getX402,
  },
  {
    method: "GET",
    path: "/llms.txt",
    load: async () => (await import("./discovery/get-llms.ts")).getLlms,
  },
  {
    method: "GET",
    path: "/skill.md",
    load: async () => (await import("./discovery/get-skill.ts")).getSkill,
  },
  {
    method: "GET",
    path: "/.well-known/agent-skills/index.json",
    load: async () => (await import("./discovery/get-skill-index.ts")).getSkillIndex,
  },
  {
    method: "GET",
    path: "/api/health",
    load: async () => (await import("./discovery/get-health.ts")).getHealth,
  },
  {
    method: "POST",
    path: SCHEDULE_ROUTES.tick,
    load: async () => (await import("./internal/run-tick.ts")).runTickRoute,
  },
  {
    method: "POST",
    path: SCHEDULE_ROUTES.shard,
    load: async () => (await import("./internal/run-shard.ts")).runShardRoute,
  },
  {
    method: "POST",
    path: "/api/internal/outbox",
    load: async () => (await import("./internal/deliver-outbox.ts")).deliverOutboxRoute,
  },
  {
    method: "POST",
    path: "/api/internal/webhooks",
    load: async () => (await import("./internal/deliver-webhooks.ts")).deliverWebhooksRoute,
  },
  {
    method: "POST",
    path: "/api/internal/local-clock",
    load: async () => (await import("./internal/local-clock.ts")).localClock,
  },
];
