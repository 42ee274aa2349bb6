import { describe, expect, test } from "vitest";
import { resolveAttempts } from "../../../src/schedule/resolve-attempts.ts";
import { createSubrequestPlan } from "../../../src/schedule/schedule-limits.ts";
import { markAttempt } from "../../../src/store/attempts/mark-attempt.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { claimDue } from "../../../src/store/orders/claim-due.ts";
import { createSimWallet } from "../../simulation/chain/sim-wallet.ts";
import { writeSwap } from "../../simulation/chain/write-swap.ts";
import { callAttempt } from "../pipeline/support/call-attempt.ts";
import { type Bench, executionBench } from "../pipeline/support/execution-bench.ts";

// Attempts of direct calls without a deadline: nothing but the resolver ever ends them.

const revert = { error: { code: 3, message: "execution reverted", data: "0x" } };

/** A call that was sent and then lost by every node, signed by the bench's own wallet. */
async function lost({ lossPpb }: { lossPpb?: number } = {}) {
  const bench = await executionBench();
  const { deps, keys, startMs, vault } = bench;
  const data = writeSwap({
    mode: "exactIn",
    tokenIn: bench.tokens.usdc,
    tokenOut: bench.tokens.weth,
    amountBase: 2_000_000_000n,
    limitBase: 1n,
    recipient: "0x0000000000000000000000000000000000000001",
    deadlineSec: startMs / 1_000 + 3_600,
  });
  const unsigned = callAttempt(bench, { data });
  const fees = { maxFeePerGas: 8_500_000n, maxPriorityFeePerGas: 1_000_000n };
  const { delegation } = await bench.context().stored();
  const call = { chainId: 8453, to: vault, data, nonce: 0, gas: 250_000n, ...fees };
  const signed = await bench.wallet.sign(vault, 1, call, delegation);
  const attempt = { ...unsigned, hashes: [signed.hash] };
  const at = { nowMs: startMs, nextCheckMs: startMs };
  const written = await prepareAttempt.run(deps.redis, keys, {
    ...at,
    requestId: "p",
    attempt,
    chainNonce: 0,
    ...(lossPpb !== undefined && { loss: { lossPpb } }),
  });
  if (!written.ok) throw new Error(written.code);
  await markAttempt.run(deps.redis, keys, {
    ...at,
    requestId: "m",
    attemptId: attempt.id,
    status: "sent",
  });
  return { bench, attempt, signed };
}

/** What a tick does with the attempts that are due, half a minute later. */
async function look(bench: Bench): Promise<void> {
  const { deps, keys } = bench;
  bench.pass(31_000);
  const claimed = await claimDue.run(deps.redis, keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    limit: 10,
    leaseMs: 120_000,
    chainIds: [8453],
  });
  if (claimed.duplicate) throw new Error("a duplicate");
  await resolveAttempts(
    deps,
    claimed,
    createSubrequestPlan(() => 0, 900),
  );
}
const open = ({ command, keys, agent }: Bench) =>
  command("ZCARD", keys.nonceQueueOpen(8453, agent));
const told = ({ command, keys, operator }: Bench) =>
  command("LRANGE", keys.outboxOf("telegram", operator), 0, -1);

test("default: what nothing speaks against is sent again, the very same bytes", async () => {
  const { bench, signed } = await lost();
  await look(bench);
  expect(bench.sent).toEqual([signed.raw]);
});

test.each(["owner", "totalSupply", "getDelegatedSelectors"])(
  "behavior: a vault whose %s reverts for good holds no nonce: it is freed at the first look, closed at the second",
  async (method) => {
    const { bench } = await lost();
    bench.answer(method, revert);
    await look(bench);
    expect(bench.transactions()).toMatchObject([{ to: bench.agent, data: "0x", nonce: 0 }]);
    await look(bench);
    expect(open(bench)).toBe(0);
  },
);

test.each(["owner", "totalSupply", "getDelegatedSelectors"])(
  "behavior: where %s is not answered nothing is sent and the attempt waits",
  async (method) => {
    const { bench } = await lost();
    bench.answer(method, "silent");
    await look(bench);
    await look(bench);
    expect([bench.sent, open(bench)]).toEqual([[], 1]);
  },
);

test("behavior: an unrecorded use of a nonce may be the call: notified, loss counted", async () => {
  const { bench, attempt } = await lost({ lossPpb: 20_000_000 });
  const used = { result: `0x${(attempt.nonce + 1).toString(16)}` };
  bench.answer("eth_getTransactionCount", used);
  for (let looks = 0; looks < 2; looks += 1) await look(bench);
  expect(open(bench)).toBe(0);
  expect(bench.command("EXISTS", bench.keys.frozen(bench.vault))).toBe(1);
  const record = JSON.parse(String(bench.command("HGET", bench.keys.attempt(attempt.id), "json")));
  expect(record).toMatchObject({ status: "replaced", isForgotten: true });
  expect(record.error).toContain("may have been this very one");
  expect(bench.command("HVALS", bench.keys.losses(8453, bench.vault))).toEqual(["20000000"]);
});

