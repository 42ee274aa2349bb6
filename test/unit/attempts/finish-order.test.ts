import { describe, expect, test } from "vitest";
import type { Attempt } from "../../../schemas/attempt.ts";
import { finishOrder } from "../../../src/attempts/finish-order.ts";
import type { SliceOutcome } from "../../../src/kinds/order-run.ts";
import { recordNav } from "../../../src/store/attempts/record-nav.ts";
import { pauseOrder } from "../../../src/store/orders/pause-order.ts";
import { resumeOrder } from "../../../src/store/orders/resume-order.ts";
import { twapKind } from "../../../src/twap/twap-kind.ts";
import { HASH } from "../pipeline/support/call-attempt.ts";
import type { Bench } from "../pipeline/support/execution-bench.ts";
import { claimedSlice, preparedSlice } from "./support/prepared-slice.ts";

const EXECUTED: SliceOutcome = {
  ...{ kind: "executed", sellBase: 20_000_000n, buyBase: 5_000_000_000_000_000n, estimated: false },
  ...{ hash: HASH, blockNumber: 40_000_000n },
};
const FAILED: SliceOutcome = {
  ...{
    kind: "failed",
    code: "swap_shield_blocked",
    error: "Too far from the oracle.",
    details: { deltaBps: 900 },
  },
};
const mined = (attempt: Attempt): Attempt => ({ ...attempt, status: "confirmed" });
const stored = ({ command, keys, vault }: Bench, id: number) =>
  JSON.parse(String(command("HGET", keys.order(vault, id), "json")));
const told = ({ command, keys, operator }: Bench) =>
  command("LRANGE", keys.outboxOf("telegram", operator), 0, -1) as string[];
const audited = ({ command, keys, vault }: Bench) => {
  const entry = String((command("LRANGE", keys.audit(8453, vault), -1, -1) as string[])[0]);
  return JSON.parse(entry.slice(entry.indexOf("{")));
};
const names = ({ scripts }: Bench) => scripts.map(({ name }) => name);

describe("a slice with an attempt", () => {
  const finishing = async (changes: Partial<Parameters<typeof finishOrder>[1]> = {}) => {
    const slice = await preparedSlice();
    const { bench, attempt, order, version } = slice;
    bench.command(
      "MSET",
      bench.keys.channels(bench.operator),
      "telegram",
      bench.keys.pairing("telegram", bench.operator),
      "{}",
    );
    const finish = (more = {}) =>
      finishOrder(bench.deps, {
        ...{ order, version, outcome: EXECUTED, tickMs: bench.startMs + 1, paired: true },
        ...{ leaseToken: 0, attempt: mined(attempt), nav: undefined, ...changes, ...more },
      });
    return { ...slice, finish };
  };

  test("default: order, event, notification, attempt and next due in one script", async () => {
    const { bench, attempt, order, finish } = await finishing();
    const finished = await finish();
    // A minute before the five minutes after the tick that ran it are over (decision D36).
    expect(finished).toMatchObject({
      order: {
        slicesExecuted: 1,
        spentBase: "20000000",
        boughtBase: "5000000000000000",
        status: "active",
      },
      dueMs: bench.startMs + 1 + 240_000,
    });
    expect(stored(bench, order.id)).toEqual(finished?.order);
    expect(bench.scripts).toMatchObject([
      {
        name: "finish-slice",
        input: { guard: { attemptId: attempt.id }, expectedVersion: 3, dueMs: finished?.dueMs },
      },
    ]);
    expect(bench.scripts[0]?.input).not.toHaveProperty("nav");
    const [event] = bench.command("LRANGE", bench.keys.events(bench.vault), 0, -1) as string[];
    expect(JSON.parse(String(event))).toMatchObject({
      orderId: order.id,
      chainId: 8453,
      sliceNumber: 1,
      success: true,
    });
    expect(bench.command("HGET", bench.keys.attempt(attempt.id), "status")).toBe("confirmed");
  });

  test("behavior: what its operator has to know goes into the outbox, due at once", async () => {
    const { bench, order, finish } = await finishing();
    await finish({ outcome: FAILED });
    expect(told(bench)).toHaveLength(1);
    const [item] = bench.scripts[0]!.input.outbox as {
      id: string;
      operator: string;
      dueMs: number;
      payload: string;
    }[];
    expect(item).toMatchObject({
      id: told(bench)[0],
      operator: bench.operator,
      dueMs: bench.startMs + 1,
    });
    expect(JSON.parse(String(item?.payload))).toMatchObject({ id: item?.id, orderId: order.id });
  });

  test("behavior: an operator without a channel is not written to", async () => {
    const { bench, finish } = await finishing({ paired: false });
    expect(await finish({ outcome: FAILED })).not.toBeNull();
    expect(told(bench)).toEqual([]);
  });

  test("behavior: an order paused meanwhile takes the outcome and stays paused", async () => {
    const { bench, order, finish } = await finishing();
    bench.before.set("finish-slice", async () => {
      bench.before.delete("finish-slice");
      await pauseOrder.run(bench.deps.redis, bench.keys, {
        kind: "twap",
        ...pausing(bench),
        id: order.id,
      });
    });
    expect(await finish()).toMatchObject({
      order: { status: "paused", slicesExecuted: 1 },
      dueMs: null,
    });
    expect(names(bench)).toEqual(["pause-order", "finish-slice", "finish-slice"]);
    expect(bench.scripts.at(-1)?.input).toMatchObject({ expectedVersion: 4 });
    expect(stored(bench, order.id)).toMatchObject({ status: "paused", spentBase: "20000000" });
    expect(bench.logged).toEqual([]);
  });

  test("error: one that changes at every try is given up at the fourth, loudly", async () => {
    const { bench, order, finish } = await finishing();
    let tries = 0;
    bench.before.set("finish-slice", async () => {
      tries += 1;
      const call = { ...pausing(bench), id: order.id };
      const resume = { ...call, dueMs: bench.startMs, kind: "twap" as const, most: twapKind.most };
      if (tries % 2 === 1)
        await pauseOrder.run(bench.deps.redis, bench.keys, { ...call, kind: "twap" });
      else await resumeOrder.run(bench.deps.redis, bench.keys, resume);
    });
    await expect(finish()).rejects.toThrow(`order ${bench.vault}:${order.id} kept changing`);
    expect(tries).toBe(4);
  });

  test("error: bytes that the store does not know freeze the vault, and end nothing", async () => {
    const { bench, attempt, order, finish } = await finishing();
    const other = { attempt: { ...mined(attempt), hashes: [`0x${"e".repeat(64)}`] } };
    expect(await finish(other)).toBeNull();
    expect(bench.command("EXISTS", bench.keys.frozen(bench.vault))).toBe(1);
    expect(names(bench)).toEqual(["finish-slice", "record-forgotten"]);
    expect(bench.scripts[1]?.input).toMatchObject({
      attemptId: attempt.id,
      isRewritten: true,
      chainNonce: 1,
    });
    expect(bench.logged.at(-1)).toEqual([
      "slice_not_finished",
      { order: `${bench.vault}:${order.id}`, code: "attempt_rewritten" },
    ]);
    expect(stored(bench, order.id)).toMatchObject({ slicesExecuted: 0 });
  });

  test("behavior: an attempt ended otherwise before ends and freezes nothing again", async () => {
    const { bench, attempt, finish } = await finishing();
    await finish();
    expect(
      await finish({ attempt: { ...attempt, status: "reverted" }, outcome: FAILED }),
    ).toBeNull();
    expect(bench.command("EXISTS", bench.keys.frozen(bench.vault))).toBe(0);
    expect(bench.logged).toMatchObject([["slice_not_finished", { code: "already_closed" }]]);
  });
});

