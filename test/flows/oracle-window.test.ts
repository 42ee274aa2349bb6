import {
  type Address,
  decodeFunctionData,
  type Hex,
  parseAbi,
  parseUnits,
  zeroAddress,
} from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { advanceTime } from "../../local/chain/advance-time.ts";
import { chainAbi } from "../../local/chain/chain-abi.ts";
import { fundAccount } from "../../local/chain/fund-account.ts";
import type { oracleTicks } from "../../local/chain/pools/oracle-ticks.ts";
import { setOracleSlots } from "../../local/chain/pools/set-oracle-slots.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { credentialHeaders } from "../support/callers/credential-headers.ts";
import { nameToken } from "../support/callers/name-token.ts";
import { MINUTE } from "../support/flows/flow-orders.ts";
import { type Flow, startFlow } from "../support/flows/start-flow.ts";
import type { TestVault } from "../support/test-stack.ts";

type Symbol = keyof typeof oracleTicks;

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
const narrowed = new Set<Symbol>();
afterEach(async () => {
  await flow.reset();
  // Prices are back; what was observed of the moves is forgotten with the slots.
  for (const symbol of narrowed)
    await setOracleSlots(flow.stack.stack.chain, { symbol, slots: 320 });
  narrowed.clear();
});
afterAll(() => flow?.stack.stop());

const slots = (symbol: Symbol, count: number, quietSec?: number) => {
  narrowed.add(symbol);
  return setOracleSlots(flow.stack.stack.chain, {
    symbol,
    slots: count,
    ...(quietSec !== undefined && { quietSec }),
  });
};
const DELEGATED = { executionMode: "delegated" };
const swap = (vault: TestVault, args: object = {}, extra: Record<string, unknown> = DELEGATED) =>
  flow.stack.tool(
    vault,
    "build_vault_swap",
    { tokenIn: "USDC", tokenOut: "GRG", amountIn: "10000", dex: "uniswap", ...args },
    extra,
  );
async function autonomousVault(): Promise<TestVault> {
  const vault = await flow.readyVault();
  await flow.orders.set(vault, "exec-mode", { mode: "autonomous" });
  // Its oracle is what is tested here, not whether it may be bought.
  await nameToken(flow.stack, vault, flow.stack.stack.chain.tokens.GRG, "1000000");
  return vault;
}

/**
 * Both pools of GRG, in which it is traded and which the oracle observes, by 40%: a block's move is
 * 9% at most, the hook fights more.
 */
async function attack(): Promise<void> {
  const { chain } = flow.stack.stack;
  await flow.movePool("v4_ETH_GRG", 6_000);
  for (const bps of [9_150, 8_372, 7_660, 7_009, 6_413, 6_000]) {
    await advanceTime(chain, 1_000);
    await flow.movePool("oracle_ETH_GRG", bps);
  }
  await advanceTime(chain, 1_000);
}

describe("an oracle that was moved by 40% within eight seconds", () => {
  test.each([
    [1, 0],
    [10, 9],
  ])(
    "error: with %i slots the window is the reason, before any shield compares with that price",
    async (count, windowSec) => {
      const vault = await autonomousVault();
      await slots("GRG", count);
      await attack();
      const refused = await swap(vault);
      const { chain } = flow.stack.stack;
      expect(refused).toMatchObject({
        status: 400,
        body: {
          error: "oracle_window_too_short",
          details: {
            token: chain.tokens.GRG.toLowerCase(),
            symbol: "GRG",
            windowSec,
            neededSec: 300,
            slots: count,
            slotsNeeded: 301,
            callTo: chain.addresses.oracle.toLowerCase(),
          },
        },
      });
      expect(refused.body.message).toContain("Any wallet can widen it");
      expect(await flow.chain.nonceOf(vault.agent)).toBe(0);
    },
  );

  test("behavior: one slot: both shields would pass it; its owner gets it, warned", async () => {
    const vault = await autonomousVault();
    await slots("GRG", 1);
    await attack();
    const { status, body } = await swap(vault, {}, {});
    expect(status, JSON.stringify(body)).toBe(200);
    // 10,000 USDC for less than 6,000 GRG that were worth as many dollars eight seconds ago.
    expect(Number(body.transaction.swapMeta.buyAmount)).toBeLessThan(6_100);
    expect(body.data).toMatchObject({
      swapShield: { oracleWindowSec: 0 },
      navShield: { oracleWindowSec: 0 },
      oracleWarning: {
        windows: [{ symbol: "GRG", windowSec: 0, neededSec: 300, slots: 1, slotsNeeded: 301 }],
      },
    });
    expect(Math.abs(body.data.swapShield.deltaBps)).toBeLessThan(500);
    expect(body.data.navShield.lossBps).toBeLessThan(100);
    expect(body.message).toMatch(
      /Warning: .*GRG over 0 s.*Compare the amounts with another source before you sign/,
    );
  });

  test("error: with 320 slots the shields refuse it, in either mode", async () => {
    const vault = await autonomousVault();
    await slots("GRG", 320);
    await attack();
    for (const extra of [DELEGATED, {}]) {
      expect(await swap(vault, {}, extra)).toMatchObject({
        status: 400,
        body: { error: "swap_shield_blocked", details: { oracleWindowSec: 300 } },
      });
    }
    expect(await flow.chain.nonceOf(vault.agent)).toBe(0);
  });
});

