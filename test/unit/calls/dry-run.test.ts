import fc from "fast-check";
import { expect, test } from "vitest";
import { type DryRunReport, dryRunReport } from "../../../schemas/dry-run-report.ts";
import type { TwapOrder } from "../../../schemas/twap-order.ts";
import { dryDeps } from "../../../src/calls/dry-deps.ts";
import type { SeenFunds } from "../../../src/kinds/execution-context.ts";
import { runForOrder } from "../../../src/schedule/run-for-order.ts";
import { tellShortages } from "../../../src/schedule/run-slices.ts";
import { createSubrequestPlan } from "../../../src/schedule/schedule-limits.ts";
import { freezeVault } from "../../../src/store/vaults/freeze-vault.ts";
import { disableDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { saveLossBudget } from "../../../src/store/vaults/save-loss-budget.ts";
import { saveSetting } from "../../../src/store/vaults/save-setting.ts";
import { buildVaultSwap } from "../../../src/tools/build-vault-swap.ts";
import { keepVenuePrices } from "../../simulation/world/keep-venue-prices.ts";
import {
  type DryRunBench,
  dryRunBench,
  type Ended,
  type ToolCall,
} from "./support/dry-run-bench.ts";

/** 50 in `npm test`, 1,000 where the suites run once more (test/redis-suites.ts). */
const CASES = Number(process.env.DRY_RUN_CASES ?? (process.env.TEST_REDIS === "real" ? 1_000 : 50));

const order = {
  side: "sell",
  sellToken: "USDC",
  buyToken: "WETH",
  sliceCount: 4,
  intervalMinutes: 10,
  dex: "uniswap",
};
const delegated = "delegated" as const;
const swap = (amountIn = "2000"): ToolCall => ({
  name: "build_vault_swap",
  args: { tokenIn: "USDC", tokenOut: "WETH", amountIn, dex: "uniswap" },
  executionMode: delegated,
});

/** What a vault may be in when it is called. */
type State = {
  isFrozen: boolean;
  delegation: "active" | "switched off" | "revoked on chain";
  execMode: "autonomous" | "confirm";
  swapShieldBps: number | null;
  navShieldBps: number | null;
  lossBps: number | null;
  /** Of that budget, by executed calls of today. */
  spentBps: number;
  /** The pools' price from the oracle's, in basis points. */
  awayBps: number;
  oracleSlots: { held: number; next: number };
  /** Of USDC, in units. */
  balance: number | null;
  agentCoin: "plenty" | "little" | "none";
  orders: number;
  hasTraded: boolean;
  limits: Record<string, unknown> | null;
};

const state: fc.Arbitrary<State> = fc.record({
  isFrozen: fc.constantFrom(false, false, false, true),
  delegation: fc.oneof(
    { weight: 8, arbitrary: fc.constant("active" as const) },
    { weight: 1, arbitrary: fc.constantFrom("switched off" as const, "revoked on chain" as const) },
  ),
  execMode: rarely("confirm" as const, "autonomous" as const),
  swapShieldBps: fc.option(fc.constantFrom(50, 200, 1_000), { freq: 3 }),
  navShieldBps: fc.option(fc.constantFrom(100, 150, 2_000), { freq: 3 }),
  lossBps: fc.option(fc.constantFrom(100, 300), { freq: 3 }),
  spentBps: fc.constantFrom(0, 0, 99, 100, 300),
  awayBps: fc.constantFrom(0, 0, 0, 0, -60, 60, -400, 400, -900, 900),
  oracleSlots: fc.constantFrom(
    ...Array.from({ length: 6 }, () => ({ held: 320, next: 320 })),
    { held: 20, next: 20 },
    { held: 20, next: 320 },
  ),
  balance: fc.option(fc.constantFrom(0, 3, 1_500, 50_000), { freq: 3 }),
  agentCoin: fc.constantFrom("plenty", "plenty", "plenty", "plenty", "little", "none"),
  orders: fc.constantFrom(0, 0, 1, 3),
  hasTraded: fc.boolean(),
  limits: fc.option(
    fc.constantFrom<Record<string, unknown>[]>(
      { maxPerTransaction: "1000" },
      { maxPerDay: "2100" },
      { maxPerTokenPerDay: "2100" },
      { venues: ["across"] },
      { tokens: [`0x${"77".repeat(20)}`] },
    ),
    { freq: 3 },
  ),
});

const amount = fc.constantFrom("0.5", "3", "1500", "2000", "20000", "150000");
const executionMode = fc.constantFrom<ToolCall["executionMode"][]>(
  "delegated",
  "delegated",
  "manual",
);
const call: fc.Arbitrary<ToolCall> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      name: fc.constant("build_vault_swap"),
      args: fc.oneof(
        fc.record({ amountIn: amount, dex: fc.constantFrom("uniswap", "0x") }).map((given) => ({
          ...{ tokenIn: "USDC", tokenOut: "WETH" },
          ...given,
        })),
        fc
          .record({ amountOut: fc.constantFrom("0.001", "1", "60"), dex: fc.constant("uniswap") })
          .map((given) => ({
            ...{ tokenIn: "USDC", tokenOut: "WETH" },
            ...given,
          })),
        fc
          .record({ amountIn: fc.constantFrom("0.5", "10", "100"), slippage: fc.constant("0.3") })
          .map((given) => ({
            ...{ tokenIn: "WETH", tokenOut: "USDC", dex: "uniswap" },
            ...given,
          })),
      ),
      executionMode,
    }),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({
        totalAmount: amount,
        sliceCount: fc.constantFrom(1, 4, 1_000),
        autoExecute: fc.boolean(),
      })
      .map((given) => ({
        name: "create_twap_order",
        args: { ...order, ...given },
        executionMode: "manual" as const,
      })),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      name: fc.constantFrom("pause_twap_order", "resume_twap_order", "cancel_twap_order"),
      args: fc.record({ id: fc.constantFrom(1, 2, 9) }),
      executionMode: fc.constant("manual" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<ToolCall[]>(
      ...[
        { name: "freeze_vault", args: {} },
        { name: "set_default_slippage", args: { slippage: "0.7%" } },
        { name: "set_default_slippage", args: { slippage: "70%" } },
        { name: "set_swap_shield_tolerance", args: { tolerance: "3" } },
        { name: "disable_swap_shield", args: {} },
        { name: "enable_swap_shield", args: {} },
        { name: "setup_delegation", args: {} },
        { name: "revoke_delegation", args: {} },
        { name: "cancel_nav_sync", args: { id: 1 } },
      ].map((one) => ({ ...one, executionMode: "manual" as const })),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      name: fc.constantFrom("build_vault_swap"),
      args: fc.constantFrom(
        { tokenIn: "WETH", tokenOut: "ETH", amountIn: "1" },
        { tokenIn: "ETH", tokenOut: "WETH", amountIn: "1" },
      ),
      executionMode,
    }),
  },
);

