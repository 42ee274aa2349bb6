import { type Address, type Hex, toFunctionSelector } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { jsonAnswer } from "../../local/lib/json-answer.ts";
import { credentialHeaders } from "../support/callers/credential-headers.ts";
import { getAs, giveGrant, toolAs } from "../support/callers/give-grant.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { MINUTE } from "../support/flows/flow-orders.ts";
import { type Flow, startFlow } from "../support/flows/start-flow.ts";
import type { Answer, TestVault } from "../support/test-stack.ts";
import { tradesByChain } from "../support/trades-by-chain.ts";
import { watchWire } from "../support/watch-wire.ts";

const ETH = 10n ** 18n;
const COIN = `0x${"0".repeat(40)}`;
const CONVERT = toFunctionSelector("convertTokenAmount(address,int256,address)").slice(2);

let flow: Flow;
/** It has bought by an order and directly, sold in part, beyond it and what it never bought. */
let vault: TestVault;
let usdc: Address;
beforeAll(async () => {
  flow = await startFlow();
  const { orders, stack } = flow;
  usdc = stack.stack.chain.tokens.USDC.toLowerCase() as Address;
  vault = await flow.readyVault({
    fund: { USDC: 100_000n * 10n ** 6n, ETH: 3n * ETH, DAI: 500n * ETH },
  });
  await orders.set(vault, "exec-mode", { mode: "autonomous" });
  const id = await orders.create(vault, { totalAmount: "1000", sliceCount: 3 });
  for (const ms of [MINUTE, 5 * MINUTE, 5 * MINUTE]) await stack.advance(ms);
  expect(await orders.order(vault, id)).toMatchObject({ status: "completed", slicesExecuted: 3 });
  await trade({ tokenIn: "USDC", tokenOut: "cbBTC", amountIn: "777.777777", dex: "0x" });
  await flow.movePool("v4_ETH_USDC", 10_100);
  await trade({ tokenIn: "ETH", tokenOut: "USDC", amountIn: "0.123456789", dex: "uniswap" });
  await reverts({ tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "uniswap" });
  await trade({ tokenIn: "ETH", tokenOut: "cbBTC", amountIn: "0.1", dex: "0x" });
  await trade({ tokenIn: "ETH", tokenOut: "USDC", amountIn: "1.7", dex: "uniswap" });
  await trade({ tokenIn: "DAI", tokenOut: "USDC", amountIn: "250.5", dex: "0x" });
  const sale = { side: "sell", sellToken: "cbBTC", buyToken: "USDC", dex: "0x" };
  await orders.create(vault, { ...sale, totalAmount: "0.003", sliceCount: 2 });
  for (const ms of [MINUTE, 5 * MINUTE]) await stack.advance(ms);
  await trade({ tokenIn: "USDC", tokenOut: "ETH", amountIn: "333.333333", dex: "uniswap" });
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const swap = (args: object) =>
  flow.stack.tool(vault, "build_vault_swap", args, { executionMode: "delegated" });
async function trade(args: object): Promise<void> {
  const { status, body } = await swap(args);
  expect([status, body.execution?.status], JSON.stringify(body)).toEqual([200, "confirmed"]);
}
/** The market moves between the last look and the block. */
async function reverts(args: object): Promise<void> {
  let isMoved = false;
  flow.stack.proxies.rpc.before(async ({ body }) => {
    if (!body.includes("eth_sendRawTransaction") || isMoved) return;
    isMoved = true;
    await flow.movePool("v4_ETH_USDC", 10_500);
  });
  expect(expectRefusal(await swap(args))).toBe("400 transaction_reverted");
  flow.stack.proxies.rpc.clearHooks();
  await flow.movePool("v4_ETH_USDC", 10_100);
}
const pathOf = (of: TestVault, more = "") =>
  `/api/vault/trades?vault=${of.address}&chainId=8453${more}`;
const get = async (
  of: TestVault,
  by: TestVault | null = of,
  { more = "", headers = {} }: { more?: string; headers?: Record<string, string> } = {},
): Promise<Answer> => {
  const signed = by === null ? {} : credentialHeaders(await flow.stack.credentials(by.ownerKey));
  return flow.stack.call(
    "GET",
    pathOf(of, more),
    undefined,
    { ...signed, ...headers },
    { pay: false },
  );
};
const read = async (more = "", of: TestVault = vault): Promise<any> => {
  const answer = await get(of, of, { more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const NO_BASE = { unavailable: { error: "no_base_token", message: expect.any(String) } };
const NO_COST = { unavailable: { error: "cost_unknown", message: expect.any(String) } };

describe("every row and sum is the chain's own, to the last unit", () => {
  test("behavior: amounts, gas, average cost, realised and open by receipts and oracle calls", async () => {
    const body = await read("&limit=200");
    const byHash = new Map<Hex, any>(body.trades.map((one: any) => [one.hash, one]));
    const hashes = await flow.chain.sentBy(vault.agent);
    expect([...byHash.keys()].toReversed()).toEqual(hashes);
    const sent = hashes.map((hash) => ({
      hash,
      priceBlock: BigInt(byHash.get(hash).gas.value.block),
    }));
    const own = await tradesByChain(
      flow.stack.stack.chain.rpcUrl,
      { vault: vault.address, baseToken: usdc, block: BigInt(body.block) },
      sent,
    );
    expect(own.trades.map(({ hash }) => hash)).toEqual(hashes);
    for (const one of own.trades) {
      const row = byHash.get(one.hash);
      expect([row.status, row.blockNumber]).toEqual([
        one.isReverted ? "reverted" : "confirmed",
        one.blockNumber.toString(),
      ]);
      // The price is of the block right before the call's own, or one of those before it.
      expect(BigInt(row.gas.value.block) < one.blockNumber).toBe(true);
      expect([row.gas.units, row.gas.wei, row.gas.value.amountBase]).toEqual(
        [one.gasUnits, one.gasWei, one.gasBase].map(String),
      );
      const side = ({ token, moved }: any) => ({ token, amountBase: BigInt(moved.amountBase) });
      if (!one.isReverted)
        expect([side(row.sold), side(row.bought)]).toEqual([one.sold, one.bought]);
      else expect([row.sold.moved.amountBase, row.bought.moved.amountBase]).toEqual(["0", "0"]);
      if (one.realised !== undefined)
        expect(row.realised.amountBase, one.hash).toBe(one.realised.toString());
      expect(row.uncoveredBase).toBe(one.uncovered?.toString() ?? null);
    }
    const figures = (token: any) => [
      token.token,
      ...[token.boughtBase, token.paidBase, token.soldBase, token.receivedBase],
      ...[token.heldBase, token.costBase, token.uncoveredBase, token.realised.amountBase],
      ...[token.value.amountBase, token.open.amountBase],
    ];
    expect(body.tokens.map(figures)).toEqual(
      own.tokens.map((one) => [
        one.token,
        ...[one.bought, one.paid, one.sold, one.received, one.held, one.cost].map(String),
        ...[one.uncovered, one.realised, one.value, one.open].map(String),
      ]),
    );
    expect(body.totals).toMatchObject({
      realised: { amountBase: own.realised.toString() },
      open: { amountBase: own.open.toString(), missing: [] },
      gas: {
        ...{ wei: own.gasWei.toString(), symbol: "ETH", missing: { wei: 0, value: 0 } },
        value: { amountBase: own.gasBase.toString() },
      },
      ...{ counted: 10, uncounted: 1 },
    });
    expect([body.isAll, body.page]).toEqual([true, { limit: 200, nextCursor: null }]);
    expect(own.realised).not.toBe(0n);
  });

  test("behavior: rows name order and slice, and say what profit they cannot tell", async () => {
    const rows = (await read()).trades.toReversed();
    const shown = rows.map((one: any) => [
      one.orderId,
      one.sliceNumber,
      one.sold.symbol,
      one.bought.symbol,
    ]);
    expect(shown).toEqual([
      ...[1, 2, 3].map((slice) => [1, slice, "USDC", "ETH"]),
      [null, null, "USDC", "cbBTC"],
      [null, null, "ETH", "USDC"],
      [null, null, "USDC", "ETH"],
      [null, null, "ETH", "cbBTC"],
      [null, null, "ETH", "USDC"],
      [null, null, "DAI", "USDC"],
      ...[1, 2].map((slice) => [2, slice, "cbBTC", "USDC"]),
      [null, null, "USDC", "ETH"],
    ]);
    expect(rows.map(({ realised }: any) => realised)).toEqual([
      ...[null, null, null, null],
      expect.objectContaining({ amountBase: expect.stringMatching(/^-?[1-9]/) }),
      ...[null, NO_BASE],
      expect.objectContaining({ amountBase: expect.stringMatching(/^-?[1-9]/) }),
      NO_COST,
      ...[expect.anything(), expect.anything(), null],
    ]);
    expect(BigInt(rows[7].uncoveredBase) > ETH).toBe(true);
  });

  test("behavior: pages join to the whole, and say the same of all trades", async () => {
    const whole = await read("&limit=200");
    const joined: any[] = [];
    for (let more = "&limit=5"; ; ) {
      const page = await read(more);
      joined.push(...page.trades);
      expect([page.totals.realised, page.totals.gas, page.totals.counted]).toEqual([
        ...[whole.totals.realised, whole.totals.gas, whole.totals.counted],
      ]);
      const cursor = page.page.nextCursor;
      if (cursor === null) break;
      expect(page.trades).toHaveLength(5);
      more = `&limit=5&cursor=${cursor}`;
    }
    expect(joined).toEqual(whole.trades);
  });

  test("behavior: the table says the same as the JSON, by query or header, its pages too", async () => {
    const whole = await read("&limit=200");
    const csv = await get(vault, vault, { more: "&limit=200&format=csv" });
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const rows = parsed(csv.body);
    const lines = (kind: string) => rows.filter(({ line }) => line === kind);
    expect(lines("trade").map(rowOfTable)).toEqual(whole.trades.map(rowOfJson));
    expect(
      lines("token").map(({ tokenIn, heldBase, costBase, valueBase, openBase, realisedBase }) => [
        ...[tokenIn, heldBase, costBase, valueBase, openBase, realisedBase],
      ]),
    ).toEqual(
      whole.tokens.map((one: any) => [
        ...[one.token, one.heldBase, one.costBase, one.value.amountBase, one.open.amountBase],
        one.realised.amountBase,
      ]),
    );
    const { realised, open, gas } = whole.totals;
    expect(lines("total")).toMatchObject([
      {
        ...{ realisedBase: realised.amountBase, openBase: open.amountBase, missing: "" },
        ...{ gasWei: gas.wei, gasValueBase: gas.value.amountBase },
      },
    ]);
    expect(rows).toHaveLength(whole.trades.length + whole.tokens.length + 1);
    const asked = await get(vault, vault, {
      more: "&limit=200",
      headers: { accept: "text/csv" },
    });
    expect(asked.body).toBe(csv.body);
    const [first, second] = [
      await get(vault, vault, { more: "&limit=7&format=csv" }),
      await get(vault, vault, { more: `&limit=7&format=csv&cursor=${whole.trades[6].n}` }),
    ];
    const [head, ...rest] = String(second.body).split("\r\n");
    expect(first.body.startsWith(`${head}\r\n`)).toBe(true);
    expect(first.body + rest.join("\r\n")).toBe(csv.body);
    const json = await get(vault, vault, { more: "&format=json", headers: { accept: "text/csv" } });
    expect([json.headers.get("content-type"), json.body.ok]).toEqual(["application/json", true]);
  });
});

/** Lines of a table whose cells need no quotes. */
function parsed(text: string): Record<string, string>[] {
  const [head = "", ...lines] = text.trimEnd().split("\r\n");
  const columns = head.split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    expect(cells).toHaveLength(columns.length);
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ""]));
  });
}
const rowOfTable = (row: Record<string, string>) => [
  ...[row.n, row.time, row.status, row.venue, row.orderId, row.sliceNumber],
  ...[row.tokenIn, row.sold, row.soldBase, row.tokenOut, row.bought, row.boughtBase],
  ...[row.gasUnits, row.gasWei, row.gas, row.gasValue, row.gasValueBase, row.gasPriceBlock],
  ...[row.realised, row.realisedBase, row.uncoveredBase, row.blockNumber, row.hash],
];
const rowOfJson = (one: any) => {
  const told = (part: any, field: string) => part?.unavailable?.error ?? part?.[field] ?? "";
  return [
    ...[one.n, new Date(one.at).toISOString(), one.status, one.venue],
    ...[one.orderId ?? "", one.sliceNumber ?? ""],
    ...[one.sold.token, told(one.sold.moved, "amount"), told(one.sold.moved, "amountBase")],
    ...[one.bought.token, told(one.bought.moved, "amount"), told(one.bought.moved, "amountBase")],
    ...["units", "wei", "amount"].map((field) => told(one.gas, field)),
    ...["amount", "amountBase", "block"].map((field) => told(one.gas.value, field)),
    ...[told(one.realised, "amount"), told(one.realised, "amountBase")],
    ...[one.uncoveredBase ?? "", one.blockNumber, one.hash],
  ].map(String);
};

