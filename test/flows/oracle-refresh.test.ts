import { decodeFunctionData, type Hex, parseAbi, parseEther, parseUnits } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { advanceTime } from "../../local/chain/advance-time.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { setOracleSlots } from "../../local/chain/set-oracle-slots.ts";
import { createKeys } from "../../src/store/kernel/keys.ts";
import { nameToken } from "../support/name-token.ts";
import { putVenuePrices } from "../support/put-venue-prices.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { TestVault } from "../support/test-stack.ts";

/**
 * The hook's own state (BackGeoOracle), and Uniswap's quoter, which prices by running the swap in
 * the pool.
 */
const abi = parseAbi([
  "struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "struct State { uint16 index; uint16 cardinality; uint16 cardinalityNext; }",
  "function getState(PoolKey key) view returns (State)",
  "function increaseCardinalityNext(PoolKey key, uint16 cardinalityNext)",
  "struct Quote { PoolKey poolKey; bool zeroForOne; uint128 exactAmount; bytes hookData; }",
  "function quoteExactInputSingle(Quote params) returns (uint256 amountOut, uint256 gasEstimate)",
]);
const DELEGATED = { executionMode: "delegated" };
const HOUR = 3_600_000;

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterEach(async () => {
  await flow.reset();
  await setOracleSlots(chain(), { symbol: "GRG", slots: 320 });
});
afterAll(() => flow?.stack.stop());

const chain = () => flow.stack.stack.chain;
const poolKey = () => {
  const { currency0, currency1, fee, tickSpacing, hooks } = chain().pools.v4.oracle_ETH_GRG!;
  return { currency0, currency1, fee, tickSpacing, hooks };
};
const state = () =>
  flow.chain.client.readContract({
    address: chain().addresses.oracle,
    abi,
    functionName: "getState",
    args: [poolKey()],
  });
async function quoted(zeroForOne: boolean, exactAmount: bigint): Promise<bigint> {
  const { result } = await flow.chain.client.simulateContract({
    address: chain().addresses.v4Quoter,
    abi,
    functionName: "quoteExactInputSingle",
    args: [{ poolKey: poolKey(), zeroForOne, exactAmount, hookData: "0x" }],
  });
  return result[0];
}
const newVault = () => flow.newVault({ fund: { ETH: parseEther("10"), GRG: parseEther("5000") } });
async function agentVault(): Promise<TestVault> {
  const vault = await newVault();
  await flow.stack.delegated(vault);
  await flow.orders.set(vault, "exec-mode", { mode: "autonomous" });
  await nameToken(flow.stack, vault, chain().tokens.GRG, "1000000");
  await pricesOfVenues();
  return vault;
}
/**
 * Of ETH, which is nearly all that the vaults hold: without them the agent does not trade here
 * (decision D23).
 */
const pricesOfVenues = () =>
  putVenuePrices(flow.stack.stack.redis.command, createKeys("sx:local:"));
const refresh = (vault: TestVault, args: object = {}, extra: Record<string, unknown> = {}) =>
  flow.stack.tool(vault, "refresh_oracle_feed", { token: "GRG", amount: "0.0001", ...args }, extra);

