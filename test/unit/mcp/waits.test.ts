import type { Hex } from "viem";
import { describe, expect, test } from "vitest";
import { ToolRefusal } from "../../../src/mcp/rpc-error.ts";
import { runMcpTool } from "../../../src/mcp/run-mcp-tool.ts";
import { saveSetting } from "../../../src/store/vaults/save-setting.ts";
import { TOOLS } from "../../../src/tables/registry.ts";
import { dryRunBench } from "../calls/support/dry-run-bench.ts";

/*
 * Over MCP a model writes the arguments, and its person the headers once. What has the agent wallet
 * trade, now or later, waits for the person's word (finding 125), except where the person said it
 * beforehand: autonomous mode, limits per transaction and per day, and the header X-Execution-Mode:
 * delegated (finding 126).
 */
const ORDER = {
  ...{
    side: "sell",
    sellToken: "USDC",
    buyToken: "WETH",
    totalAmount: "4000",
    sliceCount: 4,
    intervalMinutes: 10,
  },
  ...{ dex: "uniswap", chain: "base" },
};
const TRIGGER = {
  ...{
    type: "stop",
    side: "sell",
    sellToken: "WETH",
    buyToken: "USDC",
    totalAmount: "1",
    price: "1000",
  },
  ...{ dex: "uniswap", chain: "base" },
};
const SWAP = { tokenIn: "USDC", tokenOut: "WETH", amountIn: "100", dex: "uniswap", chain: "base" };
const LIMITS = { maxPerTransaction: "5000", maxPerDay: "20000" };

/** depositV3((...)), docs/facts/across.md 1. */
const DEPOSIT = "0x770d096f";

type Vault = { mode?: "autonomous" | "confirm"; limits?: object; grants?: readonly Hex[] };

async function over({ mode = "confirm", limits, grants = [] }: Vault = {}) {
  const bench = await dryRunBench({ grants });
  if (mode === "confirm")
    await bench.store(saveSetting, { operator: bench.operator, field: "execMode", value: mode });
  const write = (name: string, args: object) =>
    bench.write({ name, args: args as Record<string, unknown>, executionMode: "manual" });
  if (limits) expect(await write("set_vault_limits", limits)).toMatchObject({ ok: true });
  const call = async (name: string, args: object, header?: "delegated" | "manual") => {
    const headers = new Headers({
      ...{ "x-operator-address": bench.operator, "x-auth-signature": `0x${"11".repeat(65)}` },
      ...{ "x-auth-timestamp": String(bench.deps.clock.nowMs()), "x-vault-address": bench.vault },
      ...(header && { "x-execution-mode": header }),
    });
    try {
      const ctx = { deps: bench.deps, requestId: "R", effects: { taken: false } };
      return (await runMcpTool(ctx, headers, { name, arguments: args })).result;
    } catch (error) {
      if (error instanceof ToolRefusal) throw error.refusal;
      throw error;
    }
  };
  const orders = async () => {
    const listed = await write("list_twap_orders", {});
    return listed.ok ? (listed.result.data?.orders as any[]) : [];
  };
  return { ...bench, call, orders, write };
}
const WAITS = {
  operationId: expect.any(String),
  message: expect.stringContaining("Waits for your approval"),
};

