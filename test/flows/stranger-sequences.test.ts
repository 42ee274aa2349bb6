import { type Address, encodeFunctionData, type Hex, parseAbi, zeroAddress } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { chainAbi } from "../../local/chain/chain-abi.ts";
import { chainClient } from "../../local/chain/chain-client.ts";
import { createVault } from "../../local/chain/create-vault.ts";
import { fundAccount } from "../../local/chain/fund-account.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import type { AcrossParts } from "../../local/stack/start-parts.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import { type TestVault, TRADE_SELECTORS } from "../support/test-stack.ts";

/*
 * What a stranger did with prices of his own making, each sequence whole, and what he has by it:
 * nothing. As they were found he had 899 USDC of a sync of 900 (B), 4,476 of one of 4,500 (A), and
 * 1,649 of three times 30,000 that were added to his pools (C).
 */
let flow: Flow;
let across: AcrossParts;
beforeAll(async () => {
  flow = await startFlow({ chains: [8453, 42161] });
  if (flow.stack.stack.across === undefined) throw new Error("the second chain did not start");
  across = flow.stack.stack.across;
}, 180_000);
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const usdc = (whole: number) => BigInt(Math.round(whole * 1_000_000));
const [BRIDGE, LIQUIDITY] = ["0x770d096f", "0xdd46508f"] as const;

let names = 0;
/** A vault on both chains, without a unit on the second one, whose agent acts without asking. */
async function autonomous(
  fund: Parameters<Flow["newVault"]>[0] = { fund: {} },
  selector: Hex = BRIDGE,
) {
  const name = `Stranger ${++names}`;
  const vault = await flow.newVault({ name, ...fund });
  await createVault(across.chain, { name, ownerKey: vault.ownerKey, supply: 0n });
  await flow.stack.delegated(vault, [...TRADE_SELECTORS, selector]);
  await flow.orders.set(vault, "exec-mode", { mode: "autonomous" });
  return vault;
}

/** The stranger becomes the only holder on the second chain. */
async function mintThere(vault: TestVault, amountBase: bigint): Promise<void> {
  const { chain } = across;
  const { address: from } = chain.accounts.stranger;
  await fundAccount(chain, from, { USDC: amountBase, ETH: 10n ** 18n });
  const approve = encodeFunctionData({
    abi: chainAbi,
    functionName: "approve",
    args: [vault.address, amountBase],
  });
  await sendTransaction(chain, { from, to: chain.tokens.USDC, data: approve });
  const data = encodeFunctionData({
    abi: chainAbi,
    functionName: "mint",
    args: [from, amountBase, 0n],
  });
  expect((await sendTransaction(chain, { from, to: vault.address, data })).status).toBe("success");
}

/** All that is there is his: what it is above what he paid. */
async function gainThere(vault: TestVault, paidBase: bigint): Promise<bigint> {
  await across.relayer.fill();
  const held = await chainClient(across.chain).readContract({
    ...{
      address: across.chain.tokens.USDC,
      abi: chainAbi,
      functionName: "balanceOf",
      args: [vault.address],
    },
  });
  return held - paidBase;
}

const sync = (vault: TestVault, amount: string, executionMode?: "delegated") =>
  flow.stack.tool(
    vault,
    "crosschain_sync",
    { destinationChain: "arbitrum", token: "USDC", amount },
    executionMode && { executionMode },
  );

test("B: a stranger mints the least on the other chain, no sync goes to him", async () => {
  const vault = await autonomous();
  const paidBase = 2_000n;
  await mintThere(vault, paidBase);
  const answers: string[] = [];
  for (let nth = 0; nth < 5; nth += 1) {
    const answer = await sync(vault, "900", "delegated");
    answers.push(answer.status === 200 ? "sent" : expectRefusal(answer));
  }
  // He lost what minting costs.
  expect([await gainThere(vault, paidBase), answers]).toEqual([
    -2n,
    Array(5).fill("400 bridge_destination_unready"),
  ]);
  const manual = await sync(vault, "900");
  expect(manual.body.data.warnings).toMatchObject([{ code: "bridge_destination_unready" }]);
});

