import { type Address, encodeFunctionData, type Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chainAbi } from "../../local/chain/chain-abi.ts";
import { chainClient } from "../../local/chain/chain-client.ts";
import { createVault } from "../../local/chain/create-vault.ts";
import { delegate } from "../../local/chain/delegate.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import type { HyperliquidParts, Settling } from "../../local/hyperliquid/start-hyperliquid.ts";
import { TOOLS } from "../../src/tables/registry.ts";
import { confirmNav } from "../support/callers/confirm-nav.ts";
import { credentialHeaders } from "../support/callers/credential-headers.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import {
  type Answer,
  startTestStack,
  type TestStack,
  type TestVault,
} from "../support/test-stack.ts";

const usdc = (whole: number) => BigInt(whole) * 1_000_000n;
const e8 = (whole: number) => BigInt(Math.round(whole * 100)) * 1_000_000n;
const PERPS: Hex[] = ["0x2b2dfd2c", "0x17938e13"];

let stack: TestStack;
let venue: HyperliquidParts;

beforeAll(async () => {
  stack = await startTestStack({ model: "scripted", chains: [8453, 999] });
  if (stack.stack.hyperliquid === undefined) throw new Error("Hyperliquid did not start");
  venue = stack.stack.hyperliquid;
}, 180_000);
afterAll(() => stack?.stop());

let names = 0;
/** A vault on both chains, with 100,000 USDC on 999. */
async function newVault(): Promise<TestVault> {
  const name = `Perpetual ${++names}`;
  const vault = await stack.newVault({ name, fund: {} });
  const there = await createVault(venue.chain, {
    name,
    ownerKey: vault.ownerKey,
    supply: usdc(100_000),
  });
  expect(there.toLowerCase()).toBe(vault.address);
  return vault;
}

/** The agent may act there, and does so without asking. */
async function delegatedVault(): Promise<TestVault> {
  const vault = await newVault();
  const { address, agent, ownerKey } = vault;
  await delegate(venue.chain, { vault: address, agent, ownerKey, selectors: PERPS });
  const auth = { vaultAddress: address, ...(await stack.credentials(ownerKey)) };
  const confirmed = await stack.call("POST", "/api/delegation/confirm", { ...auth, chainId: 999 });
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
  const mode = await stack.call("POST", "/api/settings/exec-mode", {
    ...auth,
    chainId: 8453,
    mode: "autonomous",
  });
  expect(mode.status, JSON.stringify(mode.body)).toBe(200);
  return vault;
}

/** Signs and sends what a tool built, as the vault's owner. */
const send = (vault: TestVault, { to, data }: { to: Address; data: Hex }) =>
  sendTransaction(venue.chain, { from: privateKeyToAccount(vault.ownerKey), to, data });

/** Built, signed by the owner, and taken up by the core as `how` says. */
async function done(
  vault: TestVault,
  tool: string,
  args: object,
  how: Settling = "apply",
): Promise<Answer["body"]> {
  const { status, body } = await stack.tool(vault, tool, args);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({ chainSwitch: 999, transaction: { chainId: 999 } });
  await send(vault, body.transaction);
  expect(await venue.settle(how)).toBe(1);
  return body;
}

const positions = async (vault: TestVault, args: object = {}): Promise<any> => {
  const { status, body } = await stack.tool(vault, "perp_b_get_positions", args);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};

const usdcThere = (vault: TestVault): Promise<bigint> =>
  chainClient(venue.chain).readContract({
    address: venue.chain.tokens.USDC,
    abi: chainAbi,
    functionName: "balanceOf",
    args: [vault.address],
  });

/** With 5,000 USDC at the venue, of which opening the account took one. */
async function funded(vault: TestVault): Promise<TestVault> {
  await done(vault, "perp_b_deposit", { amount: "5000" });
  return vault;
}