describe("what trades later waits, with the header or without", () => {
  test.each([undefined, "manual", "delegated"] as const)(
    "attack: an order that executes by itself, X-Execution-Mode %s",
    async (header) => {
      const { call, orders, decide } = await over();
      const asked = await call("create_twap_order", { ...ORDER, autoExecute: true }, header);
      expect(asked).toMatchObject(WAITS);
      expect(await orders()).toEqual([]);
      // Approved, it is made; the operator's own call needs no second word (decision D30).
      expect(await decide(asked.operationId!, false)).toMatchObject({ ok: true });
      expect(await orders()).toMatchObject([{ totalAmount: "4000", autoExecute: true }]);
    },
  );

  test("attack: autonomous mode without the header, and with it without both limits", async () => {
    for (const [vault, header] of [
      [{ mode: "autonomous", limits: LIMITS }, undefined],
      [{ mode: "autonomous" }, "delegated"],
      [{ mode: "autonomous", limits: { maxPerTransaction: "5000" } }, "delegated"],
      [{ mode: "autonomous", limits: { maxPerDay: "5000" } }, "delegated"],
      [{ mode: "confirm", limits: LIMITS }, "delegated"],
    ] as const) {
      const { call, orders } = await over(vault);
      expect(
        await call("create_twap_order", { ...ORDER, autoExecute: true }, header),
      ).toMatchObject(WAITS);
      expect(await orders()).toEqual([]);
    }
  });

  test("attack: a trigger that trades, and a NAV sync", async () => {
    const { call, write, decide } = await over({ grants: [DEPOSIT] });
    const syncs = async () => {
      const listed = await write("list_nav_syncs", {});
      return listed.ok ? listed.result.data?.navSyncs : listed.code;
    };
    expect(await call("create_trigger_order", { ...TRIGGER, autoExecute: true })).toMatchObject(
      WAITS,
    );
    const asked = await call("create_nav_sync", {});
    expect(asked).toMatchObject({ ...WAITS, tool: "create_nav_sync" });
    expect(await syncs()).toEqual([]);
    expect(await decide(asked.operationId ?? "", false)).toMatchObject({ ok: true });
    expect(await syncs()).toMatchObject([{ kind: "nav_sync" }]);
  });

  test("attack: an edit widening an order, and resuming one; what narrows is done", async () => {
    const { call, orders, write, deps } = await over();
    const expiresAt = deps.clock.nowMs() + 6 * 3_600_000;
    await write("create_twap_order", {
      ...ORDER,
      autoExecute: true,
      limitPrice: "0.0004",
      expiresAt,
    });
    const [{ id }] = await orders();
    for (const wider of [
      { intervalMinutes: 5 },
      { remainingSlices: 2 },
      { limitPrice: "0.0003" },
      { limitPrice: "0.0004", limitPriceOf: "buyToken" },
      { remove: ["limitPrice"] },
      { expiresAt: expiresAt + 1 },
      { remove: ["expiresAt"] },
    ])
      expect([wider, await call("edit_twap_order", { id, ...wider })]).toMatchObject([
        wider,
        WAITS,
      ]);
    expect(await orders()).toMatchObject([
      { intervalMinutes: 10, limitPrice: "0.0004", sliceCount: 4 },
    ]);
    for (const narrower of [
      { intervalMinutes: 20 },
      { remainingSlices: 8 },
      { limitPrice: "0.0005" },
      { expiresAt: expiresAt - 1 },
    ])
      expect((await call("edit_twap_order", { id, ...narrower })).operationId).toBeUndefined();
    expect(await orders()).toMatchObject([
      { intervalMinutes: 20, limitPrice: "0.0005", sliceCount: 8 },
    ]);
    expect((await call("pause_twap_order", { id })).operationId).toBeUndefined();
    expect(await call("resume_twap_order", { id })).toMatchObject(WAITS);
    expect(await orders()).toMatchObject([{ status: "paused" }]);
  });

  test("behavior: a dry run of what would wait says so, and writes nothing", async () => {
    const { call, everything } = await over();
    const before = everything();
    const tried = await call("create_twap_order", { ...ORDER, autoExecute: true, dryRun: true });
    expect(tried.data?.dryRun).toMatchObject({ wouldSucceed: true, outcome: "approval" });
    expect(everything()).toEqual(before);
  });

  test("behavior: an order only notifying is made; operators approve trading by HTTP", async () => {
    const { call, orders, write } = await over();
    expect((await call("create_twap_order", ORDER)).operationId).toBeUndefined();
    expect(await write("create_twap_order", { ...ORDER, autoExecute: true })).toMatchObject({
      ok: true,
    });
    expect(await orders()).toMatchObject([{ autoExecute: false }, { autoExecute: true }]);
  });
});

describe("autonomous mode, within limits, by the header", () => {
  const trusted: Vault = { mode: "autonomous", limits: LIMITS };

  test("default: a swap is sent as over HTTP, and an order made", async () => {
    const { call, orders, bench } = await over(trusted);
    expect(await call("build_vault_swap", SWAP, "delegated")).toMatchObject({
      execution: { status: expect.any(String) },
    });
    expect(bench.sent.length).toBe(1);
    expect(
      (await call("create_twap_order", { ...ORDER, autoExecute: true }, "delegated")).operationId,
    ).toBeUndefined();
    expect(await orders()).toHaveLength(1);
  });

  test("attack: beyond its limits nothing is sent", async () => {
    const { call, bench } = await over({
      mode: "autonomous",
      limits: { ...LIMITS, maxPerTransaction: "99" },
    });
    await expect(call("build_vault_swap", SWAP, "delegated")).rejects.toMatchObject({
      code: "limit_exceeded",
    });
    expect(bench.sent.length).toBe(0);
  });

  test.each([
    ["create_trigger_order", { ...TRIGGER, autoExecute: true, expiresAt: 1_900_000_000_000 }],
    ["create_twap_order", { ...ORDER, autoExecute: true, maxGasPrice: "100" }],
    ["create_twap_order", { ...ORDER, autoExecute: true, catchUp: true }],
  ])("attack: a field that a person owns is asked about: %s %j", async (name, args) => {
    const { call, bench, orders } = await over(trusted);
    expect(await call(name, args, "delegated")).toMatchObject(WAITS);
    expect([bench.sent.length, await orders()]).toEqual([0, []]);
  });

  test("behavior: no header: swap unsigned; no limits or confirm mode: it waits", async () => {
    const { call } = await over(trusted);
    expect((await call("build_vault_swap", SWAP)).transaction).toBeDefined();
    for (const vault of [
      { mode: "autonomous" },
      { limits: LIMITS },
      { mode: "autonomous", limits: { maxPerDay: "5000" } },
    ] as const) {
      const { call: ask, bench } = await over(vault);
      expect(await ask("build_vault_swap", SWAP, "delegated")).toMatchObject(WAITS);
      expect(bench.sent.length).toBe(0);
    }
  });
});