test("A: a stranger holds an oracle at ten times; no sync shares what only it sees", async () => {
  const vault = await autonomous({ supply: usdc(60_000), fund: { cbBTC: 40_000_000n } });
  const paidBase = usdc(20_000);
  await mintThere(vault, paidBase);
  const pass = async (minutes: number) => {
    await flow.stack.advance(minutes * MINUTE);
    await fetch(`${flow.stack.stack.baseUrl}/cdn-cgi/local/scheduled`);
  };
  await pass(1);
  await flow.moveOracle(1_000, "cbBTC");
  await pass(5);
  // Anybody may have the vault store what a unit is worth; its adapter takes the tolerance as a
  // share of that.
  const { chain } = flow.stack.stack;
  const data = encodeFunctionData({ abi: chainAbi, functionName: "updateUnitaryValue" });
  await sendTransaction(chain, { from: chain.accounts.stranger.address, to: vault.address, data });
  const answer = await sync(vault, "4500", "delegated");
  // A share of the 460,000 that the oracle makes of 100,000.
  const told = await sync(vault, "4500");
  const gain = await gainThere(vault, paidBase);
  expect([gain, answer.status === 200 ? "sent" : expectRefusal(answer)]).toEqual([
    usdc(-20),
    "400 second_price_differs",
  ]);
  expect(answer.body.details).toMatchObject({ chainId: 8453, reason: "differs" });
  // Nor does its owner get it: it is more of the confirmed value than the sync tolerance.
  expect(expectRefusal(told)).toBe("400 nav_shield_blocked");
  // As soon as the price is back it goes on, for what 100,000 allow.
  await flow.moveOracle(10_000, "cbBTC");
  await pass(5);
  const honest = await sync(vault, "500", "delegated");
  expect(honest.body.execution?.status, JSON.stringify(honest.body)).toBe("confirmed");
});

/**
 * A market's price of the coin, in units of a dollar for one wei, as a square root in Q64.96
 * (chain-pools.ts).
 */
const MARKET_SQRT = 3_961_407_134_865_513_764_005_748n;
/** 1.04 times that price: sqrt(1.04) is 1.0198039. */
const MOVED_SQRT = (MARKET_SQRT * 10_198_039n) / 10_000_000n;
const poolAbi = parseAbi([
  "struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "function initialize(PoolKey key, uint160 sqrtPriceX96) returns (int24)",
  "function swapTo(PoolKey key, bool zeroForOne, uint160 sqrtPriceX96) payable",
]);

test("C: oracle and own pool 4% above market: additions fill the loss budget first", async () => {
  const { chain } = flow.stack.stack;
  const { address: from } = chain.accounts.stranger;
  const vault = await autonomous(undefined, LIQUIDITY);
  const budget = await flow.orders.post(vault, "/api/settings/loss-budget", { day: "1" });
  expect(budget.status, JSON.stringify(budget.body)).toBe(200);
  await flow.pushOracle("USDC", 10_400);
  await fundAccount(chain, from, { ETH: 60n * 10n ** 18n });
  const USDC = chain.tokens.USDC.toLowerCase() as Address;
  const before = await flow.chain.balances(from);
  const ask = { tokenA: "ETH", tokenB: "USDC", amountB: "30000" };
  const answers: string[] = [];
  for (const [fee, tickSpacing] of [
    [3_000, 60],
    [1_000, 10],
    [100, 1],
  ] as const) {
    const own = { currency0: zeroAddress, currency1: USDC, fee, tickSpacing, hooks: zeroAddress };
    await sendTransaction(chain, {
      ...{ from, to: chain.addresses.poolManager },
      data: encodeFunctionData({
        abi: poolAbi,
        functionName: "initialize",
        args: [own, MOVED_SQRT],
      }),
    });
    const args = { ...ask, fee, tickSpacing, tickRange: "2510,2590" };
    const answer = await flow.stack.tool(vault, "add_liquidity", args, {
      executionMode: "delegated",
    });
    answers.push(answer.status === 200 ? "added" : expectRefusal(answer));
    // Whatever went in, he trades it back to the market's price.
    await sendTransaction(chain, {
      ...{ from, to: chain.addresses.whale, valueWei: 15n * 10n ** 18n, gas: 1_000_000n },
      data: encodeFunctionData({
        abi: poolAbi,
        functionName: "swapTo",
        args: [own, true, MARKET_SQRT],
      }),
    });
  }
  const after = await flow.chain.balances(from);
  const gainBase =
    after.USDC - before.USDC + ((after.ETH - before.ETH) * 2_500_000_000n) / 10n ** 18n;
  expect([answers, gainBase <= 0n], `the stranger gained ${gainBase}`).toEqual([
    Array(3).fill("400 loss_budget_exceeded"),
    true,
  ]);
  // At the market's price as much is added, and holds little of the budget.
  await flow.moveOracle(10_000);
  const market = { ...ask, fee: 500, tickRange: "2300,2490" };
  const honest = await flow.stack.tool(vault, "add_liquidity", market, {
    executionMode: "delegated",
  });
  expect(honest.body.execution?.status, JSON.stringify(honest.body)).toBe("confirmed");
});
