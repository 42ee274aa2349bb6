import type * as z from "zod";
import type { getAudit } from "../../functions/audit/get-audit.ts";
import type { getAuditCsv } from "../../functions/audit/get-audit-csv.ts";
import type { chat } from "../../functions/chat.ts";
import type { confirmDelegationRoute } from "../../functions/delegation/confirm-delegation.ts";
import type { setupDelegationRoute } from "../../functions/delegation/setup-delegation.ts";
import type { getDocs } from "../../functions/discovery/get-docs.ts";
import type { getFavicon } from "../../functions/discovery/get-favicon.ts";
import type { getHealth } from "../../functions/discovery/get-health.ts";
import type { getHome } from "../../functions/discovery/get-home.ts";
import type { getLlms } from "../../functions/discovery/get-llms.ts";
import type { getOpenapi } from "../../functions/discovery/get-openapi.ts";
import type { getProtectedResource } from "../../functions/discovery/get-protected-resource.ts";
import type { getRobots } from "../../functions/discovery/get-robots.ts";
import type { getSecurityText } from "../../functions/discovery/get-security-text.ts";
import type { getSkill } from "../../functions/discovery/get-skill.ts";
import type { getSkillIndex } from "../../functions/discovery/get-skill-index.ts";
import type { getX402 } from "../../functions/discovery/get-x402.ts";
import type { createGrantToken } from "../../functions/grants/create-grant-token.ts";
import type { endGrantRoute } from "../../functions/grants/end-grant.ts";
import type { giveGrantRoute } from "../../functions/grants/give-grant.ts";
import type { listGrantsRoute } from "../../functions/grants/list-grants.ts";
import type { approveOperation } from "../../functions/operations/approve-operation.ts";
import type { listOperations } from "../../functions/operations/list-operations.ts";
import type { rejectOperation } from "../../functions/operations/reject-operation.ts";
import type { listOrdersRoute } from "../../functions/orders/list-orders.ts";
import type { getQuote } from "../../functions/quote/get-quote.ts";
import type { getExecMode } from "../../functions/settings/get-exec-mode.ts";
import type { getLimits } from "../../functions/settings/get-limits.ts";
import type { getSettings } from "../../functions/settings/get-settings.ts";
import type { setApproveWith } from "../../functions/settings/set-approve-with.ts";
import type { setExecMode } from "../../functions/settings/set-exec-mode.ts";
import type { setLimits } from "../../functions/settings/set-limits.ts";
import type { setLossBudget } from "../../functions/settings/set-loss-budget.ts";
import type { setNavShield } from "../../functions/settings/set-nav-shield.ts";
import type { setPerpLimits } from "../../functions/settings/set-perp-limits.ts";
import type { setSlippage } from "../../functions/settings/set-slippage.ts";
import type { setSwapShield } from "../../functions/settings/set-swap-shield.ts";
import type { setSyncTolerance } from "../../functions/settings/set-sync-tolerance.ts";
import type { strategyEvents } from "../../functions/strategy-events.ts";
import type { streamEventsRoute } from "../../functions/stream-events.ts";
import type { pairTelegram } from "../../functions/telegram/pair-telegram.ts";
import type { unpairTelegram } from "../../functions/telegram/unpair-telegram.ts";
import type { callTool } from "../../functions/tools/call-tool.ts";
import type { callToolByGet } from "../../functions/tools/call-tool-by-get.ts";
import type { listTools } from "../../functions/tools/list-tools.ts";
import type { createTwapOrderRoute } from "../../functions/twap/create-twap-order.ts";
import type { getOrderQualityRoute } from "../../functions/twap/get-order-quality.ts";
import type { getTwapOrderRoute } from "../../functions/twap/get-twap-order.ts";
import type { postQuoteUniswap } from "../../functions/uniswap/post-quote-uniswap.ts";
import type { freezeVaultRoute } from "../../functions/vault/freeze-vault.ts";
import type { getBalances } from "../../functions/vault/get-balances.ts";
import type { getHistory } from "../../functions/vault/get-history.ts";
import type { getTrades } from "../../functions/vault/get-trades.ts";
import type { getVault } from "../../functions/vault/get-vault.ts";
import type { unfreezeVaultRoute } from "../../functions/vault/unfreeze-vault.ts";
import type { vaultReadyRoute } from "../../functions/vault/vault-ready.ts";
import type { addWebhook } from "../../functions/webhooks/add-webhook.ts";
import type { listWebhooksRoute } from "../../functions/webhooks/list-webhooks.ts";
import type { removeWebhookRoute } from "../../functions/webhooks/remove-webhook.ts";
import type { getQuote0x } from "../../functions/zerox/get-quote-0x.ts";

