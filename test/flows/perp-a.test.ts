import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chainAbi } from "../../local/chain/chain-abi.ts";
import { chainClient } from "../../local/chain/chain-client.ts";
import type { ChainHandle } from "../../local/chain/chain-handle.ts";
import { createVault } from "../../local/chain/create-vault.ts";
import { delegate } from "../../local/chain/delegate.ts";
import type { Amounts } from "../../local/chain/fund-account.ts";
import { gmxPlaces } from "../../local/chain/gmx-places.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import type { GmxParts } from "../../local/gmx/start-gmx.ts";
import { jsonAnswer } from "../../local/lib/json-answer.ts";
import { confirmNav } from "../support/callers/confirm-nav.ts";
import { credentialHeaders } from "../support/callers/credential-headers.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { startTestStack, type TestStack, type TestVault } from "../support/test-stack.ts";

const USD = 10n ** 30n;
const PERPS: Hex[] = [
  "0x13b4312f",
  "0xe478512e",
  "0xdd5baad2",
  "0x7489ec23",
  "0xc41b1ab3",
  "0xe9249b57",
];
const ETH = { market: "ETH", isLong: true };

let stack: TestStack;
let gmx: GmxParts;
let chain: ChainHandle;

beforeAll(async () => {
  stack = await startTestStack({ chains: [8453, 42161] });
  if (stack.stack.gmx === undefined || stack.stack.across === undefined)
    throw new Error("chain 42161 did not start");
  gmx = stack.stack.gmx;
  chain = stack.stack.across.chain;
}, 240_000);
afterAll(() => stack?.stop());

let names = 0;
/** A vault on chain 42161 with 99,900 USDC and a WETH and an ETH, at 2,500 dollars each. */
async function newVault(fund: Amounts = { ETH: 10n ** 18n, WETH: 10n ** 18n }): Promise<TestVault> {
  const name = `Perps ${++names}`;
  const vault = await stack.newVault({ name, fund: {} });
  const there = await createVault(chain, { name, ownerKey: vault.ownerKey, fund });
  expect(there.toLowerCase()).toBe(vault.address);
  return vault;
}

const tool = (vault: TestVault, name: string, args: object = {}, extra: object = {}) =>
  stack.tool(vault, `perp_a_${name}`, args, { ...extra });

/** Signs and sends what a tool built, as the vault's owner; gives the answer. */
async function order(vault: TestVault, name: string, args: object = {}) {
  const { status, body } = await tool(vault, name, args);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({
    chainSwitch: 42161,
    transaction: { chainId: 42161, to: vault.address },
  });
  const { to, data } = body.transaction as { to: Address; data: Hex };
  await sendTransaction(chain, { from: privateKeyToAccount(vault.ownerKey), to, data });
  return body;
}

