import { parseAbi, parseUnits, zeroAddress } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MINUTE } from "../support/flow-orders.ts";
import { loosenBudget } from "../support/loosen-budget.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { TestVault } from "../support/test-stack.ts";

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const POOL = "v4_ETH_USDC";
const SOLD = parseUnits("90000", 6);
const supplyAbi = parseAbi(["function totalSupply() view returns (uint256)"]);
/**
 * Nothing but what was deposited: 100,000 USDC less the spread, so a swap of 90,000 moves most of
 * the NAV.
 */
const onlyUsdc = { fund: {} };

/** The pool's price at which a swap of `SOLD` costs about `lossBps` of the NAV. */
function priceFor(netTotalValue: bigint, lossBps: number): number {
  const share = Number(SOLD) / Number(netTotalValue);
  return Math.round(10_000 / (1 - lossBps / 10_000 / share));
}

/** By hand: what leaves at par, what comes at the oracle's price, per unit of the supply. */
async function navAfter(vault: TestVault, boughtWei: bigint): Promise<bigint> {
  const { chain } = flow;
  const [{ netTotalValue }, supply, worth] = await Promise.all([
    chain.nav(vault.address, vault.owner),
    chain.client.readContract({
      address: vault.address,
      abi: supplyAbi,
      functionName: "totalSupply",
    }),
    chain.oracle(vault.address, zeroAddress, boughtWei, USDC),
  ]);
  return ((netTotalValue - SOLD + worth) * 10n ** 6n) / supply;
}

test("behavior: a swap costing 11% of NAV is blocked at build with numbers, 9% built", async () => {
  const { stack, chain, orders } = flow;
  const vault = await flow.newVault(onlyUsdc);
  await orders.set(vault, "swap-shield", { tolerance: "50" });
  let bought = 0n;
  stack.proxies["0x"].after(async (_request, answer) => {
    bought = BigInt(JSON.parse(answer.body).buyAmount);
  });
  const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "90000", dex: "0x" };
  const before = await chain.nav(vault.address, vault.owner);

  await flow.movePool(POOL, priceFor(before.netTotalValue, 1_100));
  const blocked = await stack.tool(vault, "build_vault_swap", swap);
  const after = await navAfter(vault, bought);
  const lossOf = (value: bigint) =>
    Number(((before.unitaryValue - value) * 10_000n) / before.unitaryValue);
  expect(lossOf(after)).toBeGreaterThan(1_090);
  expect(blocked).toMatchObject({
    status: 400,
    body: {
      error: "nav_shield_blocked",
      details: {
        basis: "unitaryValue",
        before: before.unitaryValue.toString(),
        thresholdBps: 1_000,
        measured: true,
      },
    },
  });
  const { details } = blocked.body;
  expect(Math.abs(Number(BigInt(details.after) - after))).toBeLessThanOrEqual(1);
  // Shown rounded up, so that it never reads as less than it is.
  expect(details.lossBps - lossOf(after)).toBeGreaterThanOrEqual(0);
  expect(details.lossBps - lossOf(after)).toBeLessThanOrEqual(1);
  expect(blocked.body.transaction).toBeUndefined();

  // The operator's own threshold decides: 12% lets it through.
  await orders.set(vault, "nav-shield", { threshold: "12" });
  expect(await stack.tool(vault, "build_vault_swap", swap)).toMatchObject({
    status: 200,
    body: { data: { navShield: { thresholdBps: 1_200, lossBps: details.lossBps } } },
  });
  await orders.set(vault, "nav-shield", { reset: true });
  expect(await stack.tool(vault, "build_vault_swap", swap)).toMatchObject({
    body: { error: "nav_shield_blocked" },
  });

  await flow.movePool(POOL, priceFor(before.netTotalValue, 900));
  const built = await stack.tool(vault, "build_vault_swap", swap);
  expect(built).toMatchObject({ status: 200, body: { transaction: { to: vault.address } } });
  expect(built.body.data.navShield.lossBps).toBeGreaterThan(850);
  expect(built.body.data.navShield.lossBps).toBeLessThan(950);
});

/** What venues give now, as the Worker's own cron would have seen it a moment ago. */
async function look(): Promise<void> {
  await flow.stack.stack.redis.command(["DEL", "sx:local:venue-prices:8453"]);
  const looked = await fetch(`${flow.stack.stack.baseUrl}/cdn-cgi/local/scheduled`);
  expect([looked.status, await looked.text()]).toEqual([200, expect.any(String)]);
}

