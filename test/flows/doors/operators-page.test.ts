import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { credentialHeaders } from "../../support/callers/credential-headers.ts";
import { plainMessage, signOperator } from "../../support/callers/sign-operator.ts";
import { expectRefusal } from "../../support/expect-refusal.ts";
import {
  type Answer,
  startTestStack,
  type TestStack,
  type TestVault,
} from "../../support/test-stack.ts";
import { type Wire, watchWire } from "../../support/watch-wire.ts";

const MINUTE = 60_000;
const READS = [
  "/api/vault",
  "/api/vault/balances",
  "/api/vault/trades",
  "/api/vault/history",
  "/api/orders",
  "/api/operations",
  "/api/settings",
] as const;
const SWAP = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "0x" };
const ORDER = {
  ...{ side: "sell", sellToken: "USDC", buyToken: "ETH", totalAmount: "100", sliceCount: 2 },
  ...{ intervalMinutes: 5, dex: "uniswap", autoExecute: false },
};

let stack: TestStack;
let wire: Wire;
/** Of an operator who has called before, with two orders, a setting, and a swap that waits. */
let vault: TestVault;
let stranger: TestVault;
let operationId: string;
beforeAll(async () => {
  stack = await startTestStack({ limits: "kept" });
  [vault, stranger] = await Promise.all([stack.newVault(), stack.newVault()]);
  await stack.delegated(vault);
  for (const args of [ORDER, { ...ORDER, totalAmount: "50" }])
    expect((await stack.tool(vault, "create_twap_order", args)).status).toBe(200);
  const slippage = { ...(await authOf(vault)), slippage: "0.5%" };
  expect((await stack.call("POST", "/api/settings/slippage", slippage)).status).toBe(200);
  const offered = await stack.tool(vault, "build_vault_swap", SWAP, { executionMode: "delegated" });
  operationId = offered.body.operationId;
  expect(operationId).toMatch(/^[0-9a-f]{32}$/);
  wire = watchWire(stack.proxies);
});
afterAll(() => stack?.stop());

const authOf = async (of: TestVault) => ({
  ...{ vaultAddress: of.address, chainId: 8453 },
  ...(await stack.credentials(of.ownerKey)),
});
const headersOf = async (of: TestVault) => credentialHeaders(await stack.credentials(of.ownerKey));
const get = (path: string, headers: Record<string, string>): Promise<Answer> =>
  stack.call("GET", path, undefined, headers, { pay: false });
const pathOf = (path: string, of: TestVault = vault) => `${path}?vault=${of.address}&chainId=8453`;
const counted = async (name: string): Promise<number> =>
  Number(
    await stack.stack.redis.command([
      "GET",
      `sx:local:rate:${name}:${Math.floor(stack.stack.nowMs() / MINUTE)}`,
    ]),
  );
/** The clock goes to the beginning of a minute, so that what follows lies within one. */
const freshMinute = () =>
  stack.advance((Math.floor((MINUTE - (stack.stack.nowMs() % MINUTE)) / 1_000) + 1) * 1_000);

test("behavior: a page's minute is free, one Redis trip and one RPC request a read (three for the whole vault, two for its trades), and counts for its operator alone", async () => {
  await freshMinute();
  const network = "198.51.100.20";
  const headers = { ...(await headersOf(vault)), "cf-connecting-ip": network };
  const before = await counted(`operator:${vault.owner.toLowerCase()}`);
  // What the tick of the moved clock does is over before anything is counted, its sample of the
  // vault too, which is taken behind its answer.
  await expect.poll(() => wire.labels("redis")).toContain("redis:record-samples");
  await expect.poll(() => wire.requests().every(({ to }) => to !== null)).toBe(true);
  for (let round = 0; round < 12; round += 1) {
    for (const path of READS) {
      wire.reset();
      const answer = await get(pathOf(path), headers);
      expect([path, answer.status, answer.body.ok], JSON.stringify(answer.body)).toEqual([
        path,
        200,
        true,
      ]);
      expect([path, wire.labels("redis")]).toEqual([path, ["redis:read"]]);
      expect(wire.labels("rpc").length, `${path}: ${wire.labels("rpc")}`).toBeLessThanOrEqual(
        { "/api/vault": 3, "/api/vault/trades": 2 }[path as string] ?? 1,
      );
      expect([
        answer.paid,
        wire.labels("facilitator"),
        answer.headers.get("cache-control"),
      ]).toEqual([undefined, [], "no-store"]);
    }
  }
  expect(await counted(`operator:${vault.owner.toLowerCase()}`)).toBe(before + 84);
  expect(await counted(`ip:${network}`)).toBe(0);
  // The operator's own limit is the one that ends it.
  await stack.stack.redis.command([
    ...[
      "SET",
      `sx:local:rate:operator:${vault.owner.toLowerCase()}:${Math.floor(stack.stack.nowMs() / MINUTE)}`,
    ],
    ...["120", "EX", "60"],
  ]);
  expect(expectRefusal(await get(pathOf("/api/settings"), headers))).toBe("429 rate_limited");
  await stack.forgetLimits();
});