test(`property: over ${CASES} vaults a dry run tells its write, and changes nothing`, async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(state, call, async (given, asked) => {
      const world = await bring(given);
      const before = world.everything();
      const foreseen = await world.dryRun(asked);
      expect(world.everything()).toEqual(before);
      const written = await world.write(asked);
      const verdict = judge(foreseen, written);
      seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
    }),
    { numRuns: CASES },
  );
  if (CASES >= 1_000) {
    console.log([...seen].map(([verdict, count]) => `${count} ${verdict}`).join(", "));
    // Every kind of verdict was drawn: what agrees on nothing but success has shown little.
    for (const verdict of REACHED) expect([...seen.keys()], verdict).toContain(verdict);
  }
});
const REACHED = [
  ...[
    "success",
    "vault_frozen",
    "delegation_disabled",
    "not_delegated",
    "insufficient_balance",
    "insufficient_gas",
  ],
  ...[
    "swap_shield_blocked",
    "nav_shield_blocked",
    "loss_budget_exceeded",
    "oracle_window_too_short",
  ],
  ...["twap_order_limit", "limit_exceeded", "venue_not_allowed", "token_not_allowed"],
];

/** Both ends agree: code, sentence and figures. Gives the verdict. */
function judge(foreseen: Ended, written: Ended): string {
  if (!foreseen.ok) {
    // Who may not call, or what could not be judged: an error, as the write's.
    expect(foreseen).toEqual(written);
    return `error ${foreseen.code}`;
  }
  const report = reportOf(foreseen);
  if (written.ok) {
    expect(report.refusal).toBeUndefined();
    expect(report.wouldSucceed).toBe(true);
    expect(report.checks.filter(({ ok, later }) => ok !== true && later !== true)).toEqual([]);
    return "success";
  }
  expect(report.refusal).toEqual({
    ...{ error: written.code, message: written.message },
    ...(written.details !== undefined && { details: written.details }),
  });
  expect(report.wouldSucceed).toBe(false);
  return written.code;
}

