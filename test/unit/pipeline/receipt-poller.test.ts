import type { Hash } from "viem";
import { describe, expect, test } from "vitest";
import type { ChainId } from "../../../schemas/chains.ts";
import type { Rpc } from "../../../src/chain/rpc.ts";
import type { RpcCall } from "../../../src/chain/rpc-call.ts";
import { createReceiptPoller } from "../../../src/pipeline/receipt-poller.ts";

const hashOf = (n: number): Hash => `0x${n.toString(16).padStart(64, "0")}`;
const ADDRESS = `0x${"ab".repeat(20)}`;

/** A time that a block may have. */
const START_SEC = 1_800_000_000;

/**
 * A chain that stands at `head`, a clock that only the test moves, and every request by its time.
 * `headSec`: when the head is from, by the same clock, which begins at START_SEC; by default long
 * ago.
 */
function setUp(chainId: ChainId = 8453, headSec = START_SEC - 60) {
  const mined = new Map<Hash, number>();
  const requests: { atMs: number; hashes: string[] }[] = [];
  let head = 100;
  let isDown = false;
  let weights: (number | undefined)[] = [];
  let nowMs = 0;
  let sleepers: { untilMs: number; wake(): void }[] = [];
  let open: { call: RpcCall<unknown>; settle(value: unknown): void }[] = [];
  const resultOf = ({ method, params }: RpcCall<unknown>): unknown => {
    if (method === "eth_getBlockByNumber")
      return {
        number: `0x${head.toString(16)}`,
        timestamp: `0x${headSec.toString(16)}`,
        baseFeePerGas: "0x1",
      };
    const block = mined.get(params[0] as Hash);
    if (block === undefined) return null;
    const word = `0x${"cd".repeat(32)}`;
    const fees = { gasUsed: "0x1", effectiveGasPrice: "0x1" };
    const parties = { from: ADDRESS, to: ADDRESS, logs: [] };
    return {
      transactionHash: params[0],
      status: "0x1",
      blockNumber: `0x${block.toString(16)}`,
      blockHash: word,
      ...fees,
      ...parties,
    };
  };
  // As the service's own client: what is asked for in one turn is one request.
  const answer = () => {
    const batch = open;
    open = [];
    weights = batch.map(({ call }) => call.weight);
    requests.push({
      atMs: nowMs,
      hashes: batch.flatMap(({ call }) =>
        call.method.endsWith("Receipt") ? [String(call.params[0])] : [],
      ),
    });
    for (const { call, settle } of batch)
      settle(
        isDown
          ? { ok: false, kind: "unavailable", message: "down" }
          : { ok: true, value: call.read(resultOf(call)) },
      );
  };
  const ask = (call: RpcCall<unknown>) =>
    new Promise((settle) => {
      open.push({ call, settle });
      if (open.length === 1) setImmediate(answer);
    });
  const rpc: Rpc = {
    send: async (calls) => (await Promise.all(calls.map(ask))) as never,
    sendOnce: () => Promise.reject(new Error("nothing is sent here")),
  };
  const poller = createReceiptPoller({
    chainId,
    rpc,
    clock: { nowMs: () => START_SEC * 1_000 + nowMs },
    sleep: (ms) => new Promise((wake) => sleepers.push({ untilMs: nowMs + ms, wake })),
  });
  const settle = async () => {
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    requests,
    mine: (n: number, block: number) => void mined.set(hashOf(n), block),
    moveHead: (to: number, fromSec = headSec) => {
      head = to;
      headSec = fromSec;
    },
    goDown: (down: boolean) => {
      isDown = down;
    },
    watch: (n: number, gasUnits = 21_000n) => poller.confirmed(hashOf(n), gasUnits),
    weights: () => weights,
    /** Time passes, half a second at a step. */
    pass: async (ms: number) => {
      await settle();
      for (const endMs = nowMs + ms; nowMs < endMs; ) {
        nowMs += Math.min(50, endMs - nowMs);
        const due = sleepers.filter(({ untilMs }) => untilMs <= nowMs);
        sleepers = sleepers.filter(({ untilMs }) => untilMs > nowMs);
        for (const { wake } of due) wake();
        await settle();
      }
    },
    isAsleep: () => sleepers.length > 0,
  };
}

