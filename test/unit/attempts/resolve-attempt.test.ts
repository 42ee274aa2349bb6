import type { Hash } from "viem";
import { describe, expect, test } from "vitest";
import type { Attempt } from "../../../schemas/attempt.ts";
import type { AttemptObservation } from "../../../src/attempts/decide-attempt.ts";
import { resolveAttempt } from "../../../src/attempts/resolve-attempt.ts";
import type { Receipt } from "../../../src/chain/transaction-reads.ts";
import { claimDue } from "../../../src/store/orders/claim-due.ts";
import { HASH } from "../pipeline/support/call-attempt.ts";
import type { Bench } from "../pipeline/support/execution-bench.ts";
import { preparedSlice } from "./support/prepared-slice.ts";
import { sightOf } from "./support/sight-of.ts";

const BLOCK = 40_000_000n;
const BLOCK_HASH: Hash = `0x${"b1".repeat(32)}`;

/**
 * A prepared slice as a resolver's claim gives it out two minutes later, when the order's own lease
 * has ended.
 */
async function claimed(changes: Partial<Attempt> = {}, { paired = false } = {}) {
  const slice = await preparedSlice(changes);
  const { bench } = slice;
  const { deps, keys } = bench;
  if (paired)
    bench.command(
      "MSET",
      keys.channels(bench.operator),
      "telegram",
      keys.pairing("telegram", bench.operator),
      "{}",
    );
  bench.pass(120_001);
  const claim = {
    requestId: "r",
    nowMs: deps.clock.nowMs(),
    limit: 10,
    leaseMs: 120_000,
    chainIds: [8453] as const,
  };
  const batch = await claimDue.run(deps.redis, keys, claim);
  const one = batch.duplicate ? undefined : batch.attempts[0];
  if (batch.duplicate || one === undefined) throw new Error("no attempt is due");
  bench.scripts.length = 0;
  const { token: leaseToken } = batch;
  const resolve = (sight: Partial<AttemptObservation>, more: Partial<typeof one> = {}) =>
    resolveAttempt(deps, { ...one, ...more }, { observation: sightOf(sight), leaseToken });
  return { ...slice, claimed: one, leaseToken, resolve };
}

const receiptOf = ({ agent, vault }: Bench, changes: Partial<Receipt> = {}): Receipt => ({
  ...{
    hash: HASH,
    status: "success",
    blockNumber: BLOCK,
    blockHash: BLOCK_HASH,
    from: agent,
    to: vault,
  },
  ...{ gasUsed: 1n, effectiveGasPrice: 1n, logs: [], ...changes },
});
const recordOf = ({ command, keys }: Bench, { id }: Attempt) =>
  JSON.parse(String(command("HGET", keys.attempt(id), "json"))) as Attempt;
const statusOf = ({ command, keys }: Bench, { id }: Attempt) =>
  command("HGET", keys.attempt(id), "status");
const audited = ({ command, keys, vault }: Bench) => {
  const entry = String((command("LRANGE", keys.audit(8453, vault), -1, -1) as string[])[0]);
  return JSON.parse(entry.slice(entry.indexOf("{")));
};
const names = ({ scripts }: Bench) => scripts.map(({ name }) => name);
const outbox = ({ scripts }: Bench) =>
  scripts
    .flatMap(({ input }) => (input.outbox ?? []) as { payload: string }[])
    .map(({ payload }) => JSON.parse(payload));

describe("what is not decided", () => {
  test("behavior: waits for the next look in 30 s, under the lease of its claim", async () => {
    const { bench, attempt, leaseToken, resolve } = await claimed();
    expect(await resolve({ head: null })).toBeNull();
    const nextCheckMs = bench.deps.clock.nowMs() + 30_000;
    expect(bench.scripts).toEqual([
      { name: "mark-attempt", input: { attemptId: attempt.id, leaseToken, nextCheckMs } },
    ]);
  });

  test("behavior: a nonce that something unknown used long ago is suspected first", async () => {
    const { bench, resolve } = await claimed();
    expect(await resolve({ chainNonce: 1, settledNonce: 1 })).toBeNull();
    expect(bench.scripts).toMatchObject([{ name: "mark-attempt", input: { suspect: true } }]);
    expect(bench.command("EXISTS", bench.keys.frozen(bench.vault))).toBe(0);
  });
});

