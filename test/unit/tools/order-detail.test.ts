import fc from "fast-check";
import type { Hex } from "viem";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { orderDetailParts } from "../../../schemas/order-detail-parts.ts";
import type { TwapOrder } from "../../../schemas/twap-order.ts";
import { finishOrder } from "../../../src/attempts/finish-order.ts";
import { orderAs } from "../../../src/kinds/kind-of.ts";
import type { SliceOutcome } from "../../../src/kinds/order-run.ts";
import { changeOrder } from "../../../src/store/orders/change-order.ts";
import { claimDue } from "../../../src/store/orders/claim-due.ts";
import { createOrder } from "../../../src/store/orders/create-order.ts";
import { getOrder } from "../../../src/store/orders/get-order.ts";
import { pauseOrder } from "../../../src/store/orders/pause-order.ts";
import { resumeOrder } from "../../../src/store/orders/resume-order.ts";
import { planOfOrder } from "../../../src/twap/plan-of-order.ts";
import { orderDetailText } from "../../../src/twap/tools/get-twap-order.ts";
import { orderOutput } from "../../../src/twap/tools/order-output.ts";
import { readOrderDetail } from "../../../src/twap/tools/read-order-detail.ts";
import { skipSlice } from "../../../src/twap/tools/skip-twap-slice.ts";
import { twapKind } from "../../../src/twap/twap-kind.ts";
import { createDraw } from "../../../src/wallet/derive-key.ts";
import { newOrders } from "../../support/new-orders.ts";
import { preparedSlice } from "../attempts/support/prepared-slice.ts";
import { executionBench } from "../pipeline/support/execution-bench.ts";
import { orderOf } from "../store/support/records.ts";

const HASH: Hex = `0x${"ab".repeat(32)}`;
const MINUTE = 60_000;
const LIMITS = { kind: "twap" as const, most: twapKind.most };
const output = z.object({ order: orderOutput(), ...orderDetailParts() });

/** An order of the bench's vault whose slices end as they are told to. */
async function running(changes: Partial<TwapOrder> = {}) {
  const bench = await executionBench();
  const { keys, vault, operator } = bench;
  const deps = { ...bench.deps, draw: createDraw("s".repeat(32)) };
  const id = () => deps.newId();
  const order = orderOf(vault, operator, {
    createdAt: bench.startMs,
    totalBase: "100000000",
    ...changes,
  });
  await createOrder.run(deps.redis, keys, {
    requestId: id(),
    nowMs: bench.startMs,
    ...newOrders.twap(order),
  });
  const acting = () => ({
    requestId: id(),
    nowMs: deps.clock.nowMs(),
    vault,
    chainIds: [8453] as const,
    id: 1,
    operator,
  });
  return {
    bench,
    /** One slice of the next tick; false: none was due. */
    end: async (outcome: SliceOutcome, ticks = 1): Promise<boolean> => {
      bench.pass(ticks * 5 * MINUTE);
      const nowMs = deps.clock.nowMs();
      const claim = await claimDue.run(deps.redis, keys, {
        ...{ requestId: id(), nowMs, limit: 10, leaseMs: MINUTE, chainIds: [8453] },
      });
      const claimed = claim.duplicate ? undefined : claim.orders[0];
      if (claim.duplicate || claimed === undefined) return false;
      await finishOrder(deps, {
        ...{ order: claimed.order, version: claimed.version, outcome, tickMs: nowMs, paired: true },
        ...{ leaseToken: claim.token, attempt: undefined, nav: undefined },
      });
      return true;
    },
    skip: async (): Promise<void> => {
      const found = (
        await getOrder.run(deps.redis, keys, { kind: "twap", ...acting(), from: 1, to: 1 })
      ).found;
      if (found === null || !found.order.active) return;
      const {
        order: skipped,
        number,
        amountBase,
      } = skipSlice(orderAs("twap", found.order), deps.clock.nowMs(), deps.draw);
      const told = {
        kind: "slice_skipped" as const,
        sliceNumber: number,
        amountBase: amountBase.toString(),
      };
      const { dueMs } = planOfOrder(skipped, deps.draw);
      const audit = { actor: operator, ...told };
      await changeOrder.run(deps.redis, keys, {
        kind: "twap",
        ...acting(),
        to: { version: found.version, order: skipped, dueMs, audit, change: told },
      });
    },
    pause: () => pauseOrder.run(deps.redis, keys, { ...acting(), kind: "twap" }),
    resume: () =>
      resumeOrder.run(deps.redis, keys, { ...acting(), dueMs: deps.clock.nowMs(), ...LIMITS }),
    detail: async (page: { cursor?: number; limit?: number } = {}) => {
      bench.scripts.length = 0;
      const asked = { chainId: 8453 as const, vault, id: 1, cursor: 1, limit: 50, ...page };
      const read = await readOrderDetail(deps, asked, bench.context().stored());
      if (!read.ok) throw new Error(read.code);
      return read.value;
    },
  };
}