test("behavior: a coinless wallet is notified once; with coin it is freed and closed", async () => {
  const { bench, attempt } = await lost();
  bench.command(
    "MSET",
    bench.keys.channels(bench.operator),
    "telegram",
    bench.keys.pairing("telegram", bench.operator),
    "{}",
  );
  bench.answer("eth_getBalance", { result: "0x7" });
  bench.answer("eth_sendRawTransaction", "silent");
  const id = `${attempt.id}:agent_needs_coin`;
  await look(bench);
  // The call itself was refused for it: 250,000 gas at the cap of 40,000,000 wei, and its bytes at
  // the simulated L1.
  const l1FeeWei = BigInt((attempt.data.length - 2) / 2 + 89) * 1_000_000n;
  const neededWei = String(10_000_000_000_000n + l1FeeWei);
  expect(bench.logged).toMatchObject([["agent_needs_coin", { balanceWei: "7", neededWei }]]);
  expect(told(bench)).toEqual([id]);
  // Delivered, so that the outbox itself no longer knows it.
  bench.command("DEL", bench.keys.outboxOf("telegram", bench.operator));
  bench.command("HDEL", bench.keys.outbox("telegram"), id);
  for (let i = 0; i < 3; i++) await look(bench);
  expect([told(bench), open(bench)]).toEqual([[], 1]);
  bench.answer("eth_getBalance", undefined);
  bench.answer("eth_sendRawTransaction", undefined);
  await look(bench);
  await look(bench);
  expect(open(bench)).toBe(0);
});

describe("a signer that never gives the same bytes twice", () => {
  const randomly = async () => {
    const run = await lost();
    run.bench.deps.wallet = createSimWallet({ neverRepeats: true });
    return run;
  };
  const hashesOf = ({ command, keys }: Bench, id: string) =>
    String(command("HGET", keys.attempt(id), "hashes")).split(" ");
  /** The bytes that were signed first reach a node only now. */
  const arrive = ({ chain }: Bench, raw: `0x${string}`) => chain.offer(raw);

  test("behavior: a resend's hash is new, written before sent, and ends the attempt", async () => {
    const { bench, attempt, signed } = await randomly();
    let written: string[] = [];
    bench.before.set("send", () => {
      written = hashesOf(bench, attempt.id);
    });
    await look(bench);
    const [again] = bench.transactions();
    expect(again).toMatchObject({
      to: bench.vault,
      nonce: 0,
      data: attempt.data,
      maxFeePerGas: 8_500_000n,
    });
    expect(again?.hash).not.toBe(signed.hash);
    expect(written).toEqual([signed.hash, again?.hash]);
    bench.before.delete("send");
    await look(bench);
    expect(open(bench)).toBe(0);
    expect(bench.command("HGET", bench.keys.attempt(attempt.id), "status")).toBe("confirmed");
  });

  test("behavior: the first bytes come through: any hash at the nonce decides", async () => {
    const { bench, attempt, signed } = await randomly();
    bench.answer("eth_sendRawTransaction", "silent");
    await look(bench);
    expect(bench.sent).toHaveLength(1);
    arrive(bench, signed.raw);
    bench.pass(10_000);
    await look(bench);
    expect(open(bench)).toBe(0);
    expect(bench.command("HGET", bench.keys.attempt(attempt.id), "status")).toBe("confirmed");
    // One transaction at the nonce, whatever was signed there.
    expect(bench.sent).toHaveLength(1);
    expect(bench.chain.minedByHash(signed.hash)).toBeDefined();
  });

  test("behavior: a crash from signature to write leaves nothing, next look goes on", async () => {
    const { bench, attempt, signed } = await randomly();
    bench.broken.add("mark-attempt");
    await look(bench);
    expect([bench.sent, hashesOf(bench, attempt.id)]).toEqual([[], [signed.hash]]);
    bench.broken.delete("mark-attempt");
    bench.pass(120_000);
    await look(bench);
    await look(bench);
    expect(open(bench)).toBe(0);
  });

  test("behavior: crash between write and send: next look signs again, one is mined", async () => {
    const { bench, attempt } = await randomly();
    bench.before.set("send", () => {
      throw new Error("the Worker was killed");
    });
    await look(bench);
    expect(bench.sent).toEqual([]);
    expect(hashesOf(bench, attempt.id)).toHaveLength(2);
    bench.before.delete("send");
    bench.pass(120_000);
    await look(bench);
    expect(hashesOf(bench, attempt.id)).toHaveLength(3);
    await look(bench);
    expect(open(bench)).toBe(0);
    expect(bench.chain.canonical().filter(({ tx }) => tx.from === bench.agent)).toHaveLength(1);
  });

  test("behavior: in two hours without coin what is signed for a nonce stays short", async () => {
    const { bench, attempt } = await randomly();
    bench.answer("eth_getBalance", { result: "0x7" });
    bench.answer("eth_sendRawTransaction", "silent");
    const freeing = () =>
      String(bench.command("HGET", bench.keys.attempt(attempt.id), "freeing")).split(" ");
    for (let minute = 0; minute < 120; minute += 1) {
      await look(bench);
      bench.pass(29_000);
      bench.requests.length = 0;
    }
    // Fees rise until they stand at the cap; from then on one an hour.
    expect(freeing().length).toBeLessThan(30);
    bench.answer("eth_getBalance", undefined);
    bench.answer("eth_sendRawTransaction", undefined);
    bench.pass(3_600_000);
    await look(bench);
    await look(bench);
    expect(open(bench)).toBe(0);
  });
});