/** Every public route by operation id. Types only: no server code reaches a client's bundle. */
type Routes = {
  chat: typeof chat;
  setSlippage: typeof setSlippage;
  setSyncTolerance: typeof setSyncTolerance;
  setSwapShieldTolerance: typeof setSwapShield;
  setNavShieldThreshold: typeof setNavShield;
  setLossBudget: typeof setLossBudget;
  setPerpLimits: typeof setPerpLimits;
  getSettings: typeof getSettings;
  getLimits: typeof getLimits;
  setLimits: typeof setLimits;
  getExecMode: typeof getExecMode;
  setExecMode: typeof setExecMode;
  setApproveWith: typeof setApproveWith;
  listTools: typeof listTools;
  callTool: typeof callTool;
  callToolByGet: typeof callToolByGet;
  createTwapOrder: typeof createTwapOrderRoute;
  getTwapOrder: typeof getTwapOrderRoute;
  getOrderQuality: typeof getOrderQualityRoute;
  getQuote: typeof getQuote;
  getQuote0x: typeof getQuote0x;
  postQuoteUniswap: typeof postQuoteUniswap;
  setupDelegation: typeof setupDelegationRoute;
  confirmDelegation: typeof confirmDelegationRoute;
  listOrders: typeof listOrdersRoute;
  listOperations: typeof listOperations;
  approveOperation: typeof approveOperation;
  rejectOperation: typeof rejectOperation;
  getVault: typeof getVault;
  getVaultTrades: typeof getTrades;
  getVaultHistory: typeof getHistory;
  getBalances: typeof getBalances;
  freezeVault: typeof freezeVaultRoute;
  unfreezeVault: typeof unfreezeVaultRoute;
  vaultReady: typeof vaultReadyRoute;
  pairTelegram: typeof pairTelegram;
  unpairTelegram: typeof unpairTelegram;
  listStrategyEvents: typeof strategyEvents;
  streamEvents: typeof streamEventsRoute;
  giveGrant: typeof giveGrantRoute;
  listGrants: typeof listGrantsRoute;
  endGrant: typeof endGrantRoute;
  createGrantToken: typeof createGrantToken;
  addWebhook: typeof addWebhook;
  listWebhooks: typeof listWebhooksRoute;
  removeWebhook: typeof removeWebhookRoute;
  getAudit: typeof getAudit;
  getAuditCsv: typeof getAuditCsv;
  getOpenapi: typeof getOpenapi;
  getHome: typeof getHome;
  getFavicon: typeof getFavicon;
  getRobots: typeof getRobots;
  getSecurityText: typeof getSecurityText;
  getProtectedResource: typeof getProtectedResource;
  getDocs: typeof getDocs;
  getX402: typeof getX402;
  getLlms: typeof getLlms;
  getSkill: typeof getSkill;
  getSkillIndex: typeof getSkillIndex;
  getHealth: typeof getHealth;
};