async function seen(vault: TestVault, args: object = {}) {
  const { status, body } = await tool(vault, "get_positions", args);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

/** Ordered, and executed by the keeper. */
async function done(vault: TestVault, name: string, args: object = {}) {
  const body = await order(vault, name, args);
  await gmx.keeper.execute(vault.address);
  return body;
}

const open = (vault: TestVault, args: object = {}) =>
  done(vault, "increase_position", { ...ETH, collateralAmount: "2000", leverage: "2", ...args });

const held = (vault: TestVault, token: Address) =>
  chainClient(chain).readContract({
    address: token,
    abi: chainAbi,
    functionName: "balanceOf",
    args: [vault.address],
  });

describe("perp_a, signed by the owner", () => {
  test("default: opened, enlarged, reduced by dollars and percent, closed; read back", async () => {
    const vault = await newVault();
    const built = await order(vault, "increase_position", {
      ...ETH,
      collateralAmount: "2000",
      leverage: "2",
    });
    expect(built.data).toMatchObject({
      perpA: {
        action: "increase",
        sizeDeltaUsd: "4000",
        collateralSymbol: "USDC",
        acceptablePrice: "2525",
      },
      navShield: { lossBps: 0 },
      perpEntry: { priceDeviationBps: "100", collateralBps: "191", priceAgeSec: 0 },
    });
    const [pending] = (await seen(vault)).orders;
    expect(pending).toMatchObject({
      orderType: "marketIncrease",
      sizeDeltaUsd: "4000",
      isFrozen: false,
    });
    expect((await seen(vault, { orderKey: pending.orderKey })).order.status).toBe("waiting");
    await gmx.keeper.execute(vault.address);
    // 4,000 dollars at 2,500: 1.6 ETH; the fee of 0.06% is 2.4 dollars.
    expect((await seen(vault)).positions).toMatchObject([
      {
        ...{
          sizeUsd: "4000",
          sizeTokens: "1.6",
          collateralAmount: "1997.6",
          entryPrice: "2500",
          markPrice: "2500",
        },
        ...{
          pnlUsd: "0",
          leverage: "2x",
          closeFeeUsd: "2.4",
          isLong: true,
          marketName: "ETH/USD [WETH-USDC]",
        },
      },
    ]);
    expect((await seen(vault, { orderKey: pending.orderKey })).order).toMatchObject({
      ...{
        status: "executed",
        executionPrice: String(2_500n * 10n ** 12n),
        sizeDeltaUsd: String(4_000n * USD),
      },
    });
    await done(vault, "increase_position", { ...ETH, notionalUsd: "1000" });
    expect((await seen(vault)).positions[0]).toMatchObject({ sizeUsd: "5000", sizeTokens: "2" });
    await done(vault, "increase_position", { ...ETH, sizeDeltaUsd: "0", collateralAmount: "100" });
    expect((await seen(vault)).positions[0]).toMatchObject({
      sizeUsd: "5000",
      collateralAmount: "2595.8",
    });
    await done(vault, "decrease_position", { ...ETH, sizeDeltaUsd: "1000" });
    // A fifth of the collateral comes back; the fee of 0.6 is taken from what stays.
    expect((await seen(vault)).positions[0]).toMatchObject({
      sizeUsd: "4000",
      collateralAmount: "2076.04",
    });
    await done(vault, "decrease_position", { ...ETH, sizeDeltaUsd: "50%" });
    expect((await seen(vault)).positions[0]).toMatchObject({ sizeUsd: "2000", sizeTokens: "0.8" });
    const collateral = Number((await seen(vault)).positions[0].collateralAmount);
    await done(vault, "decrease_position", {
      ...ETH,
      sizeDeltaUsd: "0",
      collateralDeltaAmount: "500",
    });
    expect(Number((await seen(vault)).positions[0].collateralAmount)).toBeCloseTo(
      collateral - 500,
      5,
    );
    await done(vault, "decrease_position", ETH);
    expect(await seen(vault)).toMatchObject({ positions: [], orders: [] });
    // Ten thousand dollars traded at 0.06%, both ways.
    expect(await held(vault, chain.tokens.USDC)).toBe(99_900_000_000n - 6_000_000n);
  });

  test("behavior: GET /api/vault shows the account as its tool does, in three requests of the chain", async () => {
    const vault = await newVault();
    await open(vault);
    await order(vault, "increase_position", { ...ETH, notionalUsd: "1000" });
    const headers = credentialHeaders(await stack.credentials(vault.ownerKey));
    const path = `/api/vault?vault=${vault.address}&chainId=42161`;
    const { positions, orders, claims } = await seen(vault);
    const node = stack.proxies["rpc-42161"];
    node?.reset();
    const { status, body } = await stack.call("GET", path, undefined, headers, { pay: false });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(node?.log().length).toBeLessThanOrEqual(4);
    expect([positions.length, orders.length]).toEqual([1, 1]);
    expect(body.positions.gmx).toEqual({
      ...{ positions, claims },
      orders: orders.map((one: object) => ({ ...one, ageSec: expect.any(Number) })),
    });
    expect(body.positions.hyperliquid).toBeNull();
  });

  test("default: a short gains when the price falls; a long pays its profit in WETH", async () => {
    const vault = await newVault();
    await open(vault, { isLong: false });
    await open(vault, { collateral: "WETH", collateralAmount: "0.4", leverage: "2" });
    const before = await held(vault, chain.tokens.USDC);
    await gmx.prices.move("ETH", "2400");
    try {
      const [short, long] = (await seen(vault)).positions;
      expect(short).toMatchObject({ isLong: false, pnlUsd: "160", markPrice: "2400" });
      expect(long).toMatchObject({ isLong: true, pnlUsd: "-80", collateralSymbol: "WETH" });
      await done(vault, "decrease_position", { market: "ETH", isLong: false });
      // Collateral after the first fee, the second fee, and the profit.
      expect((await held(vault, chain.tokens.USDC)) - before).toBe(
        1_997_600_000n - 2_400_000n + 160_000_000n,
      );
    } finally {
      await gmx.prices.move("ETH", "2500");
    }
    const weth = await held(vault, chain.tokens.WETH);
    await gmx.prices.move("ETH", "2600");
    try {
      await done(vault, "decrease_position", ETH);
      expect(await held(vault, chain.tokens.WETH)).toBeGreaterThan(weth + 4n * 10n ** 17n);
    } finally {
      await gmx.prices.move("ETH", "2500");
    }
  });

  test("default: take profit, stop loss wait, change, cancel; in index token's scale", async () => {
    const vault = await newVault();
    await open(vault);
    await open(vault, { market: "DOGE", collateralAmount: "1000" });
    await order(vault, "decrease_position", {
      ...ETH,
      sizeDeltaUsd: "2000",
      orderType: "limit",
      triggerPrice: "2700",
    });
    await order(vault, "decrease_position", {
      market: "DOGE",
      isLong: true,
      orderType: "stop_loss",
      triggerPrice: "0.19",
    });
    const [profit, loss] = (await seen(vault)).orders;
    expect(profit).toMatchObject({
      orderType: "limitDecrease",
      triggerPrice: "2700",
      sizeDeltaUsd: "2000",
    });
    expect(loss).toMatchObject({
      orderType: "stopLossDecrease",
      triggerPrice: "0.19",
      sizeDeltaUsd: "2000",
    });
    expect(await gmx.keeper.execute(vault.address)).toMatchObject([
      { outcome: "waiting" },
      { outcome: "waiting" },
    ]);
    await order(vault, "update_order", {
      orderKey: loss.orderKey,
      triggerPrice: "0.195",
      sizeDeltaUsd: "1500",
    });
    expect((await seen(vault)).orders[1]).toMatchObject({
      triggerPrice: "0.195",
      sizeDeltaUsd: "1500",
    });
    await gmx.prices.move("DOGE", "0.19");
    await gmx.keeper.execute(vault.address);
    await gmx.prices.move("DOGE", "0.2");
    expect((await seen(vault)).positions).toMatchObject([{ sizeUsd: "4000" }, { sizeUsd: "500" }]);
    // No market order: at once.
    await order(vault, "cancel_order", { orderKey: profit.orderKey });
    expect((await seen(vault)).orders).toEqual([]);
    expect((await seen(vault, { orderKey: profit.orderKey })).order).toMatchObject({
      ...{ status: "cancelled", reason: "USER_INITIATED_CANCEL" },
    });
  });

  test("behavior: a keeper that is late, fills worse, cancels or never comes", async () => {
    const vault = await newVault();
    const increase = { ...ETH, collateralAmount: "2000", leverage: "2" };
    await order(vault, "increase_position", increase);
    const [late] = (await seen(vault)).orders;
    const young = await tool(vault, "cancel_order", { orderKey: late.orderKey });
    expect(expectRefusal(young)).toBe("400 perp_order_too_young");
    expect(young.body.details).toMatchObject({ cancelAfterSec: 300 });
    await stack.advance(301_000);
    const before = await held(vault, chain.tokens.USDC);
    await order(vault, "cancel_order", { orderKey: late.orderKey });
    expect((await held(vault, chain.tokens.USDC)) - before).toBe(2_000_000_000n);
    // Half a percent worse is within the acceptable price of 1%.
    await order(vault, "increase_position", increase);
    expect(await gmx.keeper.execute(vault.address, { worseBps: 50 })).toMatchObject([
      { outcome: "executed" },
    ]);
    expect((await seen(vault)).positions[0].entryPrice).toMatch(/^2512\.[45]/);
    await order(vault, "increase_position", increase);
    const [far] = (await seen(vault)).orders;
    expect(await gmx.keeper.execute(vault.address, { worseBps: 150 })).toMatchObject([
      { outcome: "cancelled" },
    ]);
    expect((await seen(vault, { orderKey: far.orderKey })).order.status).toBe("cancelled");
    await order(vault, "increase_position", increase);
    await gmx.keeper.cancel(vault.address, "INSUFFICIENT_RESERVE");
    expect((await seen(vault)).positions).toHaveLength(1);
    expect((await seen(vault)).positions[0].sizeUsd).toBe("4000");
  });

  test("default: funding, closed too, is claimed, withheld collateral by its hour", async () => {
    const vault = await newVault();
    await open(vault);
    expect(expectRefusal(await tool(vault, "claim_funding_fees"))).toBe("400 perp_below_minimum");
    const earned = { earnedLongBase: 10n ** 15n, earnedShortBase: 3_000_000n };
    await gmx.keeper.owe(vault.address, {
      ...earned,
      borrowingUsd: 2n * USD,
      fundingBase: 1_000_000n,
    });
    expect((await seen(vault)).positions[0]).toMatchObject({
      ...{
        borrowingUsd: "2",
        fundingUsd: "1",
        earnedLongBase: String(10n ** 15n),
        earnedShortBase: "3000000",
      },
    });
    await done(vault, "decrease_position", ETH);
    const { claims } = await seen(vault);
    expect(claims).toMatchObject([
      { symbol: "WETH", amount: "0.001" },
      { symbol: "USDC", amount: "3" },
    ]);
    const [weth, usdc] = [
      await held(vault, chain.tokens.WETH),
      await held(vault, chain.tokens.USDC),
    ];
    await order(vault, "claim_funding_fees", { tokens: ["USDC"] });
    expect((await held(vault, chain.tokens.USDC)) - usdc).toBe(3_000_000n);
    await order(vault, "claim_funding_fees");
    expect((await held(vault, chain.tokens.WETH)) - weth).toBe(10n ** 15n);
    const { timestamp } = await chainClient(chain).getBlock();
    const claim = (name: string) => [
      { type: "string", value: name },
      { type: "address", value: gmxPlaces.markets.ETH.marketToken },
      { type: "address", value: chain.tokens.USDC },
      { type: "uint256", value: timestamp / 3_600n },
      { type: "address", value: vault.address },
    ];
    const decreasedAt = [new Date(Number(timestamp) * 1_000).toISOString()];
    await gmx.keeper.set(claim("CLAIMABLE_COLLATERAL_AMOUNT"), 50_000_000n);
    expect(expectRefusal(await tool(vault, "claim_funding_fees", { decreasedAt }))).toBe(
      "400 perp_below_minimum",
    );
    await gmx.keeper.set(claim("CLAIMABLE_COLLATERAL_FACTOR"), USD / 2n);
    const before = await held(vault, chain.tokens.USDC);
    await order(vault, "claim_funding_fees", { decreasedAt });
    expect((await held(vault, chain.tokens.USDC)) - before).toBe(25_000_000n);
  });

  test("attack: of 600 markets a claim reads 1,000 amounts, names and finds the rest", async () => {
    const vault = await newVault();
    const { marketToken: market } = gmxPlaces.markets.ETH;
    await open(vault);
    await gmx.keeper.owe(vault.address, {
      ...{ earnedLongBase: 0n, earnedShortBase: 3_000_000n, borrowingUsd: 0n, fundingBase: 0n },
    });
    await done(vault, "decrease_position", ETH);
    const read = await (await fetch(`${stack.proxies.gmx?.url}/markets`)).json();
    const { markets: listed } = read as { markets: { marketToken: string }[] };
    const addressOf = (n: number) => `0x${(1_000_000 + n).toString(16).padStart(40, "0")}`;
    const others = Array.from({ length: 600 }, (_, n) => ({
      ...listed[0],
      marketToken: addressOf(n),
      isListed: false,
    }));
    stack.proxies.gmx?.before(async ({ path }) =>
      path === "/markets" ? jsonAnswer(200, { markets: [...others, ...listed] }) : undefined,
    );
    try {
      const all = await tool(vault, "claim_funding_fees");
      expect(expectRefusal(all)).toBe("400 perp_below_minimum");
      const leftOut: string[] = all.body.details.leftOut;
      expect(leftOut.slice(0, 100)).toEqual(
        others.slice(500).map(({ marketToken }) => marketToken),
      );
      expect(leftOut).toContain(market.toLowerCase());
      expect(all.body.message).toContain(
        "with perp_a_claim_funding_fees and their addresses in markets",
      );
      expect((await seen(vault)).claims).toEqual([]);
      expect(
        expectRefusal(await tool(vault, "claim_funding_fees", { markets: [addressOf(599)] })),
      ).toBe("400 perp_below_minimum");
      const before = await held(vault, chain.tokens.USDC);
      await order(vault, "claim_funding_fees", { markets: [market, "ETH"] });
      expect((await held(vault, chain.tokens.USDC)) - before).toBe(3_000_000n);
    } finally {
      stack.proxies.gmx?.clearHooks();
    }
  });
});

describe("perp_a, sent by the agent", () => {
  async function delegated(): Promise<TestVault> {
    const vault = await newVault();
    await delegate(chain, {
      vault: vault.address,
      agent: vault.agent,
      selectors: PERPS,
      ownerKey: vault.ownerKey,
    });
    const auth = {
      vaultAddress: vault.address,
      chainId: 42161,
      ...(await stack.credentials(vault.ownerKey)),
    };
    expect((await stack.call("POST", "/api/delegation/confirm", auth)).status).toBe(200);
    const mode = await stack.call("POST", "/api/settings/exec-mode", {
      ...auth,
      mode: "autonomous",
    });
    expect(mode.status, JSON.stringify(mode.body)).toBe(200);
    return vault;
  }

  test("default: open, enlarge, protect, change, cancel, close, claim; any chain", async () => {
    const vault = await delegated();
    const act = async (name: string, args: object) => {
      const { status, body } = await tool(vault, name, args, { executionMode: "delegated" });
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.execution, JSON.stringify(body)).toMatchObject({ status: "confirmed" });
    };
    await act("increase_position", { ...ETH, collateralAmount: "2000", leverage: "2" });
    await gmx.keeper.execute(vault.address);
    await act("increase_position", { ...ETH, collateralAmount: "500", leverage: "2" });
    await gmx.keeper.execute(vault.address);
    for (const protection of [
      { orderType: "stop_loss", triggerPrice: "2300" },
      { orderType: "limit", triggerPrice: "2700" },
    ]) {
      await act("decrease_position", { ...ETH, ...protection });
      const [{ orderKey }] = (await seen(vault)).orders;
      await act("update_order", {
        orderKey,
        triggerPrice: protection.orderType === "limit" ? "2650" : "2350",
      });
      await act("cancel_order", { orderKey });
    }
    await act("decrease_position", { ...ETH, sizeDeltaUsd: "50%" });
    await gmx.keeper.execute(vault.address);
    const nothing = { earnedLongBase: 0n, borrowingUsd: 0n, fundingBase: 0n };
    await gmx.keeper.owe(vault.address, { ...nothing, earnedShortBase: 3_000_000n });
    await act("decrease_position", ETH);
    await gmx.keeper.execute(vault.address);
    expect(await seen(vault)).toMatchObject({
      positions: [],
      orders: [],
      claims: [{ symbol: "USDC", amount: "3" }],
    });
    const before = await held(vault, chain.tokens.USDC);
    await act("claim_funding_fees", {});
    expect((await held(vault, chain.tokens.USDC)) - before).toBe(3_000_000n);
    // The keepers were paid in WETH, which no simulation shows: gas price is 0 there.
    expect(await held(vault, chain.tokens.WETH)).toBeLessThan(10n ** 18n);
  });

  test("attack: eight entries at once: one is placed; what waits counts for the next", async () => {
    const vault = await delegated();
    const act = (name: string, args: object) =>
      tool(vault, name, { ...ETH, ...args }, { executionMode: "delegated" });
    expect(
      (await act("increase_position", { collateralAmount: "2000", leverage: "2" })).status,
    ).toBe(200);
    await gmx.keeper.execute(vault.address);
    // Size alone, 4.5x each; together they were 22x.
    const more = () => act("increase_position", { sizeDeltaUsd: "5000" });
    const answers = await Promise.all(Array.from({ length: 8 }, more));
    const outcomes = answers.map((answer) =>
      answer.status === 200 ? "sent" : expectRefusal(answer),
    );
    expect(outcomes.filter((outcome) => outcome === "sent")).toHaveLength(1);
    const others = ["sent", "400 perp_entry_pending", "409 conflict", "400 perp_limit_exceeded"];
    expect(outcomes.filter((outcome) => !others.includes(outcome))).toEqual([]);
    // The chain shows the one that waits for a keeper.
    const waiting = await more();
    expect(expectRefusal(waiting)).toBe("400 perp_limit_exceeded");
    expect(waiting.body.details).toMatchObject({ limit: "maxLeverage" });
    // 1,997.6 behind 9,000: 197 could go with nothing waiting, were they not needed by what does.
    const rest = {
      orderType: "limit",
      triggerPrice: "2600",
      sizeDeltaUsd: "1",
      collateralDeltaAmount: "1900",
    };
    expect(expectRefusal(await act("decrease_position", rest))).toBe("400 perp_limit_exceeded");
    await gmx.keeper.execute(vault.address);
    const [{ leverage, sizeUsd }] = (await seen(vault)).positions;
    expect([sizeUsd, Number.parseFloat(leverage)]).toEqual(["9000", expect.closeTo(4.52, 1)]);
    expect(expectRefusal(await act("decrease_position", rest))).toBe("400 perp_limit_exceeded");
    // Two halves: the second finds the first waiting.
    const half = { sizeDeltaUsd: "0", collateralDeltaAmount: "150" };
    expect((await act("decrease_position", half)).status).toBe(200);
    expect(expectRefusal(await act("decrease_position", half))).toBe("400 perp_limit_exceeded");
    // And an entry finds it too: 9,400 behind 1,992 would be 4.7x.
    expect(expectRefusal(await act("increase_position", { sizeDeltaUsd: "400" }))).toBe(
      "400 perp_limit_exceeded",
    );
    // Size alone is never refused, nor is a share for which nobody named collateral.
    expect((await act("decrease_position", { sizeDeltaUsd: "50%" })).status).toBe(200);
    await gmx.keeper.execute(vault.address);
    expect((await seen(vault)).positions[0]).toMatchObject({ sizeUsd: "4500" });
  });

  test("behavior: the tick follows orders executed worse, keeper-cancelled, waiting", async () => {
    const vault = await delegated();
    await stack.pair(vault);
    const act = async (name: string, args: object) => {
      const { status, body } = await tool(vault, name, args, { executionMode: "delegated" });
      expect(status, JSON.stringify(body)).toBe(200);
    };
    await act("increase_position", { ...ETH, collateralAmount: "2000", leverage: "2" });
    await gmx.keeper.execute(vault.address, { worseBps: 20 });
    await act("decrease_position", { ...ETH, sizeDeltaUsd: "1000" });
    await gmx.keeper.cancel(vault.address, "OrderNotFulfillableAtAcceptablePrice");
    await act("decrease_position", { ...ETH, orderType: "stop_loss", triggerPrice: "2300" });
    await stack.advance(20_000);
    const told = (await stack.outbox(vault)).filter(({ kind }) => kind.startsWith("venue_order"));
    expect(told).toHaveLength(2);
    expect(told.find(({ kind }) => kind === "venue_order_executed")).toMatchObject({
      ...{ family: "perp_a", amounts: { size: "4000 USD", price: "2505 USD" } },
    });
    expect(told.find(({ kind }) => kind === "venue_order_ended")).toMatchObject({
      ...{ family: "perp_a", status: "cancelled", amounts: {} },
      reason: 'GMX says "OrderNotFulfillableAtAcceptablePrice".',
    });
    const { followed } = await seen(vault);
    expect(followed.map(({ status }: { status: string }) => status).toSorted()).toEqual([
      ...["cancelled", "executed", "waiting"],
    ]);
  });

  test("behavior: confirm mode sends what was approved, though GMX's price moved", async () => {
    const vault = await delegated();
    const auth = {
      vaultAddress: vault.address,
      chainId: 42161,
      ...(await stack.credentials(vault.ownerKey)),
    };
    await stack.call("POST", "/api/settings/exec-mode", { ...auth, mode: "confirm" });
    const { body } = await tool(
      vault,
      "increase_position",
      { ...ETH, collateralAmount: "2000", leverage: "2" },
      { executionMode: "delegated" },
    );
    expect(body.operationId, JSON.stringify(body)).toMatch(/^[0-9a-f]{32}$/);
    await gmx.prices.move("ETH", "2505");
    const approved = await stack.call("POST", "/api/operations/approve", {
      ...auth,
      operationId: body.operationId,
    });
    await gmx.prices.move("ETH", "2500");
    expect(approved.status, JSON.stringify(approved.body)).toBe(200);
    await gmx.keeper.execute(vault.address);
    expect((await seen(vault)).positions[0]).toMatchObject({ sizeUsd: "4000" });
  });

  test("behavior: 30% under its 24-hour high a vault closes positions and opens none", async () => {
    const vault = await delegated();
    await open(vault);
    await open(vault, { isLong: false });
    const abi = parseAbi(["function transfer(address to, uint256 amount) returns (bool)"]);
    const [burned, usdc] = [chain.accounts.stranger.address, await held(vault, chain.tokens.USDC)];
    await tool(vault, "increase_position", { ...ETH, collateralAmount: "100", leverage: "2" });
    expect(await confirmNav(stack.stack.redis.command, 42161, vault.address)).toBeGreaterThan(0);
    // As if it had been lost in a day.
    const client = chainClient(chain);
    await client.impersonateAccount({ address: vault.address });
    const data = encodeFunctionData({
      abi,
      functionName: "transfer",
      args: [burned, (usdc * 35n) / 100n],
    });
    await sendTransaction(chain, { from: vault.address, to: chain.tokens.USDC, data });
    await client.stopImpersonatingAccount({ address: vault.address });
    const more = await tool(vault, "increase_position", {
      ...ETH,
      collateralAmount: "100",
      leverage: "2",
    });
    expect(expectRefusal(more)).toBe("400 nav_shield_blocked");
    for (const isLong of [true, false]) {
      const { status, body } = await tool(
        vault,
        "decrease_position",
        { market: "ETH", isLong },
        { executionMode: "delegated" },
      );
      expect(status, JSON.stringify(body)).toBe(200);
    }
    await gmx.keeper.execute(vault.address);
    expect((await seen(vault)).positions).toEqual([]);
  });
});