describe("perp_b, signed by the vault's owner", () => {
  test("default: deposit, market order, half closed, all closed, money back in vault", async () => {
    const vault = await newVault();
    const atFirst = await usdcThere(vault);
    const deposit = await done(vault, "perp_b_deposit", { amount: "5000" });
    expect(deposit.message).toContain("keeps 1 USDC");
    expect(deposit.data.perpB).toEqual({
      action: "deposit",
      amount: "5000",
      amountBase: "5000000000",
    });
    expect(await usdcThere(vault)).toBe(atFirst - usdc(5_000));
    expect(await positions(vault)).toMatchObject({
      adapter: "present",
      accountValueUsd: "4999",
      positions: [],
    });

    const opened = await done(vault, "perp_b_limit_order", {
      coin: "ETH",
      side: "buy",
      size: "1.00005",
    });
    expect(opened.data.perpB).toMatchObject({
      coin: "ETH",
      side: "buy",
      size: "1",
      tif: "ioc",
      reduceOnly: false,
    });
    // 1% behind the best offer of 3000.3, which is 3030.303, in the venue's five figures.
    expect(opened.data.perpB.limitPrice).toBe("3030.3");
    expect(opened.data.perpEntry).toMatchObject({
      notionalBps: expect.any(String),
      priceDeviationBps: "101",
    });
    const { cloid } = opened.data.perpB;
    const after = await positions(vault, { cloid });
    expect(after.order).toMatchObject({
      status: "executed",
      reason: "filled",
      filled: "1",
      averagePrice: "3000.3",
    });
    expect(after.positions).toMatchObject([
      { coin: "ETH", side: "long", size: "1", entryPrice: "3000.3" },
    ]);

    const half = await done(vault, "perp_b_limit_order", { coin: "eth", size: "50%" });
    expect(half.data.perpB).toMatchObject({ side: "sell", size: "0.5", reduceOnly: true });
    expect((await positions(vault)).positions).toMatchObject([{ size: "0.5" }]);
    await done(vault, "perp_b_limit_order", { coin: "ETH", close: true });
    expect((await positions(vault)).positions).toEqual([]);

    await done(vault, "perp_b_usd_class_transfer", { amount: "all" });
    const { accountValueUsd, spotUsdc } = await positions(vault);
    expect(accountValueUsd).toBe("0");
    await done(vault, "perp_b_spot_send", { amount: "all" });
    expect(await usdcThere(vault)).toBe(
      atFirst - usdc(5_000) + (BigInt(Math.round(Number(spotUsdc) * 1e6)) - 100_000n),
    );
    expect(await positions(vault)).toMatchObject({ spotUsdc: "0.1" });
  });

  test("default: an order of each tif rests, is cancelled, placed anew, then filled", async () => {
    const vault = await funded(await newVault());
    const order = { coin: "ETH", side: "buy", size: "0.1" };
    const gtc = await done(vault, "perp_b_limit_order", { ...order, price: "2899.999" });
    expect(gtc.message).toContain("rounded down to 2899.9");
    const alo = await done(vault, "perp_b_limit_order", { ...order, price: "2800", tif: "alo" });
    const crossing = await done(vault, "perp_b_limit_order", {
      ...order,
      price: "3001",
      tif: "alo",
    });
    const { cloid } = crossing.data.perpB;
    expect((await positions(vault, { cloid })).order).toMatchObject({
      status: "dropped",
      reason: "badAloPxRejected",
    });
    const ioc = await done(vault, "perp_b_limit_order", { ...order, price: "2900", tif: "ioc" });
    const missed = await positions(vault, { cloid: ioc.data.perpB.cloid });
    expect(missed.order).toMatchObject({
      status: "dropped",
      reason: "iocCancelRejected",
      filled: "0",
    });
    expect(missed.openOrders).toMatchObject([
      { price: "2899.9", tif: "Gtc" },
      { price: "2800", tif: "Alo" },
    ]);

    const several = await stack.tool(vault, "perp_b_cancel_order", { coin: "ETH" });
    expect(expectRefusal(several)).toBe("400 invalid_request");
    expect(several.body.message).toMatch(
      /several orders are open in ETH, so say which.*2899.9.*2800/,
    );
    await done(vault, "perp_b_cancel_order", { coin: "ETH", cloid: gtc.data.perpB.cloid });
    expect((await positions(vault, { cloid: gtc.data.perpB.cloid })).order).toMatchObject({
      status: "cancelled",
    });
    const { orderId } = (await positions(vault)).openOrders[0];
    await done(vault, "perp_b_cancel_order", { coin: "ETH", orderId });
    expect((await positions(vault)).openOrders).toEqual([]);
    expect(expectRefusal(await stack.tool(vault, "perp_b_cancel_order", { coin: "ETH" }))).toBe(
      "400 perp_order_unknown",
    );

    const anew = await done(vault, "perp_b_limit_order", { ...order, price: "2950" });
    expect((await positions(vault, { cloid: anew.data.perpB.cloid })).order).toMatchObject({
      status: "waiting",
    });
    await done(vault, "perp_b_cancel_order", { coin: "ETH" });
    const last = await done(vault, "perp_b_limit_order", { ...order, price: "2950" });
    await venue.setPrice("ETH", e8(2_940));
    const filled = await positions(vault, { cloid: last.data.perpB.cloid });
    await venue.setPrice("ETH", e8(3_000));
    expect(filled.order).toMatchObject({ status: "executed", averagePrice: "2950" });
    expect(alo.data.perpB.tif).toBe("alo");
  });

  test("behavior: worse, partial fills told so, dropped as dropped, unheard unknown", async () => {
    const vault = await funded(await newVault());
    const order = { coin: "BTC", side: "sell", notionalUsd: "1200" };
    const worse = await done(vault, "perp_b_limit_order", order, { worseBps: 50, fillBps: 5_000 });
    const { cloid, size } = worse.data.perpB;
    // 1200 USD at 1% below the best bid of 59,994, in five decimals.
    expect([size, worse.data.perpB.limitPrice]).toEqual(["0.0202", "59395"]);
    const seen = (await positions(vault, { cloid })).order;
    expect(seen).toMatchObject({
      status: "cancelled",
      filled: "0.0101",
      size: "0.0202",
      averagePrice: "59694.03",
    });
    await done(vault, "perp_b_limit_order", { coin: "BTC", close: true });
    expect((await positions(vault)).positions).toEqual([]);

    const dropped = await done(vault, "perp_b_limit_order", { ...order, side: "buy" }, "drop");
    const id = dropped.data.perpB.cloid;
    const nowMs = stack.stack.nowMs();
    expect((await positions(vault, { cloid: id })).order).toMatchObject({
      status: "unknown",
      filled: "0",
    });
    expect((await positions(vault, { cloid: id, orderedAt: nowMs })).order).toMatchObject({
      status: "waiting",
    });
    const late = await positions(vault, { cloid: id, orderedAt: nowMs - 61_000 });
    expect(late.order).toMatchObject({
      status: "dropped",
      reason: expect.stringContaining("never took it up"),
    });
    expect(late.positions).toEqual([]);
  });

  test("behavior: a read takes two chain requests at most, an order four, venues one", async () => {
    const vault = await funded(await newVault());
    const [node, records] = [stack.proxies["rpc-999"], stack.proxies.hyperliquid];
    if (node === undefined || records === undefined) throw new Error("nothing is counted");
    const counted = async (tool: string, args: object): Promise<[number, string[]]> => {
      node.reset();
      records.reset();
      expect((await stack.tool(vault, tool, args)).status).toBe(200);
      return [
        node.log().length,
        records
          .log()
          .map(({ body }) => JSON.parse(body).type)
          .sort(),
      ];
    };
    const [requests, questions] = await counted("perp_b_get_positions", {});
    // The owner's question is one, the read another.
    expect(requests).toBeLessThanOrEqual(2);
    const account = [
      "clearinghouseState",
      "frontendOpenOrders",
      "spotClearinghouseState",
      "userFills",
    ];
    expect(questions).toEqual(account);
    expect(await counted("perp_b_get_markets", {})).toEqual([0, ["metaAndAssetCtxs"]]);
    const [built, asked] = await counted("perp_b_limit_order", {
      coin: "ETH",
      side: "buy",
      size: "0.1",
    });
    expect(asked).toEqual([
      "clearinghouseState",
      "frontendOpenOrders",
      "l2Book",
      "metaAndAssetCtxs",
    ]);
    expect(built).toBeLessThanOrEqual(4);
  });

  test("behavior: GET /api/vault shows the account as its tool does; where the venue is down it says so, and the rest stands", async () => {
    const vault = await funded(await newVault());
    await done(vault, "perp_b_limit_order", { coin: "ETH", side: "buy", size: "0.1" });
    const headers = credentialHeaders(await stack.credentials(vault.ownerKey));
    const path = `/api/vault?vault=${vault.address}&chainId=999`;
    const read = async () =>
      (await stack.call("GET", path, undefined, headers, { pay: false })).body;
    const { adapter, fills, followed, ...account } = await positions(vault);
    const shown = await read();
    expect(shown.positions, JSON.stringify(shown)).toEqual({
      lp: [],
      gmx: null,
      hyperliquid: account,
    });
    expect(shown.positions.hyperliquid.positions).toMatchObject([
      { coin: "ETH", side: "long", size: "0.1" },
    ]);
    const records = stack.proxies.hyperliquid;
    if (records === undefined) throw new Error("nothing stands before the venue");
    records.before(async () => "drop");
    const without = await read();
    records.clearHooks();
    expect(without.positions.hyperliquid).toEqual({
      unavailable: { error: "venue_unavailable", message: expect.any(String) },
    });
    expect({ ...without, positions: null, block: null }).toEqual({
      ...shown,
      positions: null,
      block: null,
    });
  });

  test("behavior: while a deposit settles NAV is locked; order bounds are still read", async () => {
    const vault = await funded(await newVault());
    const data = encodeFunctionData({ abi: chainAbi, functionName: "updateUnitaryValue" });
    await expect(send(vault, { to: vault.address, data })).rejects.toThrow();
    await done(vault, "perp_b_limit_order", { coin: "ETH", side: "buy", size: "0.1" });
    await stack.advance(129_000);
    await send(vault, { to: vault.address, data });
  });
});