const executed = (sellBase: bigint, buyBase: bigint): SliceOutcome => ({
  ...{ kind: "executed", sellBase, buyBase, estimated: false, hash: HASH, blockNumber: 41n },
});
const failed: SliceOutcome = {
  ...{
    kind: "failed",
    code: "swap_shield_blocked",
    error: "Too far from the oracle.",
    details: { deltaBps: 900 },
  },
};

describe("an order in full", () => {
  test("default: each slice's end, what comes next, what came between, in one trip", async () => {
    const order = await running();
    await order.end(executed(20_000_000n, 8_000_000_000_000_000n));
    await order.end(failed);
    await order.pause();
    const paused = await order.detail();
    expect(paused.next).toMatchObject({ sliceNumber: 2, plannedAt: null });
    await order.resume();
    const detail = await order.detail();
    expect(
      order.bench.scripts.map(({ name }) => name).filter((name) => name !== "load-call-context"),
    ).toEqual(["get-order"]);
    expect(output.parse(detail)).toEqual(detail);
    const startMs = order.bench.startMs;
    expect(detail.slices).toMatchObject([
      {
        ...{
          sliceNumber: 1,
          status: "executed",
          at: startMs + 5 * MINUTE,
          plannedAt: startMs + 5 * MINUTE,
        },
        ...{ sellAmount: "20", buyAmount: "0.008", plannedAmount: "20", amountsEstimated: false },
      },
      {
        ...{
          sliceNumber: 2,
          status: "failed",
          failures: 1,
          at: startMs + 10 * MINUTE,
          plannedAt: startMs + 10 * MINUTE,
        },
        refusal: {
          code: "swap_shield_blocked",
          message: "Too far from the oracle.",
          details: { deltaBps: 900 },
        },
      },
    ]);
    expect(detail.upcoming.map(({ sliceNumber, amount }) => [sliceNumber, amount])).toEqual([
      ...[
        [2, "20"],
        [3, "20"],
        [4, "20"],
        [5, "20"],
      ],
    ]);
    expect(detail.next).toEqual(detail.upcoming[0]);
    expect(detail.planned).toMatchObject({
      executedBase: "20000000",
      skippedBase: "0",
      leftBase: "80000000",
      lateBase: "0",
    });
    expect(detail.changes.map(({ kind, text }) => [kind, text])).toEqual([
      ["order_paused", "paused by its operator (1/5)"],
      ["order_resumed", "resumed by its operator (1/5)"],
    ]);
    expect(detail.funding).toMatchObject({
      toSellBase: "80000000",
      toSell: "80",
      isEstimated: false,
      isDelegated: true,
    });
    expect(orderDetailText(detail)).toContain("#2 failed");
  });

  test("behavior: a page holds its slices alone, and names the next one", async () => {
    const order = await running();
    await order.end(executed(20_000_000n, 8_000_000_000_000_000n));
    const second = await order.detail({ cursor: 2, limit: 3 });
    expect(second.slices).toEqual([]);
    expect(second.upcoming.map(({ sliceNumber }) => sliceNumber)).toEqual([2, 3, 4]);
    expect([second.page.nextCursor, second.next?.sliceNumber]).toEqual([5, 2]);
    const behind = await order.detail({ cursor: 900 });
    expect([behind.slices, behind.upcoming, behind.page.nextCursor]).toEqual([[], [], null]);
  });

  test("behavior: a sent transaction is pending, with its build and no amounts", async () => {
    const { bench, attempt } = await preparedSlice();
    const asked = { chainId: 8453 as const, vault: bench.vault, id: 1, cursor: 1, limit: 2 };
    const read = await readOrderDetail(bench.deps, asked, bench.context().stored());
    if (!read.ok) throw new Error(read.code);
    expect(read.value.slices).toMatchObject([
      {
        sliceNumber: 1,
        status: "pending",
        attempt: attempt.id,
        hash: attempt.hashes[0],
        plannedAmount: "20",
      },
    ]);
    expect(read.value.slices[0]).not.toHaveProperty("sellBase");
    expect(read.value.upcoming.map(({ sliceNumber }) => sliceNumber)).toEqual([2]);
  });

  test("behavior: slices from before records show how they ended, and nothing else", async () => {
    const order = await running({
      slicesExecuted: 2,
      spentBase: "40000000",
      boughtBase: "16000000000000000",
    });
    expect((await order.detail()).slices).toEqual([
      {
        sliceNumber: 1,
        status: "executed",
        plannedBase: "20000000",
        plannedAmount: "20",
        isUnrecorded: true,
      },
      {
        sliceNumber: 2,
        status: "executed",
        plannedBase: "20000000",
        plannedAmount: "20",
        isUnrecorded: true,
      },
    ]);
  });

  test("boundary: the largest answer stays below 250,000 characters", async () => {
    const order = await running({ sliceCount: 1_000, sliceBase: "100000", totalBase: "100000000" });
    const long = "\u{1f600}".repeat(400);
    const details = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`figure${i}`, long]));
    for (let i = 0; i < 50; i++) {
      await order.end({ ...failed, error: long, details });
      await order.end(executed(2n ** 249n, 2n ** 249n));
      if (i < 26) await order.pause();
      await order.resume();
    }
    const detail = await order.detail();
    expect([detail.slices.length, detail.changes.length]).toEqual([50, 50]);
    expect(JSON.stringify({ ...detail, message: orderDetailText(detail) }).length).toBeLessThan(
      250_000,
    );
  });

  test("property: records are spent and bought, plan the total, however slices end", async () => {
    const amount = fc.bigInt({ min: 1n, max: 2n ** 100n });
    const step = fc.oneof(
      fc.tuple(amount, amount).map(([sell, buy]): SliceOutcome => executed(sell, buy)),
      fc
        .tuple(amount, amount)
        .map(([sellBase, buyBase]): SliceOutcome => ({ kind: "notified", sellBase, buyBase })),
      fc.constant(failed),
      fc.constant<SliceOutcome>({ kind: "meta_unreadable" }),
    );
    const steps = fc.record({
      outcome: step,
      ticks: fc.integer({ min: 1, max: 5 }),
      skips: fc.boolean(),
    });
    const options = fc.record({ catchUp: fc.boolean(), sizeBps: fc.constantFrom(0, 5_000) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(steps, { maxLength: 12 }),
        options,
        async (played, { catchUp, sizeBps }) => {
          const order = await running({
            catchUp,
            ...(sizeBps > 0 && { randomize: { sizeBps, timeBps: 0 } }),
          });
          for (const { outcome, ticks, skips } of played) {
            if (skips) await order.skip();
            if (!(await order.end(outcome, ticks))) await order.resume();
          }
          const detail = await order.detail();
          const sum = (of: (slice: (typeof detail.slices)[number]) => string | undefined) =>
            detail.slices.reduce((total, slice) => total + BigInt(of(slice) ?? "0"), 0n).toString();
          expect(sum(({ sellBase }) => sellBase)).toBe(detail.order.spentBase);
          expect(sum(({ buyBase }) => buyBase)).toBe(detail.order.boughtBase);
          const { executedBase, skippedBase, leftBase } = detail.planned;
          expect((BigInt(executedBase) + BigInt(skippedBase) + BigInt(leftBase)).toString()).toBe(
            detail.order.totalBase,
          );
          const traded = detail.slices.filter(({ sellBase }) => sellBase !== undefined);
          expect(traded.reduce((count, { slices = 1 }) => count + slices, 0)).toBe(
            detail.order.slicesExecuted,
          );
          const planned = traded.reduce(
            (total, { plannedBase = "0" }) => total + BigInt(plannedBase),
            0n,
          );
          expect(planned.toString()).toBe(executedBase);
          const skipped = detail.slices.filter(({ status }) => status === "skipped");
          expect(skipped.map(({ sliceNumber }) => sliceNumber)).toEqual(
            detail.order.skippedSlices ?? [],
          );
          expect(
            skipped.every(({ at, isUnrecorded }) => at !== undefined && isUnrecorded === undefined),
          ).toBe(true);
        },
      ),
      { numRuns: 25 },
    );
  });
});