describe("perp_a while GMX's API is silent", () => {
  test("behavior: at Chainlink's prices positions close; orders cancel, none opens", async () => {
    const vault = await newVault();
    await open(vault);
    await open(vault, { market: "DOGE", collateralAmount: "1000" });
    await order(vault, "decrease_position", {
      ...ETH,
      orderType: "stop_loss",
      triggerPrice: "2300",
    });
    const silent = () =>
      fetch(`${gmx.url}/_dev/fail`, {
        method: "POST",
        body: JSON.stringify({ times: 1_000, status: 503 }),
      });
    expect((await silent()).status).toBe(200);
    try {
      const entry = await tool(vault, "increase_position", {
        ...ETH,
        collateralAmount: "100",
        leverage: "2",
      });
      expect(expectRefusal(entry)).toBe("502 venue_unavailable");
      const { positions, orders } = await seen(vault);
      expect(positions).toMatchObject([
        { sizeUsd: "4000", markPrice: "2500" },
        { sizeUsd: "2000" },
      ]);
      await order(vault, "cancel_order", { orderKey: orders[0].orderKey });
      const doge = gmxPlaces.markets.DOGE.marketToken;
      expect(
        expectRefusal(
          await tool(vault, "decrease_position", {
            market: doge,
            isLong: true,
            orderType: "stop_loss",
            triggerPrice: "0.1",
          }),
        ),
      ).toBe("502 venue_unavailable");
      await done(vault, "decrease_position", { market: doge, isLong: true });
      await done(vault, "decrease_position", ETH);
      expect(await seen(vault)).toMatchObject({ positions: [], orders: [] });
    } finally {
      await fetch(`${gmx.url}/_dev/reset`, { method: "POST" });
    }
  });
});