describe("a slice without an attempt", () => {
  const finishing = async () => {
    const slice = await claimedSlice();
    const { bench, order, version, leaseToken } = slice;
    const finish = (outcome: SliceOutcome, more: Partial<Parameters<typeof finishOrder>[1]> = {}) =>
      finishOrder(bench.deps, {
        ...{ order, version, outcome, tickMs: bench.startMs + 1, paired: false },
        ...{ leaseToken, attempt: undefined, nav: undefined, ...more },
      });
    return { ...slice, finish };
  };

  test("default: a failure is written under its lease, what decided in the audit log", async () => {
    const { bench, order, leaseToken, finish } = await finishing();
    expect(await finish(FAILED)).toMatchObject({
      order: { consecutiveFailures: 1, lastError: "Too far from the oracle.", slicesExecuted: 0 },
      dueMs: expect.any(Number),
    });
    expect(bench.scripts[0]?.input).toMatchObject({ guard: { leaseToken } });
    expect(bench.scripts[0]?.input).not.toHaveProperty("attempt");
    expect(audited(bench)).toMatchObject({
      orderId: order.id,
      refusal: { code: "swap_shield_blocked", details: { deltaBps: 900 } },
    });
  });

  test("behavior: amounts that cannot be read are recorded as that", async () => {
    const { bench, finish } = await finishing();
    await finish({ kind: "meta_unreadable" });
    expect(audited(bench)).toMatchObject({ refusal: { code: "meta_unreadable" } });
  });

  test("behavior: a slice only notifying is no refusal; its NAV raises the baseline", async () => {
    const { bench, finish } = await finishing();
    const seen = {
      requestId: "earlier",
      chainId: 8453 as const,
      vault: bench.vault,
      unitaryValue: "2000002",
    };
    const earlierMs = bench.deps.clock.nowMs() - 10 * 60_000;
    await recordNav.run(bench.deps.redis, bench.keys, { ...seen, nowMs: earlierMs });
    bench.scripts.length = 0;
    await finish({ kind: "notified", sellBase: 20_000_000n, buyBase: 5n }, { nav: "2000001" });
    expect(audited(bench)).not.toHaveProperty("refusal");
    expect(bench.scripts[0]?.input).toMatchObject({ nav: { unitaryValue: "2000001" } });
    const { navBaseline } = await bench.context().stored();
    expect(navBaseline).toBe("2000001");
  });

  test("behavior: a slice that another worker has is no event", async () => {
    const { bench, order, finish } = await finishing();
    expect(await finish({ kind: "refused_state" })).toMatchObject({ order: { slicesExecuted: 0 } });
    expect(bench.command("LRANGE", bench.keys.events(bench.vault), 0, -1)).toEqual([]);
    expect(stored(bench, order.id)).toMatchObject({ status: "active" });
  });

  test("error: after the lease was lost nothing is written", async () => {
    const { bench, order, leaseToken, finish } = await finishing();
    expect(await finish(FAILED, { leaseToken: leaseToken + 1 })).toBeNull();
    expect(stored(bench, order.id)).toEqual(order);
    expect(bench.logged).toEqual([
      ["slice_not_finished", { order: `${bench.vault}:${order.id}`, code: "lease_lost" }],
    ]);
  });
});

const pausing = ({ deps, vault, operator }: Bench) => ({
  ...{
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    vault,
    operator,
    chainIds: [8453] as const,
  },
});