/** Method and path of each. A test compares them with the routes. */
export const CLIENT_ROUTES = {
  chat: ["POST", "/api/chat"],
  setSlippage: ["POST", "/api/settings/slippage"],
  setSyncTolerance: ["POST", "/api/settings/sync-tolerance"],
  setSwapShieldTolerance: ["POST", "/api/settings/swap-shield"],
  setNavShieldThreshold: ["POST", "/api/settings/nav-shield"],
  setLossBudget: ["POST", "/api/settings/loss-budget"],
  setPerpLimits: ["POST", "/api/settings/perp-limits"],
  getSettings: ["GET", "/api/settings"],
  getLimits: ["GET", "/api/settings/limits"],
  setLimits: ["POST", "/api/settings/limits"],
  getExecMode: ["GET", "/api/settings/exec-mode"],
  setExecMode: ["POST", "/api/settings/exec-mode"],
  setApproveWith: ["POST", "/api/settings/approve-with"],
  listTools: ["GET", "/api/tools"],
  callTool: ["POST", "/api/tools"],
  callToolByGet: ["GET", "/api/tools/call"],
  createTwapOrder: ["POST", "/api/tools/create_twap_order"],
  getTwapOrder: ["GET", "/api/twap-order"],
  getOrderQuality: ["GET", "/api/twap-order/quality"],
  getQuote: ["GET", "/api/quote"],
  getQuote0x: ["GET", "/api/quote/0x"],
  postQuoteUniswap: ["POST", "/api/quote/uniswap"],
  setupDelegation: ["POST", "/api/delegation/setup"],
  confirmDelegation: ["POST", "/api/delegation/confirm"],
  listOrders: ["GET", "/api/orders"],
  listOperations: ["GET", "/api/operations"],
  approveOperation: ["POST", "/api/operations/approve"],
  rejectOperation: ["POST", "/api/operations/reject"],
  getVault: ["GET", "/api/vault"],
  getVaultTrades: ["GET", "/api/vault/trades"],
  getVaultHistory: ["GET", "/api/vault/history"],
  getBalances: ["GET", "/api/vault/balances"],
  freezeVault: ["POST", "/api/vault/freeze"],
  unfreezeVault: ["POST", "/api/vault/unfreeze"],
  vaultReady: ["GET", "/api/vault/ready"],
  pairTelegram: ["POST", "/api/telegram/pair"],
  unpairTelegram: ["POST", "/api/telegram/unpair"],
  listStrategyEvents: ["GET", "/api/strategy-events"],
  streamEvents: ["GET", "/api/events"],
  giveGrant: ["POST", "/api/grants"],
  listGrants: ["GET", "/api/grants"],
  endGrant: ["POST", "/api/grants/end"],
  createGrantToken: ["POST", "/api/grants/token"],
  addWebhook: ["POST", "/api/webhooks"],
  listWebhooks: ["GET", "/api/webhooks"],
  removeWebhook: ["POST", "/api/webhooks/remove"],
  getAudit: ["GET", "/api/audit"],
  getAuditCsv: ["GET", "/api/audit/csv"],
  getOpenapi: ["GET", "/openapi.json"],
  getHome: ["GET", "/"],
  getFavicon: ["GET", "/favicon.ico"],
  getRobots: ["GET", "/robots.txt"],
  getSecurityText: ["GET", "/.well-known/security.txt"],
  getProtectedResource: ["GET", "/.well-known/oauth-protected-resource"],
  getDocs: ["GET", "/docs"],
  getX402: ["GET", "/.well-known/x402"],
  getLlms: ["GET", "/llms.txt"],
  getSkill: ["GET", "/skill.md"],
  getSkillIndex: ["GET", "/.well-known/agent-skills/index.json"],
  getHealth: ["GET", "/api/health"],
} as const satisfies Record<keyof Routes, readonly ["GET" | "POST", string]>;

/** The client writes numbers of a query, which is text on the wire. */
type Written<Q> = { [K in keyof Q]: Q[K] | (string extends Q[K] ? number : never) };
type Part<Name extends string, T> = undefined extends T
  ? { [K in Name]?: never }
  : Record<string, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };

/** Input of an operation: query and body as its schemas read them, and headers of this call. */
export type ClientInput<Id extends keyof Routes> = Part<
  "query",
  Written<z.input<Routes[Id]["query"]>>
> &
  Part<"body", z.input<Routes[Id]["body"]>> & { headers?: Record<string, string> };
export type ClientOutput<Id extends keyof Routes> = z.output<Routes[Id]["output"]>;
export type OperationId = keyof Routes;
