import { CHANNEL_IDS } from "../../schemas/notices/channel-ids.ts";
import { credentialHeaders } from "./callers/credential-headers.ts";
import type { Credentials, TestStack, TestVault } from "./test-stack.ts";
import type { Kind, TextKind } from "./wrong-values.ts";

/**
 * A valid request of one route, and what each of its fields may not be. A GET's fields are in the
 * query.
 */
export type RouteTable = {
  /** Query of a POST; a GET's whole input is `valid`. */
  query?: string;
  valid: Record<string, unknown>;
  /** Sent with it: credentials, where they are not among the fields. */
  headers?: Record<string, string>;
  fields: Record<string, Kind>;
  required: string[];
  /**
   * Of a valid request: 200 but for those that only a signature of the schedule or a secret opens,
   * and those that want a fresh one.
   */
  answers?: number;
};
export type GetTable = Omit<RouteTable, "fields"> & { fields: Record<string, TextKind> };

export const CREDENTIAL_FIELDS = ["operatorAddress", "authSignature", "authTimestamp"];

/**
 * By "METHOD path". Every route of functions/routes.ts has its line: a test compares the two lists.
 */
export function routeTables(...of: Parameters<typeof tablesOf>): ReturnType<typeof tablesOf> {
  const tables = Object.entries(tablesOf(...of)).map(([route, table]) => {
    const isWrite =
      WRITES.some((path) => route.startsWith(`POST ${path}`)) &&
      Object.keys(table.fields).length > 0;
    // Of every write, beside its own fields.
    const dryRun = { dryRun: "bool" } as const;
    return [
      route,
      isWrite
        ? { ...table, fields: { ...table.fields, ...dryRun } as RouteTable["fields"] }
        : table,
    ];
  });
  return Object.fromEntries(tables);
}

const WRITES = [
  ...[
    "/api/settings/",
    "/api/tools",
    "/api/chat",
    "/api/vault/",
    "/api/delegation/",
    "/api/operations/",
  ],
  ...CHANNEL_IDS.flatMap((id) => [`/api/${id}/pair`, `/api/${id}/unpair`]),
  ...["/api/webhooks", "/api/grants"],
];