test("behavior: owner-signed, either side of the pool is sold, the hook observes it", async () => {
  const vault = await newVault();
  for (const [args, zeroForOne, amount, sold, bought] of [
    [{}, true, parseEther("0.0001"), "ETH", "GRG"],
    [{ tokenIn: "GRG", amount: "0.25" }, false, parseEther("0.25"), "GRG", "ETH"],
  ] as const) {
    await advanceTime(chain(), 2_000);
    const [seen, expected] = [await state(), await quoted(zeroForOne, amount)];
    const { status, body } = await refresh(vault, args);
    expect([status, body.message]).toEqual([
      200,
      expect.stringContaining("in the oracle's own pool"),
    ]);
    expect(body.transaction).toMatchObject({ to: vault.address, ownerOnly: false });
    expect(body.transaction.swapMeta).toMatchObject({ sellToken: sold, buyToken: bought });
    expect(parseEther(body.transaction.swapMeta.buyAmount)).toBe(expected);
    // 0.5% of slippage by default, enforced by the calldata.
    const before = await flow.chain.balances(vault.address);
    await sendTransaction(chain(), {
      from: privateKeyToAccount(vault.ownerKey),
      to: vault.address,
      data: body.transaction.data,
    });
    const after = await flow.chain.balances(vault.address);
    expect([before[sold] - after[sold], after[bought] - before[bought]]).toEqual([
      amount,
      expected,
    ]);
    expect((await state()).index).toBe((seen.index + 1) % 320);
    expect(body.data).toMatchObject({
      oracleSwap: { token: chain().tokens.GRG.toLowerCase() },
      oracleFeed: {
        symbol: "GRG",
        windowSec: 300,
        slots: 320,
        slotsPaidFor: 320,
        tradesToWiden: 0,
        lastRefreshAt: null,
      },
    });
    expect(body.data.oracleSwap.sharePpm).toBeLessThanOrEqual(1_000);
  }
});

test("behavior: a wanted output becomes the least input that brings it", async () => {
  const vault = await newVault();
  const { status, body } = await refresh(vault, { amount: undefined, amountOut: "0.1" });
  expect(status, JSON.stringify(body)).toBe(200);
  const input = parseEther(body.transaction.swapMeta.sellAmount);
  expect(await quoted(true, input)).toBeGreaterThanOrEqual(parseEther("0.1"));
  expect(await quoted(true, input - 2n)).toBeLessThan(parseEther("0.1"));
});

test("behavior: the agent trades once a token and hour; an owner may sign any time", async () => {
  const vault = await agentVault();
  const first = await refresh(vault, {}, DELEGATED);
  expect([first.status, first.body.execution?.status]).toEqual([200, "confirmed"]);
  const again = await refresh(vault, { tokenIn: "GRG", amount: "0.1" }, DELEGATED);
  expect(again).toMatchObject({ status: 400, body: { error: "oracle_refresh_too_soon" } });
  expect(again.body.details.retryAfterSec).toBeGreaterThan(3_500);
  expect(await flow.chain.nonceOf(vault.agent)).toBe(1);
  const unsigned = await refresh(vault);
  expect([unsigned.status, unsigned.body.data.oracleFeed.lastRefreshAt]).toEqual([
    200,
    again.body.details.lastRefreshAt,
  ]);
  expect(unsigned.body.message).toContain("once an hour at most");
  // Another token of the same vault, and another vault of the same token, have hours of their own.
  expect((await refresh(vault, { token: "DAI" }, DELEGATED)).body.execution?.status).toBe(
    "confirmed",
  );
  expect((await refresh(await agentVault(), {}, DELEGATED)).body.execution?.status).toBe(
    "confirmed",
  );
  await flow.stack.advance(HOUR);
  expect((await refresh(vault, {}, DELEGATED)).body.execution?.status).toBe("confirmed");
});

test("behavior: what is refused unsent does not use up the hour; two at once are one", async () => {
  const vault = await agentVault();
  // Between the build and the last look the vault is emptied: the call is written down and never
  // sent.
  flow.betweenBuildAndBroadcast(() =>
    flow.chain.client.setBalance({ address: vault.address, value: 0n }),
  );
  const refused = await refresh(vault, {}, DELEGATED);
  expect(refused.status).toBe(400);
  flow.stack.proxies.rpc.clearHooks();
  await flow.chain.client.setBalance({ address: vault.address, value: parseEther("10") });
  const both = await Promise.all([refresh(vault, {}, DELEGATED), refresh(vault, {}, DELEGATED)]);
  expect(
    both.map(({ status, body }) => [status, body.error ?? body.execution.status]).sort(),
  ).toEqual([
    [200, "confirmed"],
    [400, "oracle_refresh_too_soon"],
  ]);
});