test("default: mined transactions show at once, in one request with head, then none", async () => {
  const { watch, mine, requests, pass, isAsleep } = setUp();
  mine(1, 100);
  expect(await watch(1)).toMatchObject({ hash: hashOf(1), status: "success", blockNumber: 100n });
  await pass(3_000);
  expect(requests).toEqual([{ atMs: 0, hashes: [hashOf(1)] }]);
  expect(isAsleep()).toBe(false);
});

test("behavior: a receipt weighs the gas its transaction may use, which cuts batches", async () => {
  const { watch, mine, weights, pass } = setUp();
  void watch(1);
  const outcomes = [watch(2, 600_000n), watch(3, 16_250_000n)];
  await pass(600);
  expect(weights()).toEqual([undefined, 21_000, 600_000, 16_250_000]);
  for (const n of [1, 2, 3]) mine(n, 100);
  await pass(1_000);
  expect(await Promise.all(outcomes)).toMatchObject([{ hash: hashOf(2) }, { hash: hashOf(3) }]);
});

test("behavior: what is never mined is sought six times in 4.5 s, then unknown", async () => {
  const { watch, requests, pass, isAsleep } = setUp();
  const outcome = watch(1);
  await pass(20_000);
  expect(await outcome).toBe(null);
  expect(requests.map(({ atMs }) => atMs)).toEqual([0, 500, 1_500, 2_500, 3_500, 4_500]);
  expect(isAsleep()).toBe(false);
});

describe("where blocks come at an interval", () => {
  test.each([
    ["a block just out", 0, 2_100],
    ["a block of a second ago", -1, 1_100],
    ["a block that is nearly over", -2, 100],
  ])("behavior: %s: the second look is when the next one is known", async (_, ageSec, atMs) => {
    const { watch, mine, moveHead, requests, pass } = setUp(8453, START_SEC + ageSec);
    const outcome = watch(1);
    await pass(50);
    moveHead(101, START_SEC + ageSec + 2);
    mine(1, 101);
    await pass(5_000);
    expect(await outcome).toMatchObject({ blockNumber: 101n });
    expect(requests.map((request) => request.atMs)).toEqual([0, atMs]);
  });

  test("behavior: a block served late is looked for again soon, then each second", async () => {
    const { watch, mine, moveHead, requests, pass } = setUp(8453, START_SEC - 1);
    const outcome = watch(1);
    await pass(1_200);
    moveHead(101, START_SEC + 1);
    mine(1, 101);
    await pass(200);
    expect(await outcome).toMatchObject({ blockNumber: 101n });
    expect(requests.map(({ atMs }) => atMs)).toEqual([0, 1_100, 1_350]);
    const stuck = setUp(8453, START_SEC - 1);
    const unknown = stuck.watch(1);
    await stuck.pass(10_000);
    expect(await unknown).toBe(null);
    expect(stuck.requests.map(({ atMs }) => atMs)).toEqual([
      0, 1_100, 1_350, 2_350, 3_350, 4_350, 4_500,
    ]);
  });

  test.each([
    ["a clock that is behind the chain's", START_SEC + 10],
    ["a block that is overdue", START_SEC - 3],
  ])("behavior: %s: looks as if nothing were known", async (_, headSec) => {
    const { watch, requests, pass } = setUp(8453, headSec);
    void watch(1);
    await pass(20_000);
    expect(requests.map(({ atMs }) => atMs)).toEqual([0, 500, 1_500, 2_500, 3_500, 4_500]);
  });

  test("behavior: a transaction no block takes is sought each block, then given up", async () => {
    const { watch, moveHead, requests, pass } = setUp(8453, START_SEC - 1);
    const outcome = watch(1);
    await pass(1_050);
    moveHead(101, START_SEC + 1);
    await pass(2_000);
    moveHead(102, START_SEC + 3);
    await pass(10_000);
    expect(await outcome).toBe(null);
    expect(requests.map(({ atMs }) => atMs)).toEqual([0, 1_100, 3_100, 4_500]);
  });

  test("behavior: who comes in a long wait is looked for within half a second too", async () => {
    const { watch, mine, requests, pass } = setUp(8453, START_SEC);
    void watch(1);
    await pass(700);
    mine(2, 100);
    expect(await Promise.all([watch(2), pass(400)])).toMatchObject([
      { hash: hashOf(2) },
      undefined,
    ]);
    expect(requests.at(-1)).toEqual({ atMs: 1_000, hashes: [hashOf(1), hashOf(2)] });
  });
});

