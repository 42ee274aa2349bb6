import { decodeFunctionData, type Hex, parseAbi } from "viem";
import { expect, test } from "vitest";
import type { TwapOrder } from "../../../schemas/twap-order.ts";
import { runTool } from "../../../src/calls/run-tool.ts";
import { allow } from "../../../src/lib/verdict.ts";
import { decideOperation } from "../../../src/operations/decide-operation.ts";
import { createOrder } from "../../../src/store/orders/create-order.ts";
import { beginPairing } from "../../../src/store/pairing/begin-pairing.ts";
import { finishPairing } from "../../../src/store/pairing/finish-pairing.ts";
import { saveSetting } from "../../../src/store/vaults/save-setting.ts";
import type { ChatActions } from "../../../src/telegram/chat-actions.ts";
import { tradeSlice } from "../../../src/telegram/trade-slice.ts";
import { simQuote } from "../../simulation/world/sim-quote.ts";
import { newOrders } from "../../support/new-orders.ts";
import { type Bench, executionBench } from "../pipeline/support/execution-bench.ts";
import { orderOf } from "../store/support/records.ts";

// "Trade this slice" is a slice of its order: what the order sets for its slices holds for it, too.

const CHAT = "4711";
const MINUTE = 60_000;
type Mode = "autonomous" | "confirm";

/** An order that only notifies, its first slice notified just now, and the press of its button. */
async function notified(changes: Partial<TwapOrder>, mode: Mode = "autonomous") {
  const bench = await executionBench();
  const { deps, keys, vault, operator, startMs, tokens } = bench;
  const at = { requestId: "made", nowMs: startMs };
  bench.venues.uniswap = {
    ...bench.venues.uniswap!,
    quote: async (request) => allow(simQuote(request, undefined)),
  };
  const created = await createOrder.run(deps.redis, keys, {
    ...at,
    ...newOrders.twap(
      orderOf(vault, operator, {
        ...{
          createdAt: startMs,
          dex: "uniswap",
          autoExecute: false,
          slicesExecuted: 1,
          lastExecution: startMs,
        },
        ...{
          anchorMs: startMs,
          pointIndex: 1,
          totalAmount: "100",
          totalBase: "100000000",
          sellSymbol: "USDC",
        },
        ...{
          sellTokenAddress: tokens.usdc,
          buyTokenAddress: tokens.weth,
          buySymbol: "WETH",
          buyToken: "WETH",
        },
        ...changes,
      }),
    ),
  });
  if (!created.ok) throw new Error(created.code);
  const end = { status: "notified", at: startMs, knownAt: startMs, plannedBase: "20000000" };
  bench.command("HSET", keys.slices(vault, 1), "1", JSON.stringify(end));
  const pairing = { operator, vault, chainId: 8453 as const };
  await beginPairing.run(deps.redis, keys, {
    channel: "telegram",
    ...at,
    ...pairing,
    codeHash: "code",
    messageHash: "0x01",
  });
  await finishPairing.run(deps.redis, keys, {
    channel: "telegram",
    ...at,
    codeHash: "code",
    chatId: CHAT,
  });
  await saveSetting.run(deps.redis, keys, { ...at, operator, field: "execMode", value: mode });
  bench.pass(1_000);
  const actions = { runTool, decideOperation } as unknown as ChatActions;
  const scene = {
    deps,
    requestId: "R",
    updateId: 1,
    chatId: CHAT,
    actions,
    pairing: {
      ...{ operators: [], vaults: [], ends: [], unreadable: [] },
      current: null,
      quiet: { operators: [], vaults: [] },
    },
  };
  return { bench, press: () => tradeSlice(scene, pairing, { orderId: 1, slice: 1 }) };
}

const deadlineOf = ({ transactions }: Bench): number => {
  const abi = parseAbi(["function execute(bytes commands, bytes[] inputs, uint256 deadline)"]);
  return Number(decodeFunctionData({ abi, data: transactions()[0]?.data as Hex }).args[2]);
};

test("behavior: a limit price the venue lacks refuses the button's trade, unsent", async () => {
  const { bench, press } = await notified({ limitPrice: "1", limitPriceOf: "buyToken" });
  await expect(press()).rejects.toMatchObject({ code: "limit_price_not_met" });
  expect(bench.sent).toEqual([]);
});

test("behavior: a gas price above the order's refuses it", async () => {
  const { bench, press } = await notified({ maxGasPrice: "0.000001" });
  await expect(press()).rejects.toMatchObject({ code: "gas_price_above_limit" });
  expect(bench.sent).toEqual([]);
});

test("behavior: what is traded by the button is good no longer than its order", async () => {
  const { bench, press } = await notified({});
  const end = await notified({ expiresAt: bench.startMs + 2 * MINUTE });
  await press();
  await end.press();
  expect(deadlineOf(bench) * 1_000).toBeGreaterThan(bench.startMs + 2 * MINUTE);
  expect(deadlineOf(end.bench) * 1_000).toBeLessThan(bench.startMs + 2 * MINUTE);
});

test("behavior: in confirm mode the order's gas price holds at the approval, too", async () => {
  const { bench, press } = await notified({ maxGasPrice: "0.01" }, "confirm");
  const { operationId = "" } = await press();
  bench.chain.spike(bench.deps.clock.nowMs() + 60 * MINUTE, 15_000_000n);
  bench.pass(4_000);
  const caller = {
    kind: "paired" as const,
    channel: "telegram",
    operator: bench.operator,
    chatId: CHAT,
  };
  const approval = decideOperation(bench.deps, "R-2", { operationId, decision: "approve", caller });
  await expect(approval).rejects.toMatchObject({ code: "gas_price_above_limit" });
  expect(bench.sent).toEqual([]);
});

test("boundary: at its order's end, or unmineable trade before it, a slice is over", async () => {
  for (const leftMs of [0, 20_000]) {
    const { bench, press } = await notified({ expiresAt: 1 });
    const key = bench.keys.order(bench.vault, 1);
    const record = JSON.parse(String(Object(bench.read(key)).json));
    const nowMs = bench.deps.clock.nowMs();
    bench.command("HSET", key, "json", JSON.stringify({ ...record, expiresAt: nowMs + leftMs }));
    expect((await press()).html).toContain("This slice is over");
    expect(bench.sent).toEqual([]);
  }
});