describe("an oracle whose window is too short", () => {
  const swap = { tokenIn: "USDC", tokenOut: "GRG", amountIn: "10", dex: "uniswap" };

  test("behavior: the agent refreshes all the same, answering with the widening call", async () => {
    const vault = await agentVault();
    await setOracleSlots(chain(), { symbol: "GRG", slots: 10 });
    expect(await flow.stack.tool(vault, "build_vault_swap", swap, DELEGATED)).toMatchObject({
      body: { error: "oracle_window_too_short" },
    });
    const told = await refresh(vault);
    expect(told.status, JSON.stringify(told.body)).toBe(200);
    const { oracleFeed } = told.body.data;
    expect(oracleFeed).toMatchObject({
      windowSec: 9,
      neededSec: 300,
      slots: 10,
      slotsNeeded: 301,
      tradesToWiden: 0,
    });
    expect(told.body.message).toContain("Any wallet can widen it to 300 s");
    expect(decodeFunctionData({ abi, data: oracleFeed.callData as Hex })).toMatchObject({
      functionName: "increaseCardinalityNext",
      args: [{ currency1: chain().tokens.GRG }, 301],
    });
    expect((await refresh(vault, {}, DELEGATED)).body.execution?.status).toBe("confirmed");
  });

  test("behavior: one slot measures nothing; widened by any wallet, a trade uses it", async () => {
    const vault = await agentVault();
    await setOracleSlots(chain(), { symbol: "GRG", slots: 1 });
    const refused = await refresh(vault, {}, DELEGATED);
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error: "oracle_window_too_short",
        details: { slots: 1, slotsNeeded: 301, windowSec: 0 },
      },
    });
    const { callTo, callData } = refused.body.details;
    const stranger = privateKeyToAccount(chain().accounts.stranger.privateKey);
    await sendTransaction(chain(), { from: stranger, to: callTo, data: callData });
    expect((await refresh(vault)).body.message).toContain("takes effect after 1 such trade");
    expect((await refresh(vault, {}, DELEGATED)).body.execution?.status).toBe("confirmed");
    expect(await state()).toMatchObject({ cardinality: 301 });
    expect(
      (await flow.stack.tool(vault, "build_vault_swap", swap, DELEGATED)).body.error,
    ).toBeUndefined();
  });

  test("behavior: a pool traded in a moment ago needs the time of the mean first", async () => {
    const vault = await agentVault();
    await setOracleSlots(chain(), { symbol: "GRG", slots: 1, quietSec: 60 });
    const { callTo, callData } = (await refresh(vault)).body.details;
    await sendTransaction(chain(), {
      from: privateKeyToAccount(vault.ownerKey),
      to: callTo,
      data: callData,
    });
    expect(await refresh(vault, {}, DELEGATED)).toMatchObject({
      status: 400,
      body: { error: "oracle_window_filling", details: { retryAfterSec: 300 } },
    });
  });
});

describe("the feed of the base token itself", () => {
  const navOf = (vault: TestVault) =>
    flow.stack.stack.redis.command([
      "EXISTS",
      `sx:local:nav-seen:8453:${vault.address}`,
    ]) as Promise<number>;
  afterEach(() => setOracleSlots(chain(), { symbol: "USDC", slots: 320 }));

  test.each([
    ["a vault of USDC", "USDC"],
    ["a vault of the coin", "ETH"],
  ] as const)(
    "behavior: %s trades in it with a short window, and keeps no high of a price that could have been moved",
    async (_, baseToken) => {
      const vault = await flow.newVault({
        baseToken,
        fund: { ETH: parseEther("10"), USDC: parseUnits("5000", 6) },
      });
      await flow.stack.delegated(vault);
      await flow.orders.set(vault, "exec-mode", { mode: "autonomous" });
      await pricesOfVenues();
      await setOracleSlots(chain(), { symbol: "USDC", slots: 10 });
      const sold = await refresh(
        vault,
        { token: "USDC", tokenIn: "USDC", amount: "0.25" },
        DELEGATED,
      );
      expect([sold.status, sold.body.execution?.status]).toEqual([200, "confirmed"]);
      expect(
        await flow.chain.moved(sold.body.execution.hash, vault.address, chain().tokens.USDC),
      ).toBe(-250_000n);
      // The coin is priced by no pool, so a vault of the coin has nothing that could have been
      // moved.
      expect(await navOf(vault)).toBe(baseToken === "USDC" ? 0 : 1);
    },
  );
});