test("behavior: 24-hour baseline: a fall of 12% blocks fair trades, a day later not", async () => {
  const { stack, chain, orders } = flow;
  const vault = await flow.readyVault({
    supply: parseUnits("40000", 6),
    fund: { ETH: 24n * 10n ** 18n },
  });
  await stack.advance(MINUTE);
  await look();
  const id = await orders.create(vault, { totalAmount: "60", sliceCount: 6 });
  // What the first slice was traded at is confirmed by the fourth, a quarter of an hour later.
  for (const minutes of [1, 5, 5, 5]) await stack.advance(minutes * MINUTE);
  await look();
  const { unitaryValue: baseline } = await chain.nav(vault.address, vault.owner);
  // 60% of the value is native, which now falls by 20%, at the oracle and in the pool alike.
  await flow.moveOracle(8_000);
  await flow.movePool(POOL, 8_000);
  await look();
  const { unitaryValue: fallen } = await chain.nav(vault.address, vault.owner);
  expect(Number(fallen) / Number(baseline)).toBeLessThan(0.89);
  await stack.advance(5 * MINUTE);
  expect(await orders.order(vault, id)).toMatchObject({
    slicesExecuted: 4,
    consecutiveFailures: 1,
  });
  const notice = (await stack.outbox(vault)).at(-1);
  expect(notice).toMatchObject({ kind: "slice_failed", code: "nav_shield_blocked" });
  expect(notice.error).toContain("highest value of the last 24 hours");
  await stack.advance(24.5 * 60 * MINUTE);
  expect(await orders.order(vault, id)).toMatchObject({
    slicesExecuted: 5,
    consecutiveFailures: 0,
  });
});

const attemptOf = async (vault: TestVault, id: number, attempt: number): Promise<string | null> =>
  (await flow.stack.stack.redis.command([
    "HGET",
    `sx:local:attempt:twap:${vault.address}:${id}:1:${attempt}`,
    "status",
  ])) as string | null;
const openNonces = (vault: TestVault) =>
  flow.stack.stack.redis.command(["ZCARD", `sx:local:lane-open:8453:${vault.agent.toLowerCase()}`]);

test.each<[string, string, (netTotalValue: bigint) => Promise<void>]>([
  [
    "NAV Shield: the pool moves from a loss of 9% to one of 11%",
    "nav_shield_blocked",
    (nav) => flow.movePool(POOL, priceFor(nav, 1_100)),
  ],
  [
    "NAV Shield: the oracle values the bought coin 12% lower",
    "nav_shield_blocked",
    () => flow.moveOracle(8_800),
  ],
  [
    "simulation: the pool moves beyond the slippage",
    "simulation_reverted",
    (nav) => flow.movePool(POOL, priceFor(nav, 2_000)),
  ],
])(
  "error: what turns bad between build and broadcast is not sent. %s",
  async (_what, code, change) => {
    const { stack, chain, orders } = flow;
    const vault = await flow.readyVault(onlyUsdc);
    await orders.set(vault, "swap-shield", { tolerance: "50" });
    await orders.set(vault, "slippage", { slippage: "5%" });
    // Nine tenths of the vault at 9% less, and 5% less than that as its bound: more than the usual
    // budget of a day.
    expect((await loosenBudget(stack, vault, { day: "20", week: "20" })).status).toBe(200);
    const { netTotalValue } = await chain.nav(vault.address, vault.owner);
    const before = await chain.balances(vault.address);
    const id = await orders.create(vault, {
      totalAmount: "95000",
      sliceCount: undefined,
      sliceAmount: "90000",
    });
    await flow.movePool(POOL, priceFor(netTotalValue, 900));
    stack.proxies.rpc.reset();
    flow.betweenBuildAndBroadcast(() => change(netTotalValue));

    expect(await stack.advance(MINUTE)).toMatchObject({ slices: 1, failed: 1, pending: 0 });
    expect(
      stack.proxies.rpc.log().filter(({ body }) => body.includes("eth_sendRawTransaction")),
    ).toEqual([]);
    expect(await chain.nonceOf(vault.agent)).toBe(0);
    expect(await chain.balances(vault.address)).toEqual(before);
    expect(await attemptOf(vault, id, 1)).toBe("never_sent");
    expect(await openNonces(vault)).toBe(0);
    expect(await orders.order(vault, id)).toMatchObject({
      status: "active",
      consecutiveFailures: 1,
      slicesExecuted: 0,
    });
    const [notice] = await stack.outbox(vault);
    expect(notice).toMatchObject({
      kind: "slice_failed",
      code,
      debugCall: {
        to: vault.address,
        from: vault.agent.toLowerCase(),
        data: expect.stringMatching(/^0x3593564c/),
      },
    });

    // All is well again: the same slice goes out at the very nonce that was given back.
    await flow.calm();
    expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 1, executed: 1 });
    expect(await orders.order(vault, id)).toMatchObject({
      slicesExecuted: 1,
      amountSpent: "90000",
      consecutiveFailures: 0,
    });
    const [hash, ...others] = await chain.sentBy(vault.agent);
    expect(others).toEqual([]);
    expect(await chain.moved(hash!, vault.address, USDC)).toBe(-SOLD);
  },
);