describe("what the chain has decided", () => {
  test("default: a mined swap is counted by its receipt, and its order goes on", async () => {
    const { bench, attempt, order, resolve } = await claimed();
    const swap = {
      ...{
        venue: "vault",
        tokenIn: bench.tokens.usdc,
        tokenOut: bench.tokens.weth,
        decimalsIn: 6,
        decimalsOut: 18,
      },
      ...{
        symbolIn: "USDC",
        symbolOut: "WETH",
        amountInBase: "20000000",
        amountOutBase: "7",
        maxInBase: "20000000",
      },
      minOutBase: "7",
    };
    const finished = await resolve(
      { receipts: [receiptOf(bench)] },
      { attempt: { ...attempt, swap } },
    );
    expect(finished).toMatchObject({
      order: {
        id: order.id,
        slicesExecuted: 1,
        spentBase: "20000000",
        boughtBase: "7",
        amountsEstimated: false,
      },
    });
    expect(names(bench)).toEqual(["finish-slice"]);
    expect(recordOf(bench, attempt)).toMatchObject({
      ...{ status: "confirmed", blockNumber: String(BLOCK), blockHash: BLOCK_HASH },
      amounts: { soldBase: "20000000", boughtBase: "7", estimated: false },
    });
  });

  test("behavior: one that reverted failed: its operator gets its hash and the call", async () => {
    const { bench, attempt, resolve } = await claimed({}, { paired: true });
    const error = `The transaction ${HASH} was mined and reverted.`;
    expect(await resolve({ receipts: [receiptOf(bench, { status: "reverted" })] })).toMatchObject({
      order: { consecutiveFailures: 1, lastError: error, status: "active" },
    });
    expect(recordOf(bench, attempt)).toMatchObject({
      status: "reverted",
      blockNumber: String(BLOCK),
    });
    const debugCall = { to: bench.vault, from: bench.agent, value: "0x0", data: attempt.data };
    expect(outbox(bench)).toMatchObject([{ error, debugCall }]);
    expect(audited(bench)).toMatchObject({
      kind: "attempt_ended",
      refusal: { code: "transaction_reverted" },
    });
  });

  test.each([
    [
      "its own reason, where it was given one",
      "The loss budget is used up.",
      "The loss budget is used up.",
    ],
    [
      "that it came too late, else",
      undefined,
      "The transaction could not be sent in time; it never took effect.",
    ],
  ])("behavior: one whose nonce was freed never happened: %s", async (_what, error, lastError) => {
    const { bench, attempt, claimed: one, resolve } = await claimed({}, { paired: true });
    const freed = receiptOf(bench, { hash: `0x${"f".repeat(64)}` });
    const withReason = error === undefined ? one.attempt : { ...one.attempt, error };
    const finished = await resolve({ freeingReceipts: [freed] }, { attempt: withReason });
    expect(finished).toMatchObject({ order: { consecutiveFailures: 1, lastError } });
    expect(recordOf(bench, attempt)).toMatchObject({
      ...{ status: "replaced", blockNumber: String(BLOCK), blockHash: BLOCK_HASH },
    });
    const debugCall = { to: bench.vault, from: bench.agent, value: "0x0", data: attempt.data };
    expect(outbox(bench)).toMatchObject([{ error: lastError, debugCall }]);
    expect(audited(bench)).toMatchObject({ refusal: { code: "deadline_passed" } });
  });

  test("behavior: whatever used a fill's nonce did its work, with no block to watch", async () => {
    const { bench, attempt, resolve } = await claimed();
    expect(await resolve({ isFill: true, chainNonce: 1 })).not.toBeNull();
    expect(recordOf(bench, attempt)).toMatchObject({ status: "replaced" });
    expect(recordOf(bench, attempt)).not.toHaveProperty("blockNumber");
  });

  test("error: a forgotten one freezes its vault, then ends; its order gets no slice", async () => {
    const { bench, attempt, order, resolve } = await claimed({}, { paired: true });
    const sight = { chainNonce: 4, settledNonce: 3, isSuspected: true };
    expect(await resolve(sight)).toBeNull();
    expect(names(bench)).toEqual(["record-forgotten", "finish-slice"]);
    expect(bench.scripts[0]?.input).toMatchObject({
      attemptId: attempt.id,
      chainNonce: 4,
      vault: bench.vault,
    });
    expect(bench.scripts[0]?.input.alarm).toMatchObject({ operator: bench.operator });
    expect(recordOf(bench, attempt)).toMatchObject({ status: "replaced", isForgotten: true });
    const stored = JSON.parse(
      String(bench.command("HGET", bench.keys.order(bench.vault, order.id), "json")),
    );
    expect(stored.lastError).toBe(
      "Nonce 0 of the agent wallet was used by a transaction that this service does not " +
        "remember, which may have been this very one. The vault is frozen: compare its orders " +
        "with the wallet's transactions first. Its owner lifts the freeze with POST " +
        "/api/vault/unfreeze, by a fresh signature: /docs#unfreezeVault",
    );
    expect(outbox(bench)).toMatchObject([{ debugCall: { to: bench.vault, data: attempt.data } }]);
    expect(audited(bench)).toMatchObject({ refusal: { code: "vault_frozen" } });
  });

  test("behavior: one whose order is gone closes alone; a non-swap has no amounts", async () => {
    const { bench, attempt, resolve } = await claimed();
    bench.command("DEL", bench.keys.order(bench.vault, 1));
    const alone = { order: null, orderVersion: null };
    expect(await resolve({ receipts: [receiptOf(bench)] }, alone)).toBeNull();
    expect(names(bench)).toEqual(["close-attempt"]);
    expect(statusOf(bench, attempt)).toBe("confirmed");
    expect(recordOf(bench, attempt)).not.toHaveProperty("amounts");
  });

  test("error: bytes the store does not know freeze only a closed one's vault", async () => {
    const { bench, attempt, resolve } = await claimed({}, { paired: true });
    bench.command("DEL", bench.keys.order(bench.vault, 1));
    const alone = {
      order: null,
      orderVersion: null,
      attempt: { ...attempt, hashes: [`0x${"e".repeat(64)}` as Hash] },
    };
    expect(await resolve({ receipts: [receiptOf(bench)] }, alone)).toBeNull();
    expect(names(bench)).toEqual(["close-attempt", "record-forgotten"]);
    expect(bench.scripts[1]?.input.alarm).not.toBeNull();
    expect(bench.command("EXISTS", bench.keys.frozen(bench.vault))).toBe(1);
  });

  test("behavior: one that was closed before freezes nothing", async () => {
    const { bench, attempt, resolve } = await claimed();
    bench.command("DEL", bench.keys.order(bench.vault, 1));
    const alone = { order: null, orderVersion: null, attempt };
    await resolve({ receipts: [receiptOf(bench)] }, alone);
    await resolve({ receipts: [receiptOf(bench, { status: "reverted" })] }, alone);
    expect(names(bench)).toEqual(["close-attempt", "close-attempt"]);
    expect(bench.command("EXISTS", bench.keys.frozen(bench.vault))).toBe(0);
  });
});