test("behavior: where a network has no call left, only known operators are served", async () => {
  await freshMinute();
  const network = { "cf-connecting-ip": "198.51.100.21" };
  const events = `/api/strategy-events?vault=${vault.address}`;
  const polls = await Promise.all(Array.from({ length: 61 }, () => get(events, network)));
  expect(polls.filter(({ status }) => status === 429)).toHaveLength(1);
  expect(
    (await get(pathOf("/api/orders"), { ...network, ...(await headersOf(vault)) })).status,
  ).toBe(200);
  // Someone with a key of their own, who owns a vault that never called: not known, so of its
  // network.
  const unknown = await stack.newVault();
  expect(
    expectRefusal(
      await get(pathOf("/api/orders", unknown), { ...network, ...(await headersOf(unknown)) }),
    ),
  ).toBe("429 rate_limited");
  expect(expectRefusal(await get(events, network))).toBe("429 rate_limited");
  await stack.forgetLimits();
});

test("behavior: who signs without time counts for itself once known to own its vault", async () => {
  await freshMinute();
  const other = await stack.newVault();
  const plain = await signOperator(other.ownerKey, plainMessage(), Math.floor(stack.stack.nowMs()));
  const headers = { ...credentialHeaders(plain), "cf-connecting-ip": "198.51.100.22" };
  for (let n = 0; n < 5; n += 1)
    expect((await get(pathOf("/api/settings", other), headers)).status).toBe(200);
  expect([
    await counted("ip:198.51.100.22"),
    await counted(`operator:${other.owner.toLowerCase()}`),
  ]).toEqual([1, 5]);
});

describe("what an operator reads", () => {
  const read = async (path: string): Promise<any> => {
    const answer = await get(path, await headersOf(vault));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };

  test("default: settings in force, which of them were chosen, budget and limits", async () => {
    expect(await read(pathOf("/api/settings"))).toMatchObject({
      ...{
        ok: true,
        executionMode: "confirm",
        approveWith: "day",
        slippageBps: 50,
        swapShieldBps: 500,
        navShieldBps: 1_000,
      },
      ...{ syncToleranceBps: 100, changed: ["slippageBps"] },
      lossBudget: {
        day: { limitBps: 1_000, used: "0%" },
        week: { limitBps: 1_500, used: "0%" },
        syncDayBps: null,
      },
      limits: { limits: { maxPerDay: null, tokens: "listed" }, used: { day: "0" } },
      perpLimits: { maxLeverage: 5 },
    });
  });

  test("default: the vault at a glance, and what it holds", async () => {
    const info = await stack.tool(vault, "get_vault_info");
    const { name, unitaryValue, netTotalValue, totalSupplyBase } = info.body.data;
    expect(await read(pathOf("/api/vault"))).toMatchObject({
      ...{
        name,
        unitaryValue,
        netTotalValue,
        totalSupplyBase,
        owner: vault.owner.toLowerCase(),
        isFrozen: false,
      },
      baseToken: { symbol: "USDC", decimals: 6 },
      delegation: { agent: vault.agent.toLowerCase(), isEnabled: true },
    });
    const { balances } = await read(pathOf("/api/vault/balances"));
    expect(balances[0]).toMatchObject({ symbol: "USDC" });
    for (const { symbol, amountBase } of balances)
      expect([symbol, amountBase]).toEqual([
        symbol,
        (await stack.tool(vault, "get_token_balance", { token: symbol })).body.data.amountBase,
      ]);
  });

  test("default: orders by pages, the newest first, and the open ones alone", async () => {
    const first = await read(`${pathOf("/api/orders")}&limit=1`);
    expect([first.orders.map(({ id }: any) => id), first.page]).toEqual([
      [2],
      { limit: 1, nextCursor: 2 },
    ]);
    const second = await read(`${pathOf("/api/orders")}&limit=1&cursor=${first.page.nextCursor}`);
    expect([second.orders.map(({ id }: any) => id), second.page.nextCursor]).toEqual([[1], null]);
    expect((await stack.tool(vault, "cancel_twap_order", { id: 1 })).status).toBe(200);
    const open = await read(`${pathOf("/api/orders")}&state=open`);
    expect(open.orders.map(({ id, state }: any) => [id, state])).toEqual([[2, "active"]]);
    const all = await read(pathOf("/api/orders"));
    const listed = await stack.tool(vault, "list_twap_orders");
    expect(all.orders.map(({ id }: any) => id)).toEqual([2, 1]);
    expect(all.orders.toSorted((a: any, b: any) => a.id - b.id)).toEqual(
      listed.body.data.orders.toSorted((a: any, b: any) => a.id - b.id),
    );
    expect(all).toMatchObject({ navSyncs: [], triggers: [], venueOrders: [], unreadable: [] });
  });

  test("default: what waits for a word, and what became of it, by pages", async () => {
    // The first one has waited for its three minutes then.
    await stack.advance(3 * MINUTE);
    const waits = await stack.tool(vault, "build_vault_swap", SWAP, { executionMode: "delegated" });
    const { operations } = await read(`${pathOf("/api/operations")}&limit=1`);
    expect(operations).toMatchObject([
      {
        operationId: waits.body.operationId,
        status: "waiting",
        tool: "build_vault_swap",
        transaction: null,
      },
    ]);
    const decided = { ...(await authOf(vault)), operationId: waits.body.operationId };
    const done = await stack.call("POST", "/api/operations/approve", decided);
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    const { operations: after, page } = await read(`${pathOf("/api/operations")}&limit=1`);
    expect(after).toMatchObject([
      { status: "done", transaction: { status: "confirmed", hash: done.body.execution.hash } },
    ]);
    const older = await read(`${pathOf("/api/operations")}&limit=1&cursor=${page.nextCursor}`);
    expect(older.operations).toMatchObject([{ operationId, status: "expired" }]);
  });
});