test("behavior: the tool lists the same at its price, and says the sums in words", async () => {
  const { ok, ...shown } = await read("&limit=3");
  const { body, paid } = await flow.stack.tool(vault, "get_vault_trades", { limit: 3 });
  expect([ok, paid]).toEqual([true, expect.anything()]);
  expect(body.data).toEqual(shown);
  expect(body.message).toMatch(/^Realised: [+-]\d[\d.]* USDC\. Not sold: [+-]\d[\d.]* USDC\.\n/);
  expect(body.message).toMatch(/Gas of the agent wallet, beside it: 0\.\d+ ETH = [\d.]+ USDC\.\n/);
  expect(body.message).toContain(`Older ones: cursor ${shown.page.nextCursor}.`);
});

test("behavior: the chat tells the same sums and rows, to six figures", async () => {
  const body = await read();
  const auth = {
    ...{ vaultAddress: vault.address, chainId: 8453 },
    ...(await flow.stack.credentials(vault.ownerKey)),
  };
  const say = async (content: string): Promise<string> => {
    const messages = [{ role: "user", content }];
    const answer = await flow.stack.call("POST", "/api/chat", { messages, ...auth });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.reply;
  };
  const same = (text: string | undefined, amount: string) =>
    expect(Math.abs(Number(text) / Number(amount) - 1), `${text} ${amount}`).toBeLessThan(1e-5);
  const pnl = await say("pnl");
  const { realised, open, gas, counted, uncounted } = body.totals;
  const sums = /^Together: realised ([+-][\d.]+) USDC, not sold ([+-][\d.]+) USDC$/m.exec(pnl);
  same(sums?.[1], realised.amount);
  same(sums?.[2], open.amount);
  const paid = /^Gas of the agent wallet, beside it: ([\d.]+) ETH = ([\d.]+) USDC$/m.exec(pnl);
  same(paid?.[1], gas.amount);
  same(paid?.[2], gas.value.amount);
  expect(pnl).toContain(`Covers ${counted} swaps`);
  expect(pnl).toContain(`Not counted: ${uncounted},`);
  const fills = (await say("fills")).split("\n").filter((line) => !line.startsWith("https:"));
  const rows = body.trades.slice(0, 8);
  expect(fills).toHaveLength(rows.length);
  for (const [at, row] of rows.entries()) {
    const [, cost] = / gas ([\d.]+) ETH \([\d.]+ USDC\)$/.exec(fills[at] ?? "") ?? [];
    same(cost, row.gas.amount);
    const [, made] = / realised ([+-][\d.]+) USDC,/.exec(fills[at] ?? "") ?? [];
    if (row.realised !== null && "amount" in row.realised) same(made, row.realised.amount);
    else expect(made).toBeUndefined();
  }
});