function reportOf(ended: Ended): DryRunReport {
  if (!ended.ok) throw new Error(`refused: ${ended.code} ${ended.message}`);
  expect(ended.result.transaction).toBeUndefined();
  expect(ended.result.operationId).toBeUndefined();
  return dryRunReport.parse(ended.result.data?.dryRun);
}

const calm: State = {
  ...{
    isFrozen: false,
    delegation: "active",
    execMode: "autonomous",
    swapShieldBps: null,
    navShieldBps: null,
  },
  ...{
    lossBps: null,
    spentBps: 0,
    awayBps: 0,
    oracleSlots: { held: 320, next: 320 },
    balance: null,
  },
  ...{ agentCoin: "plenty", orders: 0, hasTraded: false, limits: null },
};
const create = (args: Record<string, unknown>): ToolCall => ({
  name: "create_twap_order",
  args: { ...order, ...args },
  executionMode: "manual",
});

test("default: the report of a swap that would be sent", async () => {
  const world = await bring(calm);
  const report = reportOf(await world.dryRun(swap()));
  expect(report).toMatchObject({ wouldSucceed: true, outcome: "sent" });
  // 2,000 USDC at 2,000 for one WETH, and a tenth of a percent for the venue.
  expect(report.quote).toMatchObject({ sellAmount: "2000", buyAmount: "0.999" });
  expect(report.oracle).toMatchObject({ deltaBps: 10, toleranceBps: 500 });
  expect(report.nav).toMatchObject({ before: "2000000" });
  // The simulated node says 200,000; a quarter goes on top.
  expect(report.gas).toMatchObject({ gasUnits: "250000", payer: world.agent });
  expect(report.lossBudget).toMatchObject({ dayPpb: 0 });
  expect(report.checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "balance",
      "swap_shield",
      "nav_shield",
      "frozen",
      "loss_budget",
      "gas_balance",
      "gas_caps",
    ]),
  );
});

test("behavior: every refusing check is named with figures, also behind the first", async () => {
  const world = await bring({
    ...calm,
    isFrozen: true,
    awayBps: -900,
    balance: 1_500,
    agentCoin: "none",
    spentBps: 5_000,
  });
  const report = reportOf(await world.dryRun(swap()));
  expect(report.refusal?.error).toBe("insufficient_balance");
  const refused = report.checks
    .filter(({ ok }) => ok === false)
    .map(({ name, error }) => [name, error]);
  expect(refused).toEqual(
    expect.arrayContaining([
      ["balance", "insufficient_balance"],
      ["swap_shield", "swap_shield_blocked"],
      ["frozen", "vault_frozen"],
    ]),
  );
  expect(report.checks.find(({ name }) => name === "balance")?.figures).toMatchObject({
    ...{ balanceBase: "1500000000", neededBase: "2000000000" },
  });
  // A swap that does not run has no gas to be paid for: that could not be judged.
  expect(report.checks.find(({ name }) => name === "gas_balance")?.ok).toBeNull();
});

test("behavior: frozen, no gas, over the loss budget at once: all three are named", async () => {
  const world = await bring({ ...calm, isFrozen: true, agentCoin: "none", spentBps: 9_999 });
  const report = reportOf(await world.dryRun(swap()));
  expect(report.refusal?.error).toBe("vault_frozen");
  expect(report.checks.filter(({ ok }) => ok === false).map(({ name }) => name)).toEqual([
    ...["frozen", "loss_budget", "gas_balance"],
  ]);
});

test("behavior: in confirm mode the loss budget is told, refusing only approval", async () => {
  const world = await bring({ ...calm, execMode: "confirm", spentBps: 9_999 });
  const report = reportOf(await world.dryRun(swap()));
  expect(report).toMatchObject({ wouldSucceed: true, outcome: "approval" });
  expect(report.checks).toContainEqual(
    expect.objectContaining({
      name: "loss_budget",
      ok: false,
      later: true,
      error: "loss_budget_exceeded",
    }),
  );
});