describe("perp_b, sent by the agent", () => {
  test("default: deposit, order and close, each mined, told as not carried out yet", async () => {
    const vault = await delegatedVault();
    const atFirst = await usdcThere(vault);
    const run = async (tool: string, args: object) => {
      const { status, body } = await stack.tool(vault, tool, args, { executionMode: "delegated" });
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body).toMatchObject({ chainSwitch: 999, execution: { status: "confirmed" } });
      expect(body.message).toContain("Mined, not carried out yet");
      expect(await venue.settle()).toBe(1);
      return body.data.perpB;
    };
    await run("hyperliquid_deposit", { amount: "4000" });
    const { cloid } = await run("perp_b_limit_order", { coin: "ETH", side: "sell", size: "1" });
    expect(await positions(vault, { cloid })).toMatchObject({
      order: { status: "executed" },
      positions: [{ coin: "ETH", side: "short", size: "1" }],
    });
    await run("perp_b_limit_order", { coin: "ETH", close: true });
    await run("perp_b_limit_order", {
      coin: "ETH",
      side: "buy",
      size: "0.1",
      price: "2900",
      tif: "alo",
    });
    expect((await positions(vault)).openOrders).toMatchObject([{ price: "2900" }]);
    await run("perp_b_cancel_order", { coin: "ETH" });
    expect((await positions(vault)).openOrders).toEqual([]);
    await run("perp_b_usd_class_transfer", { amount: "1000" });
    await run("perp_b_spot_send", { amount: "500" });
    expect(await usdcThere(vault)).toBe(atFirst - usdc(3_500));
    expect(await positions(vault)).toMatchObject({ positions: [], spotUsdc: "500" });
  });

  test("behavior: the tick follows an order partly filled, and one the core dropped", async () => {
    const vault = await delegatedVault();
    await stack.pair(vault);
    await funded(vault);
    const order = async (args: object, how: Settling) => {
      const { status, body } = await stack.tool(vault, "perp_b_limit_order", args, {
        executionMode: "delegated",
      });
      expect(status, JSON.stringify(body)).toBe(200);
      await venue.settle(how);
    };
    await order({ coin: "ETH", side: "buy", size: "1" }, { fillBps: 2_500 });
    await order({ coin: "BTC", side: "sell", size: "0.01" }, "drop");
    for (const ms of [20_000, 70_000, 70_000]) await stack.advance(ms);
    const told = (await stack.outbox(vault)).filter(({ kind }) => kind.startsWith("venue_order"));
    expect(told).toMatchObject([
      {
        ...{ kind: "venue_order_ended", family: "perp_b", status: "partly_executed" },
        amounts: { size: "0.25", price: "3000.3" },
      },
      { kind: "venue_order_ended", family: "perp_b", status: "dropped", amounts: {} },
    ]);
    const { body } = await stack.call("GET", `/api/strategy-events?vault=${vault.address}`);
    expect(body.events).toMatchObject([
      // What placed them was mined.
      ...[
        { type: "call", success: true },
        { type: "call", success: true },
      ],
      { type: "venue_order", family: "perp_b", success: false, status: "partly_executed" },
      { type: "venue_order", family: "perp_b", success: false, status: "dropped" },
    ]);
    expect(body.events[2].summary).toContain("partly executed (size 0.25, price 3000.3, fee ");
    await order({ coin: "ETH", side: "buy", size: "0.1", price: "2900", tif: "gtc" }, "apply");
    const { followed } = await positions(vault);
    expect(followed).toMatchObject([
      { status: "waiting", isLate: false, amounts: {}, endedAt: null },
      { status: "dropped", amounts: {} },
      { status: "partly_executed", amounts: { size: "0.25", price: "3000.3" } },
    ]);
  });

  test("behavior: in confirm mode it is sent as approved, its own id included", async () => {
    const vault = await delegatedVault();
    const auth = { vaultAddress: vault.address, ...(await stack.credentials(vault.ownerKey)) };
    await funded(vault);
    await stack.call("POST", "/api/settings/exec-mode", {
      ...auth,
      chainId: 8453,
      mode: "confirm",
    });
    const order = { coin: "ETH", side: "buy", size: "0.5" };
    const offered = await stack.tool(vault, "perp_b_limit_order", order, {
      executionMode: "delegated",
    });
    expect(offered.body.operationId, JSON.stringify(offered.body)).toMatch(/^[0-9a-f]{32}$/);
    const { operationId } = offered.body;
    const approved = await stack.call("POST", "/api/operations/approve", {
      ...auth,
      operationId,
      chainId: 999,
    });
    expect(approved.status, JSON.stringify(approved.body)).toBe(200);
    await venue.settle();
    const placed = venue.account(vault.address).orders.at(-1);
    expect(approved.body.message).toMatch(
      new RegExp(`^Mined, not carried out yet: .*cloid ${placed?.cloid}`),
    );
    expect(placed).toMatchObject({ status: "filled", sizeE8: 50_000_000n });
  });
});