describe("what sets what a person owns waits, whatever the mode and the header say", () => {
  const later = 1_796_000_000_000;
  /** Each state tool that loosens or has such fields, with calls that set one each. */
  const OWNED: Record<string, readonly object[]> = {
    set_swap_shield_tolerance: [{ tolerance: "50" }, { tolerance: "1" }, { reset: true }],
    disable_swap_shield: [{}],
    set_default_slippage: [{ slippage: "5%" }, { reset: true }],
    set_vault_limits: [
      ...[{ maxPerTransaction: "1000" }, { maxPerDay: "1000" }, { maxPerTokenPerDay: "1000" }],
      ...[
        { perToken: [{ token: `0x${"7e".repeat(20)}`, maxPerDay: "1" }] },
        { tokens: ["listed"] },
        { venues: ["uniswap"] },
      ],
    ],
    create_twap_order: [
      ...[
        { startAt: later },
        { expiresAt: later },
        { maxGasPrice: "100" },
        { randomize: { size: "10" } },
      ],
      ...[{ catchUp: true }, { limitPrice: "0.0004", limitPriceOf: "sellToken" }],
    ].map((option) => ({ ...ORDER, ...option })),
    create_trigger_order: [
      { expiresAt: later },
      { into: { sliceCount: 2, intervalMinutes: 10 } },
    ].map((option) => ({
      ...TRIGGER,
      ...option,
    })),
    create_nav_sync: [{ thresholdBps: 200 }, { maxPerRun: "500" }, { maxPerDay: "2000" }],
    skip_twap_slice: [{ id: 1, slice: 1 }],
  };

  test("behavior: the table has state tools that need signing, loosen, or a person owns", () => {
    const owning = TOOLS.filter(
      (tool) =>
        tool.effect === "state" &&
        (tool.needsSignature || tool.loosens === true || tool.humanOwned),
    );
    expect(owning.map(({ name }) => name).sort()).toEqual(Object.keys(OWNED).sort());
    for (const { name, humanOwned = [] } of owning)
      expect([name, [...new Set(OWNED[name]?.flatMap(Object.keys))]]).toEqual([
        name,
        expect.arrayContaining(humanOwned.filter((field) => field !== "autoExecute")),
      ]);
  });

  const calls = Object.entries(OWNED).flatMap(([name, all]) =>
    all.map((args) => [name, args] as const),
  );
  test.each(calls)("attack: %s %j", async (name, args) => {
    for (const [vault, header] of [
      [{}, undefined],
      [{}, "delegated"],
      [{ mode: "autonomous", limits: LIMITS }, undefined],
      [{ mode: "autonomous", limits: LIMITS }, "delegated"],
    ] as const) {
      const { call, write, bench } = await over({ ...vault, grants: [DEPOSIT] });
      await write("create_twap_order", ORDER);
      const kept = () =>
        Object.entries(bench.dump()).filter(([key]) => /:(settings|limits|orders?)[:-]/.test(key));
      const before = kept();
      expect([header, await call(name, args, header)]).toMatchObject([header, WAITS]);
      expect(kept()).toEqual(before);
    }
  });

  test("behavior: approved it is made; tightening and operator's calls do not wait", async () => {
    const { call, write, decide, bench } = await over();
    const settings = async () => (await bench.context().stored()).settings;
    const asked = await call("set_swap_shield_tolerance", { tolerance: "50" });
    expect(await decide(asked.operationId ?? "", false)).toMatchObject({ ok: true });
    expect(await settings()).toMatchObject({ swapShieldBps: 5_000 });
    expect((await call("enable_swap_shield", {})).operationId).toBeUndefined();
    expect(await settings()).not.toMatchObject({ swapShieldBps: 5_000 });
    expect(await write("disable_swap_shield", {})).toMatchObject({ ok: true });
    expect(await settings()).toMatchObject({ swapShieldBps: 5_000 });
    expect((await call("freeze_vault", {})).operationId).toBeUndefined();
  });
});
