import { parseUnits } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { activateToken } from "../../local/chain/activate-token.ts";
import { chainTokens } from "../../local/chain/chain-tokens.ts";
import { fundAccount } from "../../local/chain/fund-account.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { TestVault } from "../support/test-stack.ts";

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const CBBTC = chainTokens.cbBTC.address.toLowerCase();
/** 60,000 USDC and 0.4 BTC, which is 40,000 at the market's 100,000. */
const withBtc = { supply: parseUnits("60000", 6), fund: { cbBTC: 40_000_000n } };

/** Time passes, the schedule ticks, and the Worker's own cron looks at the venues' prices. */
async function pass(minutes: number): Promise<void> {
  await flow.stack.advance(minutes * MINUTE);
  const looked = await fetch(`${flow.stack.stack.baseUrl}/cdn-cgi/local/scheduled`);
  expect([looked.status, await looked.text()]).toEqual([200, expect.any(String)]);
}
/** 100 USDC for ETH: of neither does anything else here move the price. */
const swap = async (vault: TestVault, executionMode?: "delegated") => {
  const args = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "0x" };
  const { body } = await flow.stack.tool(
    vault,
    "build_vault_swap",
    args,
    executionMode && { executionMode },
  );
  return (
    body.error ?? {
      unconfirmed: body.data.navShield.unconfirmed,
      baseline: body.data.navShield.baseline,
    }
  );
};
async function autonomousVault(options: Parameters<Flow["readyVault"]>[0]): Promise<TestVault> {
  const vault = await flow.readyVault(options);
  await flow.orders.set(vault, "exec-mode", { mode: "autonomous" });
  return vault;
}
const highs = async ({ address }: TestVault) =>
  (
    (await flow.stack.stack.redis.command(["HVALS", `sx:local:nav:8453:${address}`])) as string[]
  ).map(BigInt);

test("behavior: a held token's oracle at 1.8 times for an hour stops no other call", async () => {
  const vault = await autonomousVault(withBtc);
  await pass(1);
  expect(await swap(vault, "delegated")).toEqual({ unconfirmed: undefined, baseline: null });
  await pass(11);
  const { unitaryValue } = await flow.chain.nav(vault.address, vault.owner);
  expect(await swap(vault, "delegated")).toEqual({ unconfirmed: undefined, baseline: null });
  const [high, ...others] = await highs(vault);
  expect([others, high! <= unitaryValue]).toEqual([[], true]);

  await flow.moveOracle(5_556, "cbBTC");
  for (const minutes of [5, 60]) {
    await pass(minutes);
    expect(await swap(vault, "delegated")).toMatchObject({
      unconfirmed: [{ token: CBBTC, reason: "differs" }],
      baseline: null,
    });
  }
  await flow.moveOracle(10_000, "cbBTC");
  await pass(5);
  expect(await swap(vault, "delegated")).toEqual({
    unconfirmed: undefined,
    baseline: String(high),
  });
  for (const value of await highs(vault)) expect(value <= high!).toBe(true);
});

test("behavior: at half price an hour: neither, nor owner's unsigned swap; told once", async () => {
  const vault = await autonomousVault(withBtc);
  for (const minutes of [1, 11]) {
    await pass(minutes);
    expect(await swap(vault, "delegated")).toMatchObject({ unconfirmed: undefined });
  }
  expect(await highs(vault)).toHaveLength(1);
  await flow.moveOracle(20_000, "cbBTC");
  for (const minutes of [5, 5, 50]) {
    await pass(minutes);
    for (const mode of ["delegated", undefined] as const)
      expect(await swap(vault, mode)).toMatchObject({
        unconfirmed: [{ token: CBBTC, reason: "differs" }],
      });
  }
  const told = (await flow.stack.outbox(vault)).filter(({ kind }) => kind === "price_differs");
  expect(told).toMatchObject([
    { vault: vault.address.toLowerCase(), token: CBBTC, symbol: "cbBTC", toleranceBps: 500 },
  ]);
});

test("behavior: a heap of a token nobody else prices lifts no high, however long", async () => {
  const vault = await autonomousVault(withBtc);
  await pass(1);
  await swap(vault, "delegated");
  const { unitaryValue } = await flow.chain.nav(vault.address, vault.owner);
  const { stack } = flow.stack;
  await fundAccount(stack.chain, vault.address, { GRG: 10n ** 26n });
  await activateToken(stack.chain, vault.address, chainTokens.GRG.address);
  const { unitaryValue: lifted } = await flow.chain.nav(vault.address, vault.owner);
  expect(lifted > 10n * unitaryValue).toBe(true);
  for (const minutes of [11, 11]) {
    await pass(minutes);
    expect(await swap(vault, "delegated")).toMatchObject({
      unconfirmed: [{ reason: "no_venue_price" }],
    });
  }
  expect(await highs(vault)).toEqual([]);
});

test("security: a daily limit counts market prices where the oracle was pushed below", async () => {
  const vault = await autonomousVault(withBtc);
  await flow.orders.set(vault, "limits", { maxPerDay: "20000" });
  await flow.moveOracle(10_417, "cbBTC");
  await pass(1);
  const sell = async (amountIn: string) => {
    const args = { tokenIn: "cbBTC", tokenOut: "USDC", amountIn, dex: "0x" };
    return (await flow.stack.tool(vault, "build_vault_swap", args, { executionMode: "delegated" }))
      .body;
  };
  // 19,680 USDC by the oracle, 20,500 at the market's 100,000.
  const refused = await sell("0.205");
  expect(refused, JSON.stringify(refused)).toMatchObject({
    error: "limit_exceeded",
    details: { limit: "maxPerDay", allowed: "20000" },
  });
  // 19,500 at the market.
  expect(await sell("0.195")).toMatchObject({ execution: { status: "confirmed" } });
});