test("behavior: a value that the oracle does not tell has its code, and the rest stands", async () => {
  const whole = await read();
  expect(whole.tokens.map(({ token }: any) => token)).toContain(COIN);
  flow.stack.proxies.rpc.before(async ({ body }) => {
    const calls = JSON.parse(body) as { id: number; params: [{ data?: string }] }[];
    const bad = calls.filter(({ params: [call] }) => call?.data?.includes(CONVERT));
    if (bad.length === 0) return undefined;
    const answer = await fetch(flow.stack.stack.chain.rpcUrl, {
      ...{ method: "POST", body, headers: { "content-type": "application/json" } },
    });
    const ids = bad.map(({ id }) => id);
    const error = { code: 3, message: "execution reverted", data: "0x" };
    const replies = (await answer.json()) as { id: number }[];
    return jsonAnswer(
      200,
      replies.map((one) => (ids.includes(one.id) ? { jsonrpc: "2.0", id: one.id, error } : one)),
    );
  });
  const body = await read();
  const held = whole.tokens.filter(({ heldBase }: any) => heldBase !== "0");
  expect(held.length).toBeGreaterThan(0);
  for (const { token } of held) {
    const found = body.tokens.find((one: any) => one.token === token);
    for (const part of [found.value, found.open])
      expect(part).toEqual({
        unavailable: { error: "no_price_feed", message: expect.any(String) },
      });
  }
  expect(body.totals.open.missing).toEqual(held.map(({ token }: any) => token));
  expect([body.trades, body.totals.realised, body.totals.gas]).toEqual([
    ...[whole.trades, whole.totals.realised, whole.totals.gas],
  ]);
  const csv = await get(vault, vault, { more: "&format=csv" });
  expect(csv.body).toContain(`open: ${held.length}`);
});

