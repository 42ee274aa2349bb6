import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "../../functions/routes.ts";
import { CHANNEL_IDS } from "../../schemas/notices/channel-ids.ts";
import { TABLES } from "../../src/tables.ts";
import { credentialHeaders } from "../support/callers/credential-headers.ts";
import { giveGrant, grantBody, type TestGrant } from "../support/callers/give-grant.ts";
import { actionMessage, signOperator } from "../support/callers/sign-operator.ts";
import { validateAnswer } from "../support/flows/validate-answer.ts";
import {
  type Credentials,
  startTestStack,
  type TestStack,
  type TestVault,
} from "../support/test-stack.ts";

/** Something in each variable of a channel that the stack has no stand-in for. */
const ofOtherChannels = Object.fromEntries(
  Object.values(TABLES.channels)
    .filter(({ id }) => id !== "telegram")
    .flatMap(({ env, pair }) => [...env.needs, ...pair.needs].map((name) => [name, "placeholder"])),
);

let stack: TestStack;
let vault: TestVault;
let document: any;
let credentials: Credentials;
let signed: Record<string, unknown>;
beforeAll(async () => {
  stack = await startTestStack({ messaging: "delivered", vars: ofOtherChannels });
  document = (await stack.call("GET", "/openapi.json")).body;
  vault = await stack.newVault();
  await stack.delegated(vault);
  credentials = await stack.credentials(vault.ownerKey);
  signed = { vaultAddress: vault.address, chainId: 8453, ...credentials };
});
afterAll(() => stack?.stop());

const order = {
  side: "sell",
  sellToken: "USDC",
  buyToken: "ETH",
  totalAmount: "10",
  sliceCount: 2,
  intervalMinutes: 5,
  dex: "uniswap",
};
const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "10", dex: "uniswap" };
const uniswap = () => ({
  type: "EXACT_INPUT",
  amount: "1000000",
  tokenIn: "USDC",
  tokenOut: "ETH",
  swapper: vault.address,
});
const query = () =>
  new URLSearchParams(Object.entries(signed).map(([name, value]) => [name, String(value)]));

type Good = { search?: string; body?: unknown; headers?: Record<string, string> };

/** Signed anew for each call: it is good for five minutes and for once. */
async function freshFor(action: string, earlierMs = 0): Promise<Good> {
  const at = Math.floor(stack.stack.nowMs()) - earlierMs;
  const message = actionMessage(at, action, 8453, vault.address);
  return { body: { ...signed, ...(await signOperator(vault.ownerKey, message, at)) } };
}

/** Of each channel; another ms makes another signature. */
async function ofChannels(action: "pair" | "unpair"): Promise<Record<string, Good>> {
  const rows = CHANNEL_IDS.map(
    async (id, at) => [`POST /api/${id}/${action}`, await freshFor(action, at)] as const,
  );
  return Object.fromEntries(await Promise.all(rows));
}

/** An operation that waits for its operator, in the one mode that makes any. */
async function waiting(): Promise<string> {
  await stack.call("POST", "/api/settings/exec-mode", { ...signed, mode: "confirm" });
  const answer = await stack.tool(vault, "build_vault_swap", swap, { executionMode: "delegated" });
  return answer.body.operationId;
}

/** An order of this vault, made with the first question for one. */
let created: Promise<string> | undefined;
function orderId(): Promise<string> {
  created ??= stack
    .call("POST", "/api/tools/create_twap_order", { ...signed, ...order })
    .then(({ body }) => String(body.data.orderId));
  return created;
}

/** Grants of this vault, each given with the first question for it. */
const given: Partial<Record<"ended" | "lasts", Promise<TestGrant>>> = {};
async function grant(which: keyof typeof given): Promise<TestGrant> {
  given[which] ??= giveGrant(stack, vault, {});
  return given[which];
}