test("behavior: an order: its plan, the whole at once, and what it needs to its end", async () => {
  const world = await bring({ ...calm, balance: 1_500, agentCoin: "little" });
  const before = world.everything();
  const report = reportOf(await world.dryRun(create({ totalAmount: "2000", autoExecute: true })));
  expect(world.everything()).toEqual(before);
  expect(report).toMatchObject({ wouldSucceed: true, outcome: "changed" });
  expect(report.order).toMatchObject({
    plan: {
      slices: 4,
      totalBase: "2000000000",
      first: [{ number: 1, amountBase: "500000000" }, {}, {}, {}],
    },
    // The simulated venue's price is the same for every size.
    atOnce: {
      boughtInSlicesBase: "999000000000000000",
      boughtAtOnceBase: "999000000000000000",
      betterBps: 0,
    },
    funding: {
      token: { neededBase: "2000000000", balanceBase: "1500000000", lasts: false },
      gas: { agent: world.agent, balanceWei: "1000000000000", lasts: false },
    },
    firstSlice: { wouldSucceed: false, refusal: { error: "insufficient_gas" } },
  });
});

test("behavior: an order whose first slice would wait says so, with its figures", async () => {
  const world = await bring({ ...calm, balance: 10_000 });
  const first = async (options: object) => {
    const { order } = reportOf(
      await world.dryRun(create({ totalAmount: "2000", autoExecute: true, ...options })),
    );
    return order as {
      firstSlice: {
        wouldSucceed: boolean;
        refusal?: { error: string };
        checks: { name: string }[];
      };
      funding: object;
    };
  };
  const met = await first({
    limitPrice: "0.0001",
    limitPriceOf: "sellToken",
    maxGasPrice: "100000",
  });
  expect([met.firstSlice.wouldSucceed, met.firstSlice.refusal]).toEqual([true, undefined]);
  const price = await first({ limitPrice: "1", limitPriceOf: "sellToken" });
  expect(price).toMatchObject({
    firstSlice: { wouldSucceed: false, refusal: { error: "limit_price_not_met" } },
    funding: { token: { lasts: true }, gas: { lasts: true } },
  });
  expect(price.firstSlice.checks).toContainEqual(
    expect.objectContaining({
      name: "order_bounds",
      ok: false,
      figures: expect.objectContaining({ limitPrice: "1" }),
    }),
  );
  const gas = await first({ maxGasPrice: "0.000000001" });
  expect(gas.firstSlice).toMatchObject({
    wouldSucceed: false,
    refusal: { error: "gas_price_above_limit" },
  });
});

test("behavior: an order warns before token or gas runs short, with no extra request", async () => {
  const world = await bring({ ...calm, balance: 1_500, agentCoin: "little" });
  const made = await world.write(create({ totalAmount: "2000", autoExecute: true }));
  const { order: record } = (made.ok ? made.result.data : {}) as { order: TwapOrder };
  const seen: SeenFunds = {};
  await runForOrder(
    world.deps,
    {
      ...{
        requestId: "R",
        tool: buildVaultSwap.name,
        args: swap("500").args,
        executionMode: delegated,
        chainId: 8453,
      },
      ...{ context: await world.bench.context().stored(), amountBase: 500_000_000n },
      ...{ sliceNumber: 1, attemptId: "R", attempted: { lastExecution: 0 } },
    },
    {
      ...{ vault: world.vault, actor: { kind: "system", job: "twap", operator: world.operator } },
      ...{ purpose: { kind: "call" }, seen },
    },
  );
  const requests = world.bench.requests.length;
  const plan = (left: number) => createSubrequestPlan(() => 0, left);
  // Without room for it nothing is begun: the next slice brings the warning.
  await tellShortages(world.deps, { order: record, short: undefined }, seen, plan(1));
  await tellShortages(world.deps, { order: record, short: undefined }, seen, plan(2));
  await tellShortages(world.deps, { order: record, short: "token gas" }, seen, plan(2));
  expect(world.bench.requests).toHaveLength(requests);
  const noted = world.bench.scripts.filter(({ name }) => name === "note-short");
  expect(noted).toMatchObject([
    {
      input: {
        shortages: [
          { cause: "token", balance: "1500", needed: "2000" },
          { cause: "gas", balance: "0.000001" },
        ],
      },
    },
  ]);
});