test("behavior: fifty that wait share every request; each ends by itself", async () => {
  const { watch, mine, requests, pass } = setUp();
  const ended: number[] = [];
  const outcomes = Array.from({ length: 50 }, async (_, n) => {
    const receipt = await watch(n);
    ended.push(n);
    return receipt?.hash;
  });
  await pass(600);
  // The first one found an idle poller, the others came while it looked.
  expect(requests.map(({ hashes }) => hashes.length)).toEqual([1, 50]);
  for (let n = 0; n < 49; n += 1) mine(n, 100);
  await pass(1_000);
  expect(ended).toEqual(Array.from({ length: 49 }, (_, n) => n));
  mine(49, 100);
  await pass(1_000);
  expect(await Promise.all(outcomes)).toEqual(Array.from({ length: 50 }, (_, n) => hashOf(n)));
  expect(requests.map(({ hashes }) => hashes.length)).toEqual([1, 50, 50, 1]);
});

test("behavior: latecomers are looked for within half a second, as long as everyone", async () => {
  const { watch, requests, pass } = setUp();
  const first = watch(1);
  await pass(1_700);
  const second = watch(2);
  await pass(300);
  expect(requests.at(-1)).toEqual({ atMs: 2_000, hashes: [hashOf(1), hashOf(2)] });
  await pass(10_000);
  expect([await first, await second]).toEqual([null, null]);
  // The first one's time is over at 4.5 s, whoever else waits; a new one is looked for again after
  // half a second.
  const times = requests.map(({ atMs }) => atMs);
  expect(times).toEqual([0, 500, 1_500, 2_000, 2_500, 3_500, 4_500, 5_500, 6_500]);
  const looks = requests.filter(({ hashes }) => hashes.includes(hashOf(2)));
  expect(looks.at(-1)!.atMs - looks[0]!.atMs).toBe(4_500);
});

test("behavior: a receipt counts when five blocks deep at Polygon, its own included", async () => {
  const { watch, mine, moveHead, requests, pass } = setUp(137);
  mine(1, 100);
  const outcome = watch(1);
  let isEnded = false;
  void outcome.then(() => {
    isEnded = true;
  });
  moveHead(103);
  await pass(2_000);
  expect(isEnded).toBe(false);
  moveHead(104);
  await pass(1_000);
  expect(await outcome).toMatchObject({ blockNumber: 100n });
  expect(requests.length).toBe(4);
});

test("error: a down node is no answer, it is asked again; ended pollers start anew", async () => {
  const { watch, mine, goDown, pass, requests } = setUp();
  mine(1, 100);
  goDown(true);
  const outcome = watch(1);
  await pass(600);
  goDown(false);
  await pass(1_000);
  expect(await outcome).toMatchObject({ hash: hashOf(1) });
  const asked = requests.length;
  mine(2, 100);
  expect(await watch(2)).toMatchObject({ hash: hashOf(2) });
  expect(requests.length).toBe(asked + 1);
});