test("behavior: a vault that never traded has no rows, and sums of 0", async () => {
  const other = await flow.newVault();
  expect(await read("", other)).toMatchObject({
    ...{ trades: [], tokens: [], isAll: true },
    totals: { realised: { amountBase: "0" }, gas: { wei: "0" }, counted: 0, uncounted: 0 },
    page: { limit: 50, nextCursor: null },
  });
});

test("error: a node that tells nothing is a refusal as a whole", async () => {
  flow.stack.proxies.rpc.before(async () => "drop");
  expect(expectRefusal(await get(vault))).toBe("502 rpc_unavailable");
});

test("attack: a stranger, another vault's owner and a caller without headers see nothing of it", async () => {
  const other = await flow.newVault();
  const answers = [await get(vault, other), await get(other, vault), await get(vault, null)];
  expect(answers.map((answer) => expectRefusal(answer))).toEqual([
    ...["403 not_vault_owner", "403 not_vault_owner", "401 auth_required"],
  ]);
  const csv = await get(vault, other, { more: "&format=csv" });
  expect([expectRefusal(csv), csv.headers.get("content-type")]).toEqual([
    ...["403 not_vault_owner", "application/json"],
  ]);
  const asTool = await flow.stack.tool(
    other,
    "get_vault_trades",
    {},
    { vaultAddress: vault.address },
  );
  expect(expectRefusal(asTool)).toBe("403 not_vault_owner");
});