test("behavior: nothing is signed, nothing deferred writes, the wallet refuses to", async () => {
  const world = await bring(calm);
  for (const executionMode of ["manual", "delegated"] as const)
    await world.dryRun({ ...swap(), executionMode });
  await world.dryRun(create({ totalAmount: "40" }));
  expect(world.signed).toEqual([]);
  expect(world.bench.sent).toEqual([]);
  const dry = dryDeps(world.deps);
  // Nothing that a node would take for a transaction.
  expect(await dry.wallet.sign(world.vault, 1, {} as never, null)).toMatchObject({ raw: "0x" });
  await expect(dry.wallet.signMessage(world.vault, 1, "")).rejects.toThrow("signs nothing");
  await expect(dry.chain(8453).rpc.sendOnce({} as never)).rejects.toThrow("sends nothing");
});

test("behavior: an approval that is tried goes on waiting, and is good afterwards", async () => {
  const world = await bring({ ...calm, execMode: "confirm" });
  const asked = await world.write(swap());
  const operationId = asked.ok ? (asked.result.operationId ?? "") : "";
  const before = world.everything();
  const tried = await world.decide(operationId, true);
  expect(world.everything()).toEqual(before);
  expect(reportOf(tried)).toMatchObject({ wouldSucceed: true, outcome: "sent" });
  expect(await world.decide(operationId, false)).toMatchObject({
    ok: true,
    result: { execution: {} },
  });
});

async function bring(given: State): Promise<DryRunBench> {
  const world = await dryRunBench();
  const { operator, vault, agent, tokens } = world;
  const at = { operator, vault, chainId: 8453 } as const;
  for (let index = 0; index < given.orders; index += 1)
    await world.write({
      name: "create_twap_order",
      args: { ...order, totalAmount: "40" },
      executionMode: "manual",
    });
  if (given.limits !== null) {
    const set = await world.write({
      name: "set_vault_limits",
      args: given.limits,
      executionMode: "manual",
    });
    if (!set.ok) throw new Error(`${set.code}: ${set.message}`);
  }
  if (given.hasTraded) await world.write(swap("300"));
  const expected = { vault, chainId: 8453 as const };
  if (given.execMode === "confirm")
    await world.store(saveSetting, { operator, field: "execMode", value: "confirm" });
  for (const [field, value, was] of [
    ["swapShieldBps", given.swapShieldBps, 500],
    ["navShieldBps", given.navShieldBps, 1_000],
  ] as const)
    if (value !== null)
      await world.store(saveSetting, { operator, field, value, expected: { ...expected, was } });
  if (given.lossBps !== null)
    await world.store(saveLossBudget, {
      ...at,
      limits: { dayBps: given.lossBps, weekBps: given.lossBps },
    });
  if (given.spentBps > 0) {
    const halfHour = Math.floor(world.deps.clock.nowMs() / 1_800_000);
    world.bench.command(
      "HSET",
      world.bench.keys.losses(8453, vault),
      String(halfHour),
      String(given.spentBps * 100_000),
    );
  }
  if (given.hasTraded) {
    // Two looks ten minutes apart have confirmed a high that is 3% above the NAV now.
    const halfHour = Math.floor(world.deps.clock.nowMs() / 1_800_000);
    world.bench.command("HSET", world.bench.keys.nav(8453, vault), String(halfHour), "2060000");
  }
  if (given.isFrozen) await world.store(freezeVault, at);
  if (given.delegation === "switched off") await world.store(disableDelegation, at);
  world.change((chain) => {
    keepVenuePrices(world.bench, world.bench.keys, 8453, chain.oraclePrice);
    return chain;
  });
  world.change((chain) => ({
    ...chain,
    ...{
      oracleSlots: given.oracleSlots,
      poolPrice: (chain.oraclePrice * BigInt(10_000 + given.awayBps)) / 10_000n,
    },
    ...(given.delegation === "revoked on chain" && { selectors: {} }),
    balances: {
      ...chain.balances,
      ...(given.balance !== null && {
        [`${vault}:${tokens.usdc}`]: BigInt(given.balance) * 1_000_000n,
      }),
    },
    coins:
      given.agentCoin === "plenty" ? {} : { [agent]: given.agentCoin === "none" ? 0n : 10n ** 12n },
  }));
  return world;
}

function rarely<T>(rare: T, often: T): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 7, arbitrary: fc.constant(often) },
    { weight: 1, arbitrary: fc.constant(rare) },
  );
}