describe("perp_a refusals", () => {
  test("error: limits, minimum, prices, markets and keys, each with its numbers", async () => {
    const vault = await newVault();
    const increase = async (args: object, code: string, details: object = {}) => {
      const answer = await tool(vault, "increase_position", {
        ...ETH,
        collateralAmount: "1000",
        leverage: "2",
        ...args,
      });
      expect(expectRefusal(answer), JSON.stringify(answer.body)).toBe(`400 ${code}`);
      expect(answer.body.details ?? {}).toMatchObject(details);
    };
    await increase({ leverage: "6" }, "perp_limit_exceeded", { limit: "maxLeverage", allowed: 5 });
    await increase({ collateralAmount: "20000" }, "perp_limit_exceeded", {
      limit: "maxCollateralBps",
    });
    await increase({ collateralAmount: "0.4" }, "perp_below_minimum", { minPositionUsd: "1" });
    await increase({ collateralAmount: "200000" }, "insufficient_balance", { decimals: 6 });
    await increase({ orderType: "limit" }, "perp_action_forbidden", { orderType: "limit" });
    await increase({ market: "NOTHING" }, "perp_market_unknown");
    await increase({ market: "LTC" }, "perp_market_unknown");
    await increase({ market: "LTC", isLong: false }, "perp_market_unknown");
    await increase({ collateral: "DAI" }, "invalid_request");
    await increase({ isLong: "true" }, "invalid_request");
    await increase({ notionalUsd: "5" }, "invalid_request");
    gmx.age(90);
    await increase({}, "perp_price_stale", { maxPriceAgeSec: 60 });
    gmx.age(0);
    await gmx.prices.move("ETH", "2600", { feed: false });
    await increase({}, "perp_price_off", { maxPriceDeviationBps: 200 });
    await gmx.prices.move("ETH", "2500", { feed: false });
    const unknown = { orderKey: `0x${"ab".repeat(32)}` };
    for (const name of ["cancel_order", "update_order"])
      expect(
        expectRefusal(
          await tool(vault, name, {
            ...unknown,
            ...(name === "update_order" && { triggerPrice: "1" }),
          }),
        ),
      ).toBe("400 perp_order_unknown");
    expect(expectRefusal(await tool(vault, "decrease_position", ETH))).toBe(
      "400 perp_position_not_found",
    );
  });

  test("error: a foreign order, near liquidation, no keeper coin, excess collateral", async () => {
    const [vault, other, poor] = [
      await newVault(),
      await newVault(),
      await newVault({ ETH: 0n, WETH: 0n }),
    ];
    await order(other, "increase_position", { ...ETH, collateralAmount: "1000", leverage: "2" });
    const [{ orderKey }] = (await seen(other)).orders;
    expect(expectRefusal(await tool(vault, "cancel_order", { orderKey }))).toBe(
      "400 perp_order_unknown",
    );
    const unpaid = await tool(poor, "increase_position", {
      market: "ETH",
      isLong: false,
      collateralAmount: "1000",
      leverage: "2",
    });
    expect(expectRefusal(unpaid)).toBe("400 insufficient_balance");
    // The vault has come to some ETH, but counts no WETH, in which a long's profit would be paid.
    const uncounted = await tool(await newVault({ ETH: 10n ** 18n }), "increase_position", {
      ...{ ...ETH, collateralAmount: "1000", leverage: "2" },
    });
    expect(expectRefusal(uncounted)).toBe("400 perp_action_forbidden");
    await open(vault, { leverage: "4" });
    const out = await tool(vault, "decrease_position", {
      ...ETH,
      sizeDeltaUsd: "0",
      collateralDeltaAmount: "900",
    });
    expect(expectRefusal(out)).toBe("400 perp_limit_exceeded");
    for (const args of [
      { sizeDeltaUsd: "9000" },
      { sizeDeltaUsd: "150%" },
      { orderType: "limit" },
      { triggerPrice: "2600" },
      { orderType: "stop_loss", triggerPrice: "2600" },
      { orderType: "limit", triggerPrice: "2400" },
      { sizeDeltaUsd: "0" },
    ])
      expect(
        expectRefusal(await tool(vault, "decrease_position", { ...ETH, ...args })),
        JSON.stringify(args),
      ).toBe("400 invalid_request");
  });
});

