import { describe, expect, test } from "vitest";
import { runMcpTool } from "../../../src/mcp/run-mcp-tool.ts";
import { ToolRefusal } from "../../../src/mcp/tool-refusal.ts";
import { saveSetting } from "../../../src/store/vaults/save-setting.ts";
import { dryRunBench } from "../calls/support/dry-run-bench.ts";

/*
 * Over MCP a model writes the arguments, and its person the headers once. What has the agent wallet trade, now or later, waits for the person's
 * word (finding 125), except where the person said it beforehand: autonomous mode, limits per transaction and per day, and the header
 * X-Execution-Mode: delegated (finding 126).
 */
const ORDER = {
  ...{ side: "sell", sellToken: "USDC", buyToken: "WETH", totalAmount: "4000", sliceCount: 4, intervalMinutes: 10 },
  ...{ dex: "uniswap", chain: "base" },
};
const TRIGGER = {
  ...{ type: "stop", side: "sell", sellToken: "WETH", buyToken: "USDC", totalAmount: "1", price: "1000" },
  ...{ dex: "uniswap", chain: "base" },
};
const SWAP = { tokenIn: "USDC", tokenOut: "WETH", amountIn: "100", dex: "uniswap", chain: "base" };
const LIMITS = { maxPerTransaction: "5000", maxPerDay: "20000" };

type Vault = { mode?: "autonomous" | "confirm"; limits?: object };

async function over({ mode = "confirm", limits }: Vault = {}) {
  const bench = await dryRunBench();
  if (mode === "confirm") await bench.store(saveSetting, { operator: bench.operator, field: "execMode", value: mode });
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
const WAITS = { operationId: expect.any(String), message: expect.stringContaining("Waits for your approval") };

describe("what trades later waits, with the header or without", () => {
  test.each([undefined, "manual", "delegated"] as const)(
    "attack: an order that executes by itself, X-Execution-Mode %s",
    async (header) => {
      const { call, orders, decide } = await over();
      const asked = await call("create_twap_order", { ...ORDER, autoExecute: true }, header);
      expect(asked).toMatchObject(WAITS);
      expect(await orders()).toEqual([]);
      // Approved, it is made; the operator's own call needs no second word (decision 37).
      expect(await decide(asked.operationId!, false)).toMatchObject({ ok: true });
      expect(await orders()).toMatchObject([{ totalAmount: "4000", autoExecute: true }]);
    },
  );

  test("attack: in autonomous mode without the header, and with it but without both limits", async () => {
    for (const [vault, header] of [
      [{ mode: "autonomous", limits: LIMITS }, undefined],
      [{ mode: "autonomous" }, "delegated"],
      [{ mode: "autonomous", limits: { maxPerTransaction: "5000" } }, "delegated"],
      [{ mode: "autonomous", limits: { maxPerDay: "5000" } }, "delegated"],
      [{ mode: "confirm", limits: LIMITS }, "delegated"],
    ] as const) {
      const { call, orders } = await over(vault);
      expect(await call("create_twap_order", { ...ORDER, autoExecute: true }, header)).toMatchObject(WAITS);
      expect(await orders()).toEqual([]);
    }
  });

  test("attack: a trigger that trades, and a NAV sync", async () => {
    const { call, bench } = await over();
    expect(await call("create_trigger_order", { ...TRIGGER, autoExecute: true })).toMatchObject(WAITS);
    const before = bench.dump();
    const sync = await call("create_nav_sync", {}).catch((error: { code: string }) => error.code);
    // It waits, or is refused as the sync itself would be (this vault's agent may not bridge); made it is not.
    expect(typeof sync === "string" ? sync : sync.operationId).toBeDefined();
    expect(Object.keys(bench.dump()).filter((key) => key.includes("nav-sync"))).toEqual(
      Object.keys(before).filter((key) => key.includes("nav-sync")),
    );
  });

  test("attack: an edit that widens an order, and resuming one; what narrows it is done", async () => {
    const { call, orders, write } = await over();
    await write("create_twap_order", { ...ORDER, autoExecute: true, limitPrice: "0.0004" });
    const [{ id }] = await orders();
    for (const wider of [
      { intervalMinutes: 5 },
      { remainingSlices: 2 },
      { limitPrice: "0.0003" },
      { remove: ["limitPrice"] },
    ])
      expect([wider, await call("edit_twap_order", { id, ...wider })]).toMatchObject([wider, WAITS]);
    expect(await orders()).toMatchObject([{ intervalMinutes: 10, limitPrice: "0.0004", sliceCount: 4 }]);
    for (const narrower of [{ intervalMinutes: 20 }, { remainingSlices: 8 }, { limitPrice: "0.0005" }])
      expect((await call("edit_twap_order", { id, ...narrower })).operationId).toBeUndefined();
    expect(await orders()).toMatchObject([{ intervalMinutes: 20, limitPrice: "0.0005", sliceCount: 8 }]);
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

  test("behavior: an order that only notifies is made, and over HTTP the operator's own call approves one that trades", async () => {
    const { call, orders, write } = await over();
    expect((await call("create_twap_order", ORDER)).operationId).toBeUndefined();
    expect(await write("create_twap_order", { ...ORDER, autoExecute: true })).toMatchObject({ ok: true });
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
    expect((await call("create_twap_order", { ...ORDER, autoExecute: true }, "delegated")).operationId).toBeUndefined();
    expect(await orders()).toHaveLength(1);
  });

  test("attack: beyond its limits nothing is sent", async () => {
    const { call, bench } = await over({ mode: "autonomous", limits: { ...LIMITS, maxPerTransaction: "99" } });
    await expect(call("build_vault_swap", SWAP, "delegated")).rejects.toMatchObject({ code: "limit_exceeded" });
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

  test("behavior: without the header a swap is unsigned, and without limits, or in confirm mode, it waits", async () => {
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