/** A good call of every public route, by method and path. */
const good = async (): Promise<Record<string, Good>> => ({
  "POST /api/settings/slippage": { body: { ...signed, slippage: "0.5%" } },
  "POST /api/settings/sync-tolerance": { body: { ...signed, reset: true } },
  "POST /api/settings/swap-shield": { body: { ...signed, tolerance: "7" } },
  "POST /api/settings/nav-shield": { body: { ...signed, threshold: "12" } },
  "POST /api/settings/loss-budget": { body: { ...signed, day: "9", week: "14" } },
  "POST /api/settings/perp-limits": { body: { ...signed, leverage: 3, collateral: "5%" } },
  "POST /api/settings/limits": { body: { ...signed, maxPerDay: "1000000", tokens: "listed" } },
  "GET /api/settings/limits": { search: `?${query()}` },
  "GET /api/settings/exec-mode": { search: `?${query()}` },
  "POST /api/settings/exec-mode": { body: { ...signed, mode: "autonomous" } },
  "POST /api/settings/approve-with": { body: { ...signed, approveWith: "day" } },
  "GET /api/tools": {},
  "POST /api/chat": {
    body: { ...signed, messages: [{ role: "user", content: "sell 10 USDC for ETH on uniswap" }] },
  },
  "GET /api/tools/call": {
    search: `?${new URLSearchParams({ toolName: "build_vault_swap", vaultAddress: vault.address, ...swap })}`,
  },
  "POST /api/tools": { search: "?toolName=build_vault_swap", body: { ...signed, arguments: swap } },
  "POST /api/tools/create_twap_order": { body: { ...signed, ...order } },
  "GET /api/quote": { search: `?sell=USDC&buy=ETH&amount=10&taker=${vault.address}` },
  "GET /api/quote/0x": { search: "?sellToken=USDC&buyToken=ETH&sellAmount=1000000" },
  "POST /api/quote/uniswap": { body: uniswap() },
  "POST /api/delegation/setup": { body: signed },
  "POST /api/delegation/confirm": { body: signed },
  "POST /api/operations/approve": { body: signed },
  "POST /api/operations/reject": { body: signed },
  "POST /api/vault/freeze": { body: signed },
  "POST /api/vault/unfreeze": await freshFor("unfreeze"),
  ...(await ofChannels("pair")),
  ...(await ofChannels("unpair")),
  "POST /api/grants": { body: (await grantBody(stack, vault, {})).body },
  "GET /api/grants": {
    search: `?vault=${vault.address}&chainId=8453`,
    headers: credentialHeaders(credentials),
  },
  "POST /api/grants/end": { body: { ...signed, id: (await grant("ended")).id } },
  "POST /api/grants/token": await grant("lasts").then(async ({ id, key }) => ({
    body: { vaultAddress: vault.address, chainId: 8453, ...(await stack.credentials(key)) },
    headers: { "x-agent-grant": id },
  })),
  "GET /api/events": {
    search: `?vault=${vault.address}&seconds=1`,
    headers: credentialHeaders(credentials),
  },
  "POST /api/webhooks": { body: { ...signed, url: `${stack.stack.webhooks.url}/good` } },
  "GET /api/webhooks": {
    search: `?vault=${vault.address}`,
    headers: credentialHeaders(credentials),
  },
  "GET /api/vault/ready": {
    search: `?vault=${vault.address}`,
    headers: credentialHeaders(credentials),
  },
  "POST /api/webhooks/remove": { body: { ...signed, id: `wh_${"0".repeat(32)}` } },
  "GET /api/strategy-events": { search: `?vault=${vault.address}` },
  "GET /api/twap-order": {
    search: `?vault=${vault.address}&id=${await orderId()}`,
    headers: credentialHeaders(credentials),
  },
  "GET /api/twap-order/quality": {
    search: `?vault=${vault.address}&id=${await orderId()}`,
    headers: credentialHeaders(credentials),
  },
  ...Object.fromEntries(
    [
      ...["/api/vault", "/api/vault/balances", "/api/vault/history", "/api/vault/trades"],
      ...["/api/orders", "/api/operations", "/api/settings"],
    ].map((path) => [
      `GET ${path}`,
      { search: `?vault=${vault.address}`, headers: credentialHeaders(credentials) },
    ]),
  ),
  "GET /api/audit": { search: `?vault=${vault.address}`, headers: credentialHeaders(credentials) },
  "GET /api/audit/csv": {
    search: `?vault=${vault.address}&from=2`,
    headers: credentialHeaders(credentials),
  },
  "POST /mcp": {
    search: "?pay=http",
    body: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "get_swap_quote", arguments: swap },
    },
  },
  "GET /openapi.json": {},
  "GET /": {},
  "GET /favicon.ico": {},
  "GET /robots.txt": {},
  "GET /.well-known/security.txt": {},
  "GET /.well-known/oauth-protected-resource": {},
  "GET /docs": {},
  "GET /llms.txt": {},
  "GET /skill.md": {},
  "GET /.well-known/agent-skills/index.json": {},
  "GET /.well-known/x402": {},
  "GET /api/health": {},
});

const isPublic = ({ isInternal }: { isInternal?: true }) => isInternal !== true;
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

test("behavior: every public route has its call here", async () => {
  expect(Object.keys(await good()).sort()).toEqual(routes.filter(isPublic).map(nameOf).sort());
});

test.each(
  routes.filter(isPublic).map((route) => [nameOf(route), route.method, route.path] as const),
)(
  "behavior: the good, the unpaid, the unsigned, the foreign and the broken answers of %s are as the document says",
  async (name, method, path) => {
    const { search = "", body: usual, headers = {} } = (await good())[name] ?? {};
    const isDecision = path.startsWith("/api/operations/");
    const body = isDecision ? { ...signed, operationId: await waiting() } : usual;
    const seen: number[] = [];
    const check = async (spelled: string, sent?: unknown, pay?: { pay: false }) => {
      const answer = await stack.call(method, spelled, sent, headers, pay ?? {});
      expect([name, answer.status, validateAnswer(document, method, spelled, answer)]).toEqual([
        name,
        answer.status,
        [],
      ]);
      seen.push(answer.status);
    };
    await check(path + search, body);
    await check(path + search, body, { pay: false });
    await check(path);
    if (method === "POST") {
      await check(path + search, {});
      await check(path + search, "{");
      await check(path + search, [1]);
      await check(path + search, {
        ...(body as object),
        authSignature: undefined,
        vaultAddress: undefined,
      });
      await check(path + search, { ...(body as object), authTimestamp: 1 });
      const stranger = await stack.newVault();
      await check(path + search, {
        ...(body as object),
        ...(await stack.credentials(stranger.ownerKey)),
      });
    }
    expect(seen[0]).toBe(200);
    expect(seen.some((status) => status >= 500)).toBe(false);
  },
);