test("default: Base chat: order, close wait as cards, approved, mined on chain 999", async () => {
  const vault = await funded(await delegatedVault());
  const auth = {
    vaultAddress: vault.address,
    chainId: 8453,
    ...(await stack.credentials(vault.ownerKey)),
  };
  const say = async (words: string, args: object) => {
    stack.stack.model?.script({
      answers: [{ calls: [{ name: "perp_b_limit_order", arguments: args }] }],
    });
    const messages = [{ role: "user", content: words }];
    const { status, body } = await stack.call("POST", "/api/chat", {
      messages,
      ...auth,
      executionMode: "delegated",
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const done = async (words: string, args: object) => {
    const before = venue.account(vault.address).orders.length;
    const { operationId, execution, reply, chainSwitch } = await say(words, args);
    expect([execution, operationId], reply).toEqual([
      undefined,
      expect.stringMatching(/^[0-9a-f]{32}$/),
    ]);
    expect(reply).toMatch(
      /^On hyperevm, by Hyperliquid perpetuals, to the vault's own account there\.$/m,
    );
    expect(await venue.settle()).toBe(0);
    const approved = await stack.call("POST", "/api/operations/approve", {
      ...auth,
      operationId,
      chainId: chainSwitch,
    });
    expect(approved.body, JSON.stringify(approved.body)).toMatchObject({
      execution: { status: "confirmed" },
    });
    expect([await venue.settle(), venue.account(vault.address).orders.length]).toEqual([
      1,
      before + 1,
    ]);
    return String(reply);
  };
  const opened = await done("short 0.5 ETH on hyperliquid", {
    coin: "ETH",
    side: "sell",
    size: "0.5",
  });
  expect(opened).toMatch(
    /^Read from your words: (?:"[^"]*short 0\.5 ETH[^"]*"|.*side sell; size 0\.5; coin ETH)\.$/m,
  );
  expect(opened).toContain("at market: at the best offer or up to 1% behind it");
  expect((await positions(vault)).positions).toMatchObject([
    { coin: "ETH", side: "short", size: "0.5" },
  ]);

  const close = { coin: "ETH", side: "buy", close: true };
  // Words that the service reads by itself never come to a model.
  const wrong = await say("schließe meinen ETH short auf hyperliquid", {
    ...close,
    close: false,
    size: "0.5",
  });
  expect([wrong.operationId, wrong.toolCalls[0].error.error]).toEqual([
    undefined,
    "not_in_your_words",
  ]);
  await done("close my ETH short on hyperliquid", close);
  expect((await positions(vault)).positions).toEqual([]);
});

describe("what a stranger can take", () => {
  test("attack: eight entries at once: one placed, the account within its five times", async () => {
    const vault = await funded(await delegatedVault());
    const buy = (args: object = {}) =>
      stack.tool(
        vault,
        "perp_b_limit_order",
        { coin: "ETH", side: "buy", size: "2", ...args },
        { executionMode: "delegated" },
      );
    const answers = await Promise.all(Array.from({ length: 8 }, () => buy()));
    const outcomes = answers.map((answer) =>
      answer.status === 200 ? "sent" : expectRefusal(answer),
    );
    // Each would be 1.2x alone; together they were 9.7x.
    expect(outcomes.filter((outcome) => outcome === "sent")).toHaveLength(1);
    expect(
      outcomes.filter(
        (outcome) => !["sent", "400 perp_entry_pending", "409 conflict"].includes(outcome),
      ),
    ).toEqual([]);
    const waiting = await buy();
    expect(expectRefusal(waiting)).toBe("400 perp_entry_pending");
    expect(waiting.body.details.waitSec).toBeLessThanOrEqual(60);
    expect(await venue.settle()).toBe(1);
    // The venue shows it: the next is judged beside it, until five times are reached.
    for (let sent = 2; sent <= 4; sent += 1) {
      const next = await buy();
      expect(next.status, JSON.stringify(next.body)).toBe(200);
      expect(await venue.settle()).toBe(1);
    }
    expect(expectRefusal(await buy())).toBe("400 perp_limit_exceeded");
    const [{ size }] = (await positions(vault)).positions;
    expect(size).toBe("8");
    // An exit waits for nobody, though an entry was placed a moment ago.
    const half = await buy({ size: "0.1" });
    expect(half.status, JSON.stringify(half.body)).toBe(200);
    const { cloid } = half.body.data.perpB;
    const close = { coin: "ETH", side: "sell", close: true, size: undefined };
    expect((await buy(close)).status).toBe(200);
    expect(await venue.settle()).toBe(2);
    const again = await buy({ size: "0.1", cloid });
    expect(expectRefusal(again)).toBe("400 invalid_request");
    expect(again.body.message).toContain("cloid");
  });

  test("attack: a bid at a hundredth of mark, an exit into it: at most a tenth lost", async () => {
    const vault = await funded(await delegatedVault());
    const order = (args: object) =>
      stack.tool(
        vault,
        "perp_b_limit_order",
        { coin: "ETH", ...args },
        { executionMode: "delegated" },
      );
    const settings = {
      vaultAddress: vault.address,
      chainId: 999,
      ...(await stack.credentials(vault.ownerKey)),
    };
    const set = await stack.call("POST", "/api/settings/loss-budget", {
      ...settings,
      day: "1",
      week: "1",
    });
    expect(set.status, JSON.stringify(set.body)).toBe(200);
    expect((await order({ side: "buy", size: "4" })).status).toBe(200);
    await venue.settle();
    const value = async () => Number((await positions(vault)).accountValueUsd);
    const before = await value();
    // The stranger's bid is the only one: whatever is sold goes to it at the order's own limit.
    const sold = async (args: object) => {
      const answer = await order({ orderType: "limit", tif: "ioc", ...args });
      if (answer.status === 200) await venue.settle({ worseBps: 9_900 });
      return answer;
    };
    const given = await sold({ close: true, price: "30" });
    // 11,880 of it once.
    expect(before - (await value())).toBe(0);
    expect(expectRefusal(given)).toBe("400 perp_price_off");
    expect(given.body.details).toMatchObject({ passingPrice: "2700", mark: "3000" });

    // 900 of the vault's 99,999 USDC, and what the entry might have lost, are more than its 1%:
    // that stops no way out, and every entry.
    const most = await sold({ size: "75%", price: given.body.details.passingPrice });
    expect(most.status, JSON.stringify(most.body)).toBe(200);
    expect(before - (await value())).toBeLessThan(905);
    expect(expectRefusal(await order({ side: "buy", size: "0.1" }))).toBe(
      "400 loss_budget_exceeded",
    );
    expect((await sold({ close: true, price: "2700" })).status).toBe(200);
    expect((await positions(vault)).positions).toEqual([]);

    // Who signs alone is told, not stopped.
    await done(vault, "perp_b_limit_order", { coin: "ETH", side: "buy", size: "1" });
    const own = await stack.tool(vault, "perp_b_limit_order", {
      coin: "ETH",
      close: true,
      price: "30",
    });
    expect(own.status, JSON.stringify(own.body)).toBe(200);
    expect(own.body.data.warnings).toMatchObject([
      { code: "perp_price_off", details: { passingPrice: "2700" } },
    ]);
    expect(own.body.message).toContain("Warning: ");
  });
});

describe("what perp_b refuses", () => {
  test("error: below minimum, beyond limits, unknown markets, orders, with numbers", async () => {
    const vault = await newVault();
    const refused = async (tool: string, args: object, code: string) => {
      const answer = await stack.tool(vault, tool, args);
      expect(expectRefusal(answer)).toBe(`400 ${code}`);
      return answer.body;
    };
    const buy = { coin: "ETH", side: "buy" };
    await refused("perp_b_limit_order", { ...buy, size: "1" }, "perp_action_forbidden");
    await refused("perp_b_deposit", { amount: "1.5" }, "perp_below_minimum");
    await refused("perp_b_deposit", { amount: "100001" }, "insufficient_balance");
    const large = await refused("perp_b_deposit", { amount: "10001" }, "perp_limit_exceeded");
    expect(large.details).toMatchObject({
      limit: "maxCollateralBps",
      allowed: 1_000,
      mostBase: "9990000000",
    });
    await funded(vault);

    expect(
      await refused("perp_b_limit_order", { ...buy, size: "0.003" }, "perp_below_minimum"),
    ).toMatchObject({
      details: { minimumBase: "10000000" },
    });
    expect(
      await refused("perp_b_limit_order", { ...buy, size: "9" }, "perp_limit_exceeded"),
    ).toMatchObject({
      details: { limit: "maxLeverage", allowed: 5 },
    });
    await refused("perp_b_limit_order", { ...buy, coin: "NOPE", size: "1" }, "perp_market_unknown");
    await refused(
      "perp_b_limit_order",
      { coin: "RARE", side: "buy", size: "50" },
      "perp_action_forbidden",
    );
    await refused("perp_b_limit_order", { ...buy, size: "1", price: "3070" }, "perp_price_off");
    await refused("perp_b_limit_order", { coin: "ETH", close: true }, "perp_position_not_found");
    await refused("perp_b_cancel_order", { coin: "ETH", orderId: 77 }, "perp_order_unknown");
    await refused("perp_b_usd_class_transfer", { amount: "5000" }, "insufficient_balance");
    await refused("perp_b_spot_send", { amount: "1" }, "insufficient_balance");
    for (const [args, field] of [
      [{ coin: "ETH", size: "1" }, "side"],
      [{ ...buy }, "size"],
      [{ ...buy, size: "1", notionalUsd: "100" }, "size"],
      [{ ...buy, size: "1", orderType: "limit" }, "price"],
      [{ ...buy, size: "1", orderType: "market", price: "3000" }, "price"],
      [{ ...buy, size: "1", orderType: "market", tif: "gtc" }, "tif"],
      [{ ...buy, size: "-1" }, "size"],
    ] as const)
      expect((await refused("perp_b_limit_order", args, "invalid_request")).message).toContain(
        field,
      );
  });

  test("error: a stale price, orders resting, a vault far below its high only closes", async () => {
    const vault = await funded(await newVault());
    const order = { coin: "ETH", side: "buy", size: "3" };
    for (const price of ["2950", "2900"])
      await done(vault, "perp_b_limit_order", { ...order, price });
    const third = await stack.tool(vault, "perp_b_limit_order", { ...order, price: "2850" });
    expect(expectRefusal(third)).toBe("400 perp_limit_exceeded");
    await done(vault, "perp_b_limit_order", { ...order, size: "1" });
    venue.setBookAge(62_000);
    const stale = await stack.tool(vault, "perp_b_limit_order", { ...order, size: "0.1" });
    expect(expectRefusal(stale)).toBe("400 perp_price_stale");
    // Far below: the account keeps little, and the way out is open.
    await venue.setPrice("ETH", e8(1_500));
    const opening = await stack.tool(vault, "perp_b_limit_order", { ...order, size: "1" });
    expect(opening.status).toBe(400);
    await done(vault, "perp_b_limit_order", { coin: "ETH", close: true });
    venue.setBookAge(0);
    await venue.setPrice("ETH", e8(3_000));
    expect((await positions(vault)).positions).toEqual([]);
  });

  test("behavior: vaults 30% under their 24-hour high close all positions, open none", async () => {
    const vault = await newVault();
    await done(vault, "perp_b_deposit", { amount: "9900" });
    await done(vault, "perp_b_limit_order", { coin: "ETH", side: "sell", size: "15" });
    await done(vault, "perp_b_limit_order", { coin: "DOGE", side: "buy", size: "1000" });
    expect(await confirmNav(stack.stack.redis.command, 999, vault.address)).toBeGreaterThan(0);
    await venue.setPrice("ETH", e8(5_100));
    const fallen = await stack.tool(vault, "perp_b_limit_order", {
      coin: "DOGE",
      side: "buy",
      size: "1000",
    });
    expect(expectRefusal(fallen)).toBe("400 nav_shield_blocked");
    expect(Number(fallen.body.details.lossBps)).toBeGreaterThan(3_000);
    expect(expectRefusal(await stack.tool(vault, "perp_b_deposit", { amount: "5000" }))).toBe(
      "400 nav_shield_blocked",
    );
    await done(vault, "perp_b_limit_order", { coin: "ETH", close: true });
    await done(vault, "perp_b_limit_order", { coin: "DOGE", close: true });
    await venue.setPrice("ETH", e8(3_000));
    expect((await positions(vault)).positions).toEqual([]);
  });

  test("error: another operator's credentials reach no account data, reads included", async () => {
    const [vault, stranger] = [await newVault(), generatePrivateKey()];
    const auth = {
      vaultAddress: vault.address,
      chainId: 8453,
      ...(await stack.credentials(stranger)),
    };
    for (const tool of TOOLS.filter(({ chain }) => chain === 999)) {
      const body = { ...auth, arguments: tool.example };
      const answer = await stack.call("POST", `/api/tools?toolName=${tool.name}`, body);
      expect([tool.name, expectRefusal(answer)]).toEqual([tool.name, "403 not_vault_owner"]);
    }
  });

  test("error: without the vaults' adapter every write says so, and reads go on", async () => {
    const vault = await newVault();
    const client = chainClient(venue.chain);
    const code = await client.getCode({ address: venue.chain.addresses.authority });
    const snapshot = await client.snapshot();
    // An authority that maps nothing: 32 zero bytes, whatever it is asked.
    await client.setCode({ address: venue.chain.addresses.authority, bytecode: "0x60206000f3" });
    for (const [tool, args] of [
      ["perp_b_deposit", { amount: "10" }],
      ["perp_b_limit_order", { coin: "ETH", side: "buy", size: "1" }],
      ["perp_b_cancel_order", { coin: "ETH" }],
      ["perp_b_usd_class_transfer", { amount: "10" }],
      ["perp_b_spot_send", { amount: "10" }],
    ] as const) {
      const answer = await stack.tool(vault, tool, args);
      expect(expectRefusal(answer)).toBe("400 adapter_absent");
      expect(answer.body.details).toMatchObject({ chainId: 999 });
    }
    expect(await positions(vault)).toMatchObject({ adapter: "absent", positions: [] });
    const markets = await stack.tool(vault, "perp_b_get_markets", {});
    // Where it went, as its siblings say.
    expect([markets.status, markets.body.chainSwitch]).toEqual([200, 999]);
    expect(markets.body.data.markets).toMatchObject([
      { coin: "BTC" },
      { coin: "ETH" },
      { coin: "DOGE" },
      { coin: "RARE" },
    ]);
    await client.revert({ id: snapshot });
    expect(await client.getCode({ address: venue.chain.addresses.authority })).toBe(code);
  });
});