function tablesOf(
  stack: TestStack,
  vault: TestVault,
  credentials: Credentials,
): Record<string, RouteTable | GetTable> {
  const auth = { vaultAddress: vault.address, chainId: 8453, ...credentials };
  const authFields = {
    vaultAddress: "address",
    chainId: "chainId",
    operatorAddress: "operatorAddress",
    authSignature: "authSignature",
    authTimestamp: "authTimestamp",
  } as const;
  const anywhere = { ...authFields, chainId: "anyChainId" } as const;
  const needed = Object.keys(authFields);
  const setting = (name: string, value: string): RouteTable => ({
    valid: { ...auth, [name]: value },
    fields: { ...authFields, [name]: "setting", reset: "bool" },
    required: [...needed, name],
  });
  /** Free for the vault's operator, whose credentials are headers. */
  const ownRead = (valid: Record<string, string>, more: GetTable["fields"]): GetTable => ({
    ...{ valid, headers: credentialHeaders(credentials), required: ["vault"] },
    fields: { vault: "address", chainId: "anyChainId", ...more },
  });
  return {
    "POST /api/settings/slippage": setting("slippage", "1%"),
    "POST /api/settings/sync-tolerance": setting("tolerance", "1%"),
    "POST /api/settings/swap-shield": setting("tolerance", "5"),
    "POST /api/settings/nav-shield": setting("threshold", "10"),
    "POST /api/settings/loss-budget": {
      valid: { ...auth, day: "10" },
      fields: { ...anywhere, day: "setting", week: "setting", reset: "bool" },
      required: [...needed, "day"],
    },
    "POST /api/settings/perp-limits": {
      valid: { ...auth, collateral: "5%" },
      fields: {
        ...anywhere,
        leverage: "leverage",
        collateral: "setting",
        notional: "setting",
        liquidationDistance: "setting",
        priceAgeSec: "leverage",
        priceDeviation: "setting",
        reset: "bool",
      },
      required: [...needed, "collateral"],
    },
    "POST /api/settings/limits": {
      valid: { ...auth, maxPerDay: "1000" },
      fields: {
        ...anywhere,
        maxPerTransaction: "limitAmount",
        maxPerDay: "limitAmount",
        maxPerTokenPerDay: "limitAmount",
        perToken: "limitsOfTokens",
        tokens: "boughtTokens",
        venues: "venues",
        reset: "bool",
      },
      required: [...needed, "maxPerDay"],
    },
    "GET /api/settings/limits": {
      valid: auth,
      fields: { vaultAddress: "address", chainId: "anyChainId" },
      required: needed,
    },
    "GET /api/settings": ownRead({ vault: vault.address, chainId: "8453" }, {}),
    "GET /api/vault": ownRead({ vault: vault.address, chainId: "8453" }, {}),
    "GET /api/vault/trades": ownRead(
      { vault: vault.address, chainId: "8453", cursor: "9", limit: "20", format: "json" },
      { cursor: "ms", limit: "ms", format: "state" },
    ),
    "GET /api/vault/history": ownRead(
      { vault: vault.address, chainId: "8453", days: "7" },
      { days: "ms" },
    ),
    "GET /api/vault/balances": ownRead({ vault: vault.address, chainId: "8453" }, {}),
    "GET /api/orders": ownRead(
      { vault: vault.address, chainId: "8453", state: "open", cursor: "9", limit: "20" },
      { state: "state", cursor: "ms", limit: "ms" },
    ),
    "GET /api/operations": ownRead(
      { vault: vault.address, chainId: "8453", cursor: "0".repeat(32), limit: "20" },
      { cursor: "operation", limit: "ms" },
    ),
    "GET /api/settings/exec-mode": {
      valid: auth,
      fields: { vaultAddress: "address", chainId: "chainId" },
      required: needed,
    },
    "POST /api/settings/approve-with": {
      valid: { ...auth, approveWith: "day" },
      fields: { ...authFields, approveWith: "mode" },
      required: [...needed, "approveWith"],
    },
    "POST /api/settings/exec-mode": {
      valid: { ...auth, mode: "confirm" },
      fields: { ...authFields, mode: "mode" },
      required: [...needed, "mode"],
    },
    "GET /api/tools": { valid: {}, fields: {}, required: [] },
    "POST /api/chat": {
      valid: {
        ...auth,
        messages: [{ role: "user", content: "list twap orders" }],
        executionMode: "manual",
      },
      fields: {
        ...{
          ...authFields,
          messages: "messages",
          executionMode: "mode",
          slippageBps: "chatBps",
          stream: "bool",
        },
        questionId: "operationId",
      },
      required: ["messages", "vaultAddress", ...CREDENTIAL_FIELDS],
    },
    "GET /api/tools/call": {
      valid: {
        toolName: "get_token_balance",
        vaultAddress: vault.address,
        chainId: "8453",
        token: "USDC",
      },
      fields: { vaultAddress: "address", chainId: "chainId", token: "token" },
      required: ["toolName", "vaultAddress", "token"],
    },
    "POST /api/tools": {
      query: "?toolName=get_token_balance",
      valid: { arguments: { token: "USDC" }, executionMode: "manual", ...auth },
      fields: { ...authFields, arguments: "object", executionMode: "mode" },
      required: ["arguments", "vaultAddress", ...CREDENTIAL_FIELDS],
    },
    "POST /api/tools/create_twap_order": {
      valid: {
        ...auth,
        side: "sell",
        sellToken: "USDC",
        buyToken: "ETH",
        totalAmount: "100",
        sliceCount: 2,
        intervalMinutes: 5,
        dex: "uniswap",
        chain: "base",
        autoExecute: false,
      },
      fields: {
        ...authFields,
        side: "side",
        sellToken: "token",
        buyToken: "token",
        totalAmount: "amount",
        sliceCount: "count",
        intervalMinutes: "minutes",
        dex: "venue",
        chain: "chainText",
        autoExecute: "bool",
      },
      required: [
        ...[
          "side",
          "sellToken",
          "buyToken",
          "totalAmount",
          "sliceCount",
          "intervalMinutes",
          "vaultAddress",
        ],
        ...CREDENTIAL_FIELDS,
      ],
    },
    // The free method: its fields are wrong in the same way before anything is paid.
    "POST /mcp": {
      valid: { jsonrpc: "2.0", id: 1, method: "ping" },
      fields: { jsonrpc: "mode" },
      required: ["jsonrpc", "method"],
    },
    "GET /api/quote": {
      valid: { sell: "ETH", buy: "USDC", amount: "1", chain: "base", taker: vault.address },
      fields: {
        sell: "token",
        buy: "token",
        amount: "amount",
        chain: "chainText",
        taker: "address",
      },
      required: ["sell", "buy", "amount"],
    },
    "GET /api/quote/0x": {
      valid: {
        chainId: "8453",
        sellToken: "ETH",
        buyToken: "USDC",
        sellAmount: "1000000000000000000",
        taker: vault.address,
        slippageBps: "100",
      },
      fields: {
        chainId: "chainId",
        sellToken: "token",
        buyToken: "token",
        sellAmount: "baseAmount",
        buyAmount: "baseAmount",
        taker: "address",
        slippageBps: "bps",
      },
      required: ["sellToken", "buyToken", "sellAmount"],
    },
    "POST /api/quote/uniswap": {
      valid: {
        type: "EXACT_INPUT",
        amount: "1000000000000000000",
        tokenIn: "ETH",
        tokenOut: "USDC",
        tokenInChainId: 8453,
        tokenOutChainId: 8453,
        swapper: vault.address,
        slippageTolerance: 1,
        routingPreference: "CLASSIC",
        protocols: ["V4"],
      },
      fields: {
        type: "side",
        amount: "baseAmount",
        tokenIn: "token",
        tokenOut: "token",
        tokenInChainId: "chainId",
        tokenOutChainId: "chainId",
        swapper: "address",
        slippageTolerance: "percent",
        routingPreference: "mode",
        protocols: "list",
      },
      required: ["amount", "tokenIn", "tokenOut"],
    },
    "POST /api/delegation/setup": {
      valid: auth,
      fields: { ...anywhere, scopes: "scopes" },
      required: needed,
    },
    "POST /api/delegation/confirm": {
      valid: auth,
      fields: { ...anywhere, txHash: "txHash" },
      required: needed,
    },
    // No operation has this id: the table's answer is that of a good request to a wrong one.
    ...Object.fromEntries(
      ["approve", "reject"].map((word) => [
        `POST /api/operations/${word}`,
        {
          valid: { ...auth, operationId: "0".repeat(32) },
          fields: { ...anywhere, operationId: "operationId" },
          required: [...needed, "operationId"],
          answers: 400,
        } as const,
      ]),
    ),
    "POST /api/vault/freeze": { valid: auth, fields: authFields, required: needed },
    // What opens it is good for once: this signature, of the ordinary form, never is.
    "POST /api/vault/unfreeze": { valid: auth, fields: authFields, required: needed, answers: 401 },
    ...Object.fromEntries(
      CHANNEL_IDS.flatMap((id) => [`POST /api/${id}/pair`, `POST /api/${id}/unpair`]).map(
        (route) => [route, { valid: auth, fields: authFields, required: needed, answers: 401 }],
      ),
    ),
    "GET /api/events": {
      valid: { vault: vault.address, chainId: "8453", seconds: "1" },
      headers: credentialHeaders(credentials),
      fields: { vault: "address", chainId: "anyChainId", since: "ms", seconds: "seconds" },
      required: ["vault"],
    },
    "POST /api/webhooks": {
      valid: { ...auth, url: `${stack.stack.webhooks.url}/table` },
      fields: { ...anywhere, url: "webhookUrl" },
      required: [...needed, "url"],
    },
    "GET /api/webhooks": {
      valid: { vault: vault.address, chainId: "8453" },
      headers: credentialHeaders(credentials),
      fields: { vault: "address", chainId: "anyChainId" },
      required: ["vault"],
    },
    "GET /api/vault/ready": {
      valid: { vault: vault.address, chainId: "8453" },
      headers: credentialHeaders(credentials),
      fields: { vault: "address", chainId: "anyChainId" },
      required: ["vault"],
    },
    // Only a signature for the very grant gives one.
    "POST /api/grants": {
      valid: {
        ...auth,
        agent: `0x${"a9".repeat(20)}`,
        scope: "read",
        expiresAt: Math.floor(stack.stack.nowMs()) + 86_400_000,
      },
      fields: {
        ...{
          ...anywhere,
          agent: "address",
          scope: "mode",
          expiresAt: "ms",
          allChains: "bool",
          name: "grantName",
        },
        ...{ maxPerDay: "amount", tools: "list", tokens: "listOfAddresses" },
      },
      required: [...needed, "agent", "scope", "expiresAt"],
      answers: 401,
    },
    "GET /api/grants": ownRead({ vault: vault.address, chainId: "8453" }, {}),
    // There is no grant of this id.
    "POST /api/grants/end": {
      valid: { ...auth, id: "0".repeat(32) },
      fields: { ...anywhere, id: "grantId" },
      required: [...needed, "id"],
      answers: 403,
    },
    // Its agent's signature and X-Agent-Grant give one: the owner's own names no grant.
    "POST /api/grants/token": {
      valid: { ...auth, scope: "read", expiresInSec: 900 },
      fields: { ...anywhere, scope: "mode", expiresInSec: "tokenSeconds" },
      required: needed,
      answers: 400,
    },
    "POST /api/webhooks/remove": {
      valid: { ...auth, id: `wh_${"0".repeat(32)}` },
      fields: { ...anywhere, id: "webhookId" },
      required: [...needed, "id"],
    },
    "GET /api/strategy-events": {
      valid: { vault: vault.address, chainId: "8453", since: "0" },
      fields: { vault: "address", chainId: "anyChainId", since: "ms" },
      required: ["vault"],
    },
    // The order that the good request of POST /api/create-twap-order made, which is sent before.
    "GET /api/twap-order": {
      valid: { vault: vault.address, chainId: "8453", id: "1", cursor: "1", limit: "20" },
      headers: credentialHeaders(credentials),
      fields: { vault: "address", chainId: "chainId", id: "ms", cursor: "ms", limit: "ms" },
      required: ["vault", "id"],
    },
    "GET /api/twap-order/quality": {
      valid: { vault: vault.address, chainId: "8453", id: "1", format: "json" },
      headers: credentialHeaders(credentials),
      fields: { vault: "address", chainId: "chainId", id: "ms", format: "state" },
      required: ["vault", "id"],
    },
    ...Object.fromEntries(
      ["/api/audit", "/api/audit/csv"].map((path) => [
        `GET ${path}`,
        {
          valid: { vault: vault.address, chainId: "8453", from: "1" },
          headers: credentialHeaders(credentials),
          fields: { vault: "address", chainId: "anyChainId", from: "ms" },
          required: ["vault"],
        },
      ]),
    ),
    ...Object.fromEntries(
      [
        "/",
        "/favicon.ico",
        "/robots.txt",
        "/.well-known/security.txt",
        "/.well-known/oauth-protected-resource",
        "/openapi.json",
        "/docs",
        "/.well-known/x402",
        "/llms.txt",
        "/skill.md",
        "/.well-known/agent-skills/index.json",
        "/api/health",
      ].map((path) => [`GET ${path}`, { valid: {}, fields: {}, required: [] }]),
    ),
    "POST /api/internal/twap-tick": { valid: {}, fields: {}, required: [], answers: 401 },
    // Nobody without a signature learns what belongs into its body.
    "POST /api/internal/twap-slices": { valid: {}, fields: {}, required: [], answers: 401 },
    "POST /api/internal/outbox": { valid: {}, fields: {}, required: [], answers: 401 },
    "POST /api/internal/webhooks": { valid: {}, fields: {}, required: [], answers: 401 },
    // Only the channel's own secret opens the one, only the queue's signature the other.
    ...Object.fromEntries(
      CHANNEL_IDS.map((id) => [
        `POST /api/${id}/webhook`,
        { valid: {}, fields: {}, required: [], answers: 401 },
      ]),
    ),
    "POST /api/internal/telegram-update": { valid: {}, fields: {}, required: [], answers: 401 },
    "POST /api/internal/local-clock": {
      valid: { nowMs: Math.floor(stack.stack.nowMs()) },
      fields: { nowMs: "ms" },
      required: ["nowMs"],
    },
  };
}