test("behavior: strangers putting a one-slot token into a vault stop no trades", async () => {
  const vault = await flow.stack.newVault({ fund: { cbBTC: parseUnits("0.001", 8) } });
  await flow.stack.delegated(vault);
  await flow.orders.set(vault, "exec-mode", { mode: "autonomous" });
  await slots("cbBTC", 1);
  await fundAccount(flow.stack.stack.chain, vault.address, { cbBTC: 1n });
  await flow.movePool("oracle_ETH_cbBTC", 9_200);
  await advanceTime(flow.stack.stack.chain, 2_000);
  const { status, body } = await swap(vault, { tokenOut: "ETH", amountIn: "100" });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.execution.status).toBe("confirmed");
  expect(body.data.navShield).toMatchObject({ oracleWindowSec: 300 });
});

describe("the base token", () => {
  test("error: with one slot nothing that moves assets goes out, wraps neither", async () => {
    const vault = await autonomousVault();
    await slots("USDC", 1);
    for (const args of [
      { tokenIn: "ETH", tokenOut: "WETH", amountIn: "0.1" },
      { tokenIn: "ETH", tokenOut: "GRG", amountIn: "0.1" },
    ]) {
      expect(await swap(vault, args)).toMatchObject({
        status: 400,
        body: { error: "oracle_window_too_short", details: { symbol: "USDC", slots: 1 } },
      });
    }
    const wrapped = await swap(vault, { tokenIn: "ETH", tokenOut: "WETH", amountIn: "0.1" }, {});
    expect(wrapped).toMatchObject({
      status: 200,
      body: { data: { navShield: { oracleWindowSec: 0 }, swapShield: null } },
    });
    expect(wrapped.body.message).toContain("Warning: ");
    expect(await flow.chain.nonceOf(vault.agent)).toBe(0);
  });

  test("behavior: a vault in native coin needs no pool for it", async () => {
    const vault = await flow.stack.newVault({ baseToken: "ETH" });
    const wrapped = await swap(vault, { tokenIn: "ETH", tokenOut: "WETH", amountIn: "0.1" }, {});
    expect(wrapped).toMatchObject({
      status: 200,
      body: { data: { navShield: { oracleWindowSec: null } } },
    });
    expect(wrapped.body.message).not.toContain("Warning");
  });
});

