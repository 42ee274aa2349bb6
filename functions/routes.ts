import type { Route } from "../src/route.ts";
import { getAudit } from "./audit/get-audit.ts";
import { getAuditCsv } from "./audit/get-audit-csv.ts";
import { chat } from "./chat.ts";
import { confirmDelegationRoute } from "./delegation/confirm-delegation.ts";
import { setupDelegationRoute } from "./delegation/setup-delegation.ts";
import { getDocs } from "./discovery/get-docs.ts";
import { getHealth } from "./discovery/get-health.ts";
import { getLlms } from "./discovery/get-llms.ts";
import { getOpenapi } from "./discovery/get-openapi.ts";
import { getX402 } from "./discovery/get-x402.ts";
import { deliverOutboxRoute } from "./internal/deliver-outbox.ts";
import { localClock } from "./internal/local-clock.ts";
import { telegramUpdateRoute } from "./internal/telegram-update.ts";
import { twapSlices } from "./internal/twap-slices.ts";
import { twapTick } from "./internal/twap-tick.ts";
import { mcp } from "./mcp.ts";
import { approveOperation } from "./operations/approve-operation.ts";
import { rejectOperation } from "./operations/reject-operation.ts";
import { getQuote } from "./quote/get-quote.ts";
import { getQuote0x } from "./quote/get-quote-0x.ts";
import { postQuoteUniswap } from "./quote/post-quote-uniswap.ts";
import { getExecMode } from "./settings/get-exec-mode.ts";
import { setExecMode } from "./settings/set-exec-mode.ts";
import { setLossBudget } from "./settings/set-loss-budget.ts";
import { setNavShield } from "./settings/set-nav-shield.ts";
import { setSlippage } from "./settings/set-slippage.ts";
import { setSwapShield } from "./settings/set-swap-shield.ts";
import { setSyncTolerance } from "./settings/set-sync-tolerance.ts";
import { strategyEvents } from "./strategy-events.ts";
import { pairTelegram } from "./telegram/pair-telegram.ts";
import { telegramWebhook } from "./telegram/telegram-webhook.ts";
import { unpairTelegram } from "./telegram/unpair-telegram.ts";
import { callTool } from "./tools/call-tool.ts";
import { createTwapOrderRoute } from "./tools/create-twap-order.ts";
import { listTools } from "./tools/list-tools.ts";
import { freezeVaultRoute } from "./vault/freeze-vault.ts";
import { unfreezeVaultRoute } from "./vault/unfreeze-vault.ts";

/** Every endpoint there is. */
export const routes: readonly Route[] = [
  chat,
  setSlippage,
  setSyncTolerance,
  setSwapShield,
  setNavShield,
  setLossBudget,
  getExecMode,
  setExecMode,
  listTools,
  callTool,
  createTwapOrderRoute,
  mcp,
  getQuote,
  getQuote0x,
  postQuoteUniswap,
  setupDelegationRoute,
  confirmDelegationRoute,
  approveOperation,
  rejectOperation,
  freezeVaultRoute,
  unfreezeVaultRoute,
  pairTelegram,
  unpairTelegram,
  strategyEvents,
  getAudit,
  getAuditCsv,
  getOpenapi,
  getDocs,
  getX402,
  getLlms,
  getHealth,
  twapTick,
  twapSlices,
  deliverOutboxRoute,
  telegramWebhook,
  telegramUpdateRoute,
  localClock,
];