describe("perp_a reads", () => {
  test("behavior: three requests to the chain, one for the markets, one to GMX's API", async () => {
    const vault = await newVault();
    await open(vault);
    await order(vault, "decrease_position", {
      ...ETH,
      orderType: "stop_loss",
      triggerPrice: "2300",
    });
    const requests = async (name: string) => {
      await tool(vault, name);
      for (const proxy of [stack.proxies["rpc-42161"], stack.proxies.gmx]) proxy?.reset();
      await tool(vault, name);
      return [stack.proxies["rpc-42161"]?.log().length, stack.proxies.gmx?.log().length];
    };
    expect(await requests("get_positions")).toEqual([3, 3]);
    expect(await requests("get_markets")).toEqual([1, 3]);
  });

  test("default: every listed market, whether a vault can count it, and aliases", async () => {
    const vault = await newVault();
    const { status, body } = await stack.tool(vault, "gmx_get_markets");
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.tool).toBe("perp_a_get_markets");
    expect(body.data.markets).toMatchObject([
      {
        symbol: "ETH",
        minPrice: "2500",
        indexDecimals: 18,
        longSymbol: "WETH",
        shortSymbol: "USDC",
        countsInNav: true,
      },
      { symbol: "DOGE", minPrice: "0.2", indexDecimals: 8, countsInNav: true },
      { symbol: "LTC", minPrice: "80", countsInNav: false },
    ]);
  });
});

test("error: without the vaults' adapter every write says so, and reads go on", async () => {
  const vault = await newVault();
  const client = chainClient(chain);
  const snapshot = await client.snapshot();
  // An authority that maps nothing: 32 zero bytes, whatever it is asked.
  await client.setCode({ address: chain.addresses.authority, bytecode: "0x60206000f3" });
  for (const [name, args] of [
    ["increase_position", { ...ETH, collateral: "USDC", collateralAmount: "1000", leverage: "2" }],
    ["decrease_position", { ...ETH, sizeDeltaUsd: "all" }],
    ["cancel_order", { orderKey: `0x${"1".repeat(64)}` }],
    ["claim_funding_fees", {}],
  ] as const) {
    const answer = await tool(vault, name, args);
    expect([name, expectRefusal(answer)]).toEqual([name, "400 adapter_absent"]);
    expect(answer.body.details).toMatchObject({ chainId: 42161, selector: "0x13b4312f" });
  }
  expect(await seen(vault)).toMatchObject({ positions: [] });
  await client.revert({ id: snapshot });
});