test("behavior: the window fails an order, it waits while a stranger widens, goes on", async () => {
  const { stack, orders, chain } = flow;
  const vault = await autonomousVault();
  await fundAccount(stack.stack.chain, stack.stack.chain.accounts.stranger.address, {
    ETH: 10n ** 18n,
  });
  await slots("GRG", 10);
  const refused = await swap(vault, { amountIn: "100" });
  const { callTo, callData } = refused.body.details as { callTo: Address; callData: Hex };
  expect(decodeFunctionData({ abi: chainAbi, data: callData })).toMatchObject({
    functionName: "increaseCardinalityNext",
    args: [expect.objectContaining({ currency1: stack.stack.chain.tokens.GRG }), 301],
  });

  const id = await orders.create(vault, { buyToken: "GRG" });
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ failed: 1 });
  expect(await orders.order(vault, id)).toMatchObject({
    consecutiveFailures: 1,
    slicesExecuted: 0,
  });
  expect((await stack.outbox(vault))[0]).toMatchObject({
    kind: "slice_failed",
    code: "oracle_window_too_short",
  });
  expect((await orders.order(vault, id)).lastError).toContain(
    "increaseCardinalityNext to 301 slots",
  );

  // Anybody's wallet, never the agent's.
  const stranger = stack.stack.chain.accounts.stranger;
  await sendTransaction(stack.stack.chain, { from: stranger.address, to: callTo, data: callData });
  expect(await swap(vault, { amountIn: "100" })).toMatchObject({
    status: 400,
    body: {
      error: "oracle_window_filling",
      details: { slots: 10, tradesToWiden: 10, retryAfterSec: 300 },
    },
  });
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ failed: 0 });
  const waiting = await orders.order(vault, id);
  expect(waiting).toMatchObject({ status: "active", consecutiveFailures: 1, slicesExecuted: 0 });
  expect(waiting.waiting).toMatchObject({ reason: "oracle_window_filling" });

  // So many trades in the oracle's pool, and the ring is the wider one.
  for (let trade = 0; trade < 10; trade += 1) {
    await advanceTime(stack.stack.chain, 1_000);
    await flow.movePool("oracle_ETH_GRG", trade % 2 === 0 ? 10_010 : 10_000);
  }
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ executed: 1 });
  const done = await orders.order(vault, id);
  expect(done).toMatchObject({ consecutiveFailures: 0, slicesExecuted: 1 });
  expect(done.waiting).toBeUndefined();
  expect(await chain.nonceOf(vault.agent)).toBe(1);
});

test("behavior: what the market said is in the record of a mined slice", async () => {
  const { stack, orders, chain } = flow;
  const vault = await autonomousVault();
  const id = await orders.create(vault);
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ executed: 1 });
  const record = (await stack.stack.redis.command([
    "HGET",
    `sx:local:attempt:twap:${vault.address}:${id}:1:1`,
    "json",
  ])) as string;
  const { status, swap: traded } = JSON.parse(record);
  expect({ status, venue: traded.venue }).toEqual({ status: "confirmed", venue: "uniswap" });
  const { market } = traded;
  const blockNumber = BigInt(market.blockNumber);
  const { USDC } = stack.stack.chain.tokens;
  const convert = (...args: [Address, bigint, Address]) =>
    chain.client.readContract({
      address: vault.address,
      abi: parseAbi([
        "function convertTokenAmount(address, int256, address) view returns (int256)",
      ]),
      functionName: "convertTokenAmount",
      args,
      blockNumber,
    });
  const [block, outBase, coinInUsdc] = await Promise.all([
    chain.client.getBlock({ blockNumber }),
    convert(USDC, 25_000_000n, zeroAddress),
    convert(zeroAddress, 10n ** 18n, USDC),
  ]);
  const million = `1${"0".repeat(24)}`;
  expect(market).toEqual({
    oracle: { inBase: "25000000", outBase: outBase.toString() },
    oracleWindowSec: 300,
    quotedInBase: "25000000",
    quotedOutBase: traded.amountOutBase,
    blockNumber: market.blockNumber,
    blockTimeSec: Number(block.timestamp),
    // The coin in what is bought, which is the coin itself, and in the vault's base token.
    coin: { wei: million, counterBase: million },
    coinWorth: { wei: `1${"0".repeat(18)}`, valueBase: coinInUsdc.toString() },
  });
  // For good: the record of the attempt itself is kept for a day.
  const credentials = credentialHeaders(await stack.credentials(vault.ownerKey));
  const exported = await stack.call(
    "GET",
    `/api/audit?vault=${vault.address}`,
    undefined,
    credentials,
  );
  const contents = exported.body.entries.map(({ content }: { content: string }) =>
    JSON.parse(content),
  );
  expect(
    contents.find(({ kind }: { kind: string }) => kind === "attempt_opened").swap.market,
  ).toEqual(market);
});

test("behavior: a pool that is younger than its window is a wait of so many seconds", async () => {
  const vault = await autonomousVault();
  await slots("GRG", 320, 180);
  const { status, body } = await swap(vault, { amountIn: "100" });
  expect(status).toBe(400);
  expect(body.error).toBe("oracle_window_filling");
  expect(body.details.retryAfterSec).toBeGreaterThan(100);
  expect(body.details.retryAfterSec).toBeLessThanOrEqual(120);
});