describe("what no node has mined", () => {
  const gas = 21_000n;

  test.each<[string, object]>([
    ["was paused", { status: "paused" }],
    ["was cancelled", { status: "cancelled" }],
    ["is running without it", { status: "active" }],
  ])(
    "behavior: a slice whose order %s is not sent again, its nonce is freed",
    async (_what, changes) => {
      const { bench, order, resolve } = await claimed();
      expect(await resolve({}, { order: { ...order, ...changes } as never })).toBeNull();
      expect(bench.transactions()).toMatchObject([
        { from: bench.agent, to: bench.agent, data: "0x", gas, nonce: 0 },
      ]);
      // Nothing was asked of the chain: the stop decides.
      expect(bench.requests.flat().filter(({ name }) => name !== "eth_sendRawTransaction")).toEqual(
        [],
      );
    },
  );

  test("behavior: nor is one whose order is gone", async () => {
    const { bench, resolve } = await claimed();
    await resolve({}, { order: null, orderVersion: null });
    expect(bench.transactions()).toMatchObject([{ to: bench.agent, data: "0x" }]);
  });

  test("behavior: freeing that has begun goes on, at higher fees where it is late", async () => {
    const { bench, attempt, resolve } = await claimed();
    const freed = { ...attempt, freeingHashes: [`0x${"cd".repeat(32)}` as Hash] };
    await resolve({}, { attempt: freed });
    expect(bench.transactions()[0]).toMatchObject({ to: bench.agent, maxFeePerGas: 8_500_000n });
    // Whether the call might be sent is not asked any more.
    expect(bench.requests.flat().filter(({ name }) => name !== "eth_sendRawTransaction")).toEqual(
      [],
    );
    bench.sent.length = 0;
    bench.pass(31_000);
    const later = await claimedAgain(bench);
    await resolveAttempt(
      bench.deps,
      { ...later.one, attempt: { ...freed, freeingHashes: later.one.attempt.freeingHashes } },
      { observation: sightOf({ waitedMs: 90_001, isKnown: true }), leaseToken: later.leaseToken },
    );
    expect(bench.transactions()[0]).toMatchObject({ to: bench.agent, maxFeePerGas: 9_350_000n });
  });

  test("behavior: where it cannot be judged now nothing is sent, and it waits", async () => {
    const { bench, resolve } = await claimed({ swap: null });
    bench.answer("owner", "silent");
    expect(await resolve({})).toBeNull();
    expect([names(bench), bench.sent]).toEqual([["mark-attempt"], []]);
  });

  test("behavior: coin is asked for what lacked it; a stopped call's gas is nobody's", async () => {
    const { bench, claimed: one, resolve } = await claimed({}, { paired: true });
    // Enough for 21,000 gas at 9,350,000 wei, not for the call's 250,000.
    const poor = { agentBalanceWei: 196_350_000_000n };
    await resolve(poor, { context: { ...one.context, frozen: true } });
    expect(bench.transactions()).toMatchObject([{ to: bench.agent, data: "0x" }]);
    expect([bench.logged, bench.scripts.map(({ input }) => input.alarm)]).toEqual([
      [],
      [undefined],
    ]);
  });

  test("behavior: a frozen vault's is freed", async () => {
    const { bench, claimed: one, resolve } = await claimed();
    await resolve({}, { context: { ...one.context, frozen: true } });
    expect(bench.transactions()).toMatchObject([{ to: bench.agent, data: "0x" }]);
    expect(bench.logged).toEqual([]);
  });
});

async function claimedAgain({ deps, keys }: Bench) {
  const claim = {
    requestId: "r2",
    nowMs: deps.clock.nowMs(),
    limit: 10,
    leaseMs: 120_000,
    chainIds: [8453] as const,
  };
  const batch = await claimDue.run(deps.redis, keys, claim);
  const one = batch.duplicate ? undefined : batch.attempts[0];
  if (batch.duplicate || one === undefined) throw new Error("no attempt is due");
  return { one, leaseToken: batch.token };
}