describe("refused", () => {
  test.each([
    [{ token: "ETH" }, 400, "invalid_request", "token: "],
    [{ token: "WETH" }, 400, "invalid_request", "token: "],
    [{ token: "NOFEED" }, 400, "no_price_feed", "no pool of the oracle"],
    [{ amountOut: "1" }, 400, "invalid_request", "exactly one of amount and amountOut"],
    [{ amount: undefined }, 400, "invalid_request", "exactly one of amount and amountOut"],
    [{ amount: "0" }, 400, "invalid_request", "amount"],
    [{ amount: "1,5" }, 400, "invalid_request", "amount"],
    [{ amount: undefined, amountOut: "1e9" }, 400, "invalid_request", "amountOut"],
    [
      { amount: undefined, amountOut: "99999999" },
      400,
      "invalid_request",
      "does not hold that much",
    ],
    [{ tokenIn: "USDC" }, 400, "invalid_request", "tokenIn: "],
    [{ tokenIn: "WETH" }, 400, "invalid_request", "tokenIn: "],
    [{ tokenIn: "ETH", tokenOut: "ETH" }, 400, "invalid_request", "tokenOut: "],
    [{ tokenOut: "DAI" }, 400, "invalid_request", "tokenOut: "],
    [{ viaVault: false }, 400, "invalid_request", "viaVault"],
    [{ chain: "mars" }, 400, "chain_not_supported", "chain"],
    [{ token: "" }, 400, "invalid_request", "token"],
    [{ tokenIn: "GRG", amount: "5000.1" }, 400, "insufficient_balance", "too little GRG"],
    // The vault is worth about 130,000 USDC: a thousandth of that is about 0.05 ETH.
    [{ amount: "0.08" }, 400, "oracle_swap_too_large", "at most 0.1%"],
    [{ tokenIn: "GRG", amount: "200" }, 400, "oracle_swap_too_large", "at most 0.1%"],
  ])("error: %j is %i %s", async (args, status, error, words) => {
    const vault = await newVault();
    const answer = await refresh(vault, args);
    expect([answer.status, answer.body.error, answer.body.message]).toEqual([
      status,
      error,
      expect.stringContaining(words),
    ]);
  });

  // The pool has 0.134 ETH: half a percent of its price is a quarter of a percent of that, 0.000335
  // ETH.
  test("error: no vault moves the oracle's thin pool by more than half a percent", async () => {
    const vault = await flow.newVault({
      supply: parseUnits("10000000", 6),
      fund: { ETH: parseEther("100") },
    });
    const answer = await refresh(vault, { amount: "0.0004" });
    expect(answer).toMatchObject({ status: 400, body: { error: "oracle_swap_too_large" } });
    expect(answer.body.message).toContain("too thin");
    expect((await refresh(vault, { amount: "0.0003" })).status).toBe(200);
  });
});

test("behavior: approved in confirm mode it is the trade offered, once an hour too", async () => {
  const vault = await newVault();
  await flow.stack.delegated(vault);
  await pricesOfVenues();
  const offered = await refresh(vault, {}, DELEGATED);
  expect([offered.status, offered.body.execution, typeof offered.body.operationId]).toEqual([
    200,
    undefined,
    "string",
  ]);
  const second = await refresh(vault, { amount: "0.0002" }, DELEGATED);
  const approve = (operationId: string) =>
    flow.orders.post(vault, "/api/operations/approve", { operationId });
  const approved = await approve(offered.body.operationId);
  expect([approved.status, approved.body.execution?.status]).toEqual([200, "confirmed"]);
  expect(
    (await flow.chain.moved(approved.body.execution.hash, vault.address, chain().tokens.GRG)) > 0n,
  ).toBe(true);
  expect(await approve(second.body.operationId)).toMatchObject({
    status: 400,
    body: { error: "oracle_refresh_too_soon" },
  });
  expect(await flow.chain.nonceOf(vault.agent)).toBe(1);
});
