import type { ShownGrant } from "../auth/grant-request.ts";
import { DEFAULT_CHAIN_ID } from "../chains.ts";
import type { WebhookView } from "../notices/webhook.ts";
import type { StrategyEvent } from "../orders/strategy-event.ts";
import type { TwapOrder } from "../orders/twap-order.ts";
import type { AuditExport } from "../vaults/audit-export.ts";
import type { VaultLimitsState } from "../vaults/change-vault-limits.ts";

const ZERO = "0x0000000000000000000000000000000000000000";
/** The other one of two compared venues. */
const VENUE = "uniswap";
/** USDC on Base, the token of the price examples too. */
const USDC = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const VAULT = "0x5a11c0de00000000000000000000000000000001";
const AGENT = "0x5a11c0de00000000000000000000000000000003";

/**
 * Operator auth as a caller sends it. The signature is made up: it has the form of one and verifies
 * nothing.
 */
const AUTH = {
  vaultAddress: VAULT,
  chainId: DEFAULT_CHAIN_ID,
  operatorAddress: "0x5a11c0de00000000000000000000000000000002",
  authSignature: `0x${"1b".repeat(65)}`,
  authTimestamp: 1_795_000_000_000,
} as const;

const DELEGATE_TRANSACTION = {
  to: VAULT,
  data: "0x",
  value: "0x0",
  chainId: DEFAULT_CHAIN_ID,
  from: AUTH.operatorAddress,
  gas: "0x30d40",
  maxFeePerGas: "0x989680",
  maxPriorityFeePerGas: "0xf4240",
  description: "Delegates 2 methods of the vault to the agent wallet",
  ownerOnly: true,
} as const;

/** A log of one entry. Its hashes are real; the signature is made up. */
const AUDIT: AuditExport = {
  vault: VAULT,
  chainId: DEFAULT_CHAIN_ID,
  entries: [
    {
      n: 1,
      at: 1_795_000_000_000,
      orderId: 7,
      content: '{"actor":"0x5a11c0de00000000000000000000000000000002","kind":"order_paused"}',
      digest: "640c36cadeb78517979114b07810c01f5d01674bcb974c1436c9081536070ac7",
      prev: "0".repeat(40),
      link: "b6be6efee6dcdfac6fbe6abc902e8793a76cf00f",
    },
  ],
  seals: [],
  head: {
    n: 1,
    first: 1,
    link: "b6be6efee6dcdfac6fbe6abc902e8793a76cf00f",
    rolling: "c373da1ced1e9d2859d28ef1d8028faa852b712d39894b001f1cdd94f4370e72",
    at: 1_795_000_060_000,
    agent: AGENT,
    keyVersion: 1,
    signature: `0x${"1b".repeat(65)}`,
  },
  next: null,
};

const LIMITS: VaultLimitsState = {
  limits: {
    maxPerTransaction: null,
    maxPerDay: "5000",
    maxPerTokenPerDay: null,
    perToken: [],
    tokens: "listed",
    named: [],
    hooks: [],
    venues: [VENUE, "0x"],
  },
  baseToken: { address: USDC, symbol: "USDC", decimals: 6 },
  used: { day: "1200.5", tokens: [{ token: ZERO, amount: "1200.5" }] },
  left: { day: "3799.5", tokens: [{ token: ZERO, amount: null }] },
};

/** An order with one slice behind it, and one to come. */
const ORDER: TwapOrder & { state: "active" } = {
  ...{
    id: 1,
    side: "sell",
    sellToken: "USDC",
    buyToken: "WETH",
    totalAmount: "50",
    sliceAmount: "25",
    sliceCount: 2,
  },
  ...{ sellTokenAddress: USDC, buyTokenAddress: "0x4200000000000000000000000000000000000006" },
  ...{
    intervalMinutes: 30,
    dex: VENUE,
    chainId: DEFAULT_CHAIN_ID,
    vaultAddress: VAULT,
    active: true,
  },
  ...{
    operatorAddress: AUTH.operatorAddress,
    createdAt: 1_795_000_000_000,
    consecutiveFailures: 0,
  },
  ...{
    lastExecution: 1_795_000_060_000,
    amountSpent: "25",
    totalBought: "0.01",
    slicesExecuted: 1,
  },
  ...{ autoExecute: true, status: "active", state: "active", sellDecimals: 6, buyDecimals: 18 },
  ...{ sellSymbol: "USDC", buySymbol: "WETH", totalBase: "50000000", sliceBase: "25000000" },
  ...{ spentBase: "25000000", boughtBase: "10000000000000000", amountsEstimated: false },
  ...{ anchorMs: 1_795_000_060_000, pointIndex: 1, attemptsOfSlice: 0 },
};

/** A slice of it as polling shows it. */
const EVENT: StrategyEvent = {
  ...{ type: "twap", timestamp: 1_795_000_000_000, success: true },
  ...{ summary: "Slice 1/10 executed.", twapOrderId: 1 },
};

/** Orders of every kind, as a list shows them. */
const ORDERS = { orders: [ORDER], navSyncs: [], triggers: [], venueOrders: [], unreadable: [] };

const WEBHOOK: WebhookView = {
  id: "wh_0f1e2d3c4b5a69788796a5b4c3d2e1f0",
  url: "https://hooks.example.com/sextant",
  createdAt: 1_795_000_000_000,
  status: "on",
  waiting: 1,
  dropped: 0,
  lastSuccessAt: null,
  lastFailure: null,
  failingSince: null,
  offAt: null,
};

/** Values that the examples of several routes share. They are shown to readers and never sent. */
const GRANT: ShownGrant = {
  id: "4c1f0d9e8b7a65544332211000ffeedd",
  name: "rebalancer",
  agent: "0x5a11c0de00000000000000000000000000000004",
  scope: "trade",
  chain: String(DEFAULT_CHAIN_ID),
  createdAt: 1_795_000_000_000,
  expiresAt: 1_797_592_000_000,
  status: "lasts",
  endedBy: null,
  lastUsedAt: null,
  maxPerDay: "500",
  left: "500",
  baseToken: "USDC",
  tools: null,
  tokens: null,
};

export const EXAMPLES = {
  grant: GRANT,
  auth: AUTH,
  vault: VAULT,
  agent: AGENT,
  agentGas: {
    address: AGENT,
    coin: { symbol: "ETH", amount: "0.02", amountBase: "20000000000000000" },
    trade: { amount: "0.0001", amountBase: "100000000000000" },
    trades: 200,
  },
  chainId: DEFAULT_CHAIN_ID,
  /** The same in a query. */
  chainIdText: String(DEFAULT_CHAIN_ID),
  venue: VENUE,
  zero: ZERO,
  usdc: USDC,
  delegateTransaction: DELEGATE_TRANSACTION,
  audit: AUDIT,
  webhook: WEBHOOK,
  limits: LIMITS,
  order: ORDER,
  orders: ORDERS,
  event: EVENT,
} as const;