test.each(["cursor=0", "cursor=x", "limit=0", "limit=201", "limit=1.5", "format=xml", "format="])(
  "args: %s is a 400 that names its field",
  async (more) => {
    const answer = await get(vault, vault, { more: `&${more}` });
    expect(expectRefusal(answer)).toBe("400 invalid_request");
    expect(JSON.stringify(answer.body)).toContain(more.split("=")[0]);
  },
);

test("budget: one Redis trip, and two RPC requests one after another", async () => {
  await read();
  const wire = watchWire(flow.stack.proxies);
  await expect.poll(() => wire.requests().every(({ to }) => to !== null)).toBe(true);
  wire.reset();
  await read();
  expect(wire.labels("redis")).toEqual(["redis:read"]);
  expect(wire.requests("rpc").length, `${wire.labels()}`).toBeLessThanOrEqual(2);
  wire.stop();
});

test("security: a grant to read opens it; one with tools only by its own", async () => {
  const [all, some, without] = [
    await giveGrant(flow.stack, vault, { name: "all" }),
    await giveGrant(flow.stack, vault, { name: "some", tools: ["get_vault_trades"] }),
    await giveGrant(flow.stack, vault, { name: "without", tools: ["get_vault_info"] }),
  ];
  const { trades } = await read();
  for (const grant of [all, some]) {
    const answer = await getAs(flow.stack, grant, pathOf(vault));
    expect([answer.status, answer.body.trades]).toEqual([200, trades]);
  }
  expect(expectRefusal(await getAs(flow.stack, without, pathOf(vault)))).toBe("403 grant_forbids");
  const asTool = await toolAs(flow.stack, some, vault, "get_vault_trades");
  expect(asTool.body.data?.trades, JSON.stringify(asTool.body)).toEqual(trades);
});