test("attack: another's signature shows no vault, forged is no operator's, none 401", async () => {
  await freshMinute();
  const network = { "cf-connecting-ip": "198.51.100.23" };
  const own = await headersOf(vault);
  const foreign = await headersOf(stranger);
  const forged = { ...own, "x-auth-signature": foreign["x-auth-signature"]! };
  const name = `operator:${vault.owner.toLowerCase()}`;
  const before = await counted(name);
  for (const path of READS) {
    const answers = [
      await get(pathOf(path), { ...network, ...foreign }),
      await get(pathOf(path), { ...network, ...forged }),
      await get(pathOf(path), network),
    ];
    expect([path, answers.map((answer) => expectRefusal(answer))]).toEqual([
      path,
      ["403 not_vault_owner", "401 auth_signature_mismatch", "401 auth_required"],
    ]);
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(operationId);
  }
  expect(await counted(name)).toBe(before);
  expect(await counted("ip:198.51.100.23")).toBeGreaterThanOrEqual(15);
});

describe("one way for every route", () => {
  test("behavior: a GET takes its credentials in headers, beside the spec's query", async () => {
    const headers = await headersOf(vault);
    for (const path of ["/api/settings/exec-mode", "/api/settings/limits"]) {
      const place = `${path}?vaultAddress=${vault.address}&chainId=8453`;
      expect([path, (await get(place, headers)).status]).toEqual([path, 200]);
      expect([path, expectRefusal(await get(place, {}))]).toEqual([path, "401 auth_required"]);
      const { operatorAddress, authSignature, authTimestamp } = await stack.credentials(
        vault.ownerKey,
      );
      const query = `${place}&operatorAddress=${operatorAddress}&authSignature=${authSignature}&authTimestamp=${authTimestamp}`;
      expect([path, (await get(query, {})).status]).toEqual([path, 200]);
      const refused = await get(query, { "x-operator-address": stranger.owner });
      expect([expectRefusal(refused), refused.body.details]).toEqual([
        "400 invalid_request",
        { field: "operatorAddress" },
      ]);
    }
  });

  test("behavior: the operator's address is one in any case, in query and header", async () => {
    const headers = await headersOf(vault);
    const place = `/api/settings/exec-mode?vaultAddress=${vault.address}&chainId=8453`;
    expect(headers["x-operator-address"]).toBe(vault.owner);
    const lower = await get(`${place}&operatorAddress=${vault.owner.toLowerCase()}`, headers);
    expect([lower.status, vault.owner.toLowerCase() === vault.owner]).toEqual([200, false]);
  });
});
