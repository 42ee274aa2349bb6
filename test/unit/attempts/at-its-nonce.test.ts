import type { Hex } from "viem";
import { describe, expect, test } from "vitest";
import type { Attempt } from "../../../schemas/calls/attempt.ts";
import type { DelegationRecord } from "../../../schemas/vaults/delegation-record.ts";
import { fillNonceGap, isFill } from "../../../src/attempts/fill-nonce-gap.ts";
import { raisedFees, sendAgain } from "../../../src/attempts/send-again.ts";
import { sendCancelTransaction } from "../../../src/attempts/send-cancel-transaction.ts";
import { agentOf } from "../../../src/pipeline/facts/read-call-facts.ts";
import { markAttempt } from "../../../src/store/attempts/mark-attempt.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { claimDue } from "../../../src/store/orders/claim-due.ts";
import { freezeVault } from "../../../src/store/vaults/freeze-vault.ts";
import { disableDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { TABLES } from "../../../src/tables.ts";
import { createSimWallet } from "../../simulation/chain/sim-wallet.ts";
import { secondCopies } from "../chain/second-copies.ts";
import { callAttempt } from "../pipeline/support/call-attempt.ts";
import { type Bench, executionBench } from "../pipeline/support/execution-bench.ts";
import { sightOf } from "./support/sight-of.ts";

const FIRST = { maxFeePerGas: 8_500_000n, maxPriorityFeePerGas: 1_000_000n };
/** 10% more on both fields, rounded up to whole wei. */
const RAISED = { maxFeePerGas: 9_350_000n, maxPriorityFeePerGas: 1_100_000n };

const delegationOf = ({ command, keys, vault }: Bench) =>
  JSON.parse(String(command("GET", keys.delegation(8453, vault)))) as DelegationRecord;
const sign = async (bench: Bench, attempt: Attempt, fees = FIRST, wallet = bench.wallet) => {
  const { nonce } = attempt;
  const call = {
    chainId: 8453,
    to: bench.vault,
    data: attempt.data as `0x${string}`,
    nonce,
    gas: 250_000n,
    ...fees,
  };
  return wallet.sign(bench.vault, 1, call, delegationOf(bench));
};

/**
 * A direct call that was written, marked as sent and then lost by every node; claimed by a
 * resolver.
 */
async function lost(changes: Partial<Attempt> = {}) {
  const bench = await executionBench();
  const unsigned = callAttempt(bench, changes);
  const attempt = { ...unsigned, hashes: [(await sign(bench, unsigned)).hash] };
  const { deps, keys, startMs } = bench;
  const at = { nowMs: startMs, nextCheckMs: startMs };
  // What came before it is confirmed.
  bench.command("SET", keys.nonceQueueConfirmed(8453, bench.agent), attempt.nonce - 1);
  const written = await prepareAttempt.run(deps.redis, keys, {
    ...at,
    requestId: "p",
    attempt,
    chainNonce: attempt.nonce,
  });
  if (!written.ok) throw new Error(written.code);
  await markAttempt.run(deps.redis, keys, {
    ...at,
    requestId: "m",
    attemptId: attempt.id,
    status: "sent",
  });
  bench.pass(1_000);
  const claimed = await claimDue.run(deps.redis, keys, {
    requestId: "c",
    nowMs: deps.clock.nowMs(),
    limit: 10,
    leaseMs: 120_000,
    chainIds: [8453],
  });
  if (claimed.duplicate) throw new Error("a duplicate");
  expect(claimed.attempts.map((one) => one.attempt.id)).toEqual([attempt.id]);
  bench.scripts.length = 0;
  const delegation = delegationOf(bench);
  /** What `sendAgain` is asked to do. */
  const step = (fees = FIRST, waitedMs = 1_000) => ({
    leaseToken: claimed.token,
    nextCheckInMs: 30_000,
    fees,
    delegation,
    waitedMs,
  });
  return { bench, attempt, leaseToken: claimed.token, step };
}
const nextCheckOf = ({ command, keys }: Bench, { id }: Attempt) =>
  command("ZSCORE", keys.attemptsOpen(8453), id);

describe("fees", () => {
  test("behavior: a replacement is 10% above on both fields", async () => {
    const attempt = callAttempt(await executionBench());
    expect(raisedFees(attempt, sightOf())).toEqual(RAISED);
  });

  test("behavior: and what the market asks now, where that is more", async () => {
    const attempt = callAttempt(await executionBench());
    // 1.5 x 8 million, and the node's tip of 2 million.
    expect(raisedFees(attempt, sightOf({ baseFeeWei: 8_000_000n, tipWei: 2_000_000n }))).toEqual({
      maxFeePerGas: 14_000_000n,
      maxPriorityFeePerGas: 2_000_000n,
    });
  });

  test("behavior: a base fee that could not be read asks for nothing more", async () => {
    const attempt = callAttempt(await executionBench());
    expect(raisedFees(attempt, sightOf({ baseFeeWei: null }))).toEqual(RAISED);
  });

  test("behavior: where 10% more is above the cap, nothing new is signed", async () => {
    // The cap of chain 8453 is 40,000,000 wei (docs/facts/venues.md 6): 36,363,637 x 1.1 is above
    // it.
    const high = callAttempt(await executionBench(), { maxFeePerGas: "36363637" });
    expect(raisedFees(high, sightOf())).toEqual({
      maxFeePerGas: 36_363_637n,
      maxPriorityFeePerGas: 1_000_000n,
    });
    const low = { ...high, maxFeePerGas: "36363636" };
    expect(raisedFees(low, sightOf())).toEqual({
      maxFeePerGas: 40_000_000n,
      maxPriorityFeePerGas: 1_100_000n,
    });
  });
});

test("confirmations are decision D31's, and D1's for chain 999", () => {
  const depths = Object.values(TABLES.chains).map(({ id, confirmations }) => [id, confirmations]);
  // By hand in each chain's second copy.
  expect(depths).toEqual(secondCopies.map(({ id, confirmations }) => [id, BigInt(confirmations)]));
});

test("isFill: from the agent to itself, and nothing else", async () => {
  const bench = await executionBench();
  expect(isFill(callAttempt(bench))).toBe(false);
  expect(isFill(callAttempt(bench, { to: bench.agent }))).toBe(true);
});

describe("agentOf", () => {
  test("behavior: manual mode has none, and makes no request", async () => {
    const bench = await executionBench();
    expect(await agentOf(bench.context({ executionMode: "manual" }))).toBeUndefined();
    expect(bench.scripts).toEqual([]);
  });

  test("behavior: the stored delegation's whatever key is current, else that one's", async () => {
    const bench = await executionBench();
    const deps = { ...bench.deps, wallet: { ...bench.wallet, currentKeyVersion: 2 } };
    expect(await agentOf(bench.context({ deps }))).toBe(bench.agent);
    const vault = `0x${"77".repeat(20)}` as const;
    const none = bench.context({
      deps,
      vault,
      stored: async () => ({ delegation: null }) as never,
    });
    expect(await agentOf(none)).toBe(await bench.wallet.address(vault, 2));
  });
});

describe("sendAgain", () => {
  test("default: the very same bytes, marked first, once", async () => {
    const { bench, attempt, leaseToken, step } = await lost();
    const seen: string[] = [];
    bench.before.set("send", () => seen.push(...bench.scripts.map(({ name }) => name)));
    expect(await sendAgain(bench.deps, attempt, step())).toBe(true);
    expect(seen).toEqual(["mark-attempt"]);
    expect(bench.sent).toEqual([(await sign(bench, attempt)).raw]);
    expect(bench.scripts).toEqual([
      {
        name: "mark-attempt",
        input: {
          attemptId: attempt.id,
          leaseToken,
          nextCheckMs: bench.startMs + 31_000,
          forSend: true,
        },
      },
    ]);
    expect(nextCheckOf(bench, attempt)).toBe(String(bench.startMs + 31_000));
  });

  test("behavior: a replacement's hash and fees are written before it is sent", async () => {
    const { bench, attempt, leaseToken, step } = await lost();
    const signed = await sign(bench, attempt, RAISED);
    expect(await sendAgain(bench.deps, attempt, step(RAISED))).toBe(true);
    expect(bench.sent).toEqual([signed.raw]);
    expect(bench.scripts[0]?.input).toEqual({
      attemptId: attempt.id,
      leaseToken,
      nextCheckMs: bench.startMs + 31_000,
      forSend: true,
      addHash: signed.hash,
      fees: { maxFeePerGas: "9350000", maxPriorityFeePerGas: "1100000" },
    });
  });

  test.each([
    ["a freeze", (bench: Bench) => freezeVault.run(bench.deps.redis, bench.keys, ofVault(bench))],
    [
      "a revocation",
      (bench: Bench) => disableDelegation.run(bench.deps.redis, bench.keys, ofVault(bench)),
    ],
  ])("behavior: %s that was acknowledged meanwhile holds: nothing is sent", async (_what, stop) => {
    const { bench, attempt, step } = await lost();
    await stop(bench);
    expect(await sendAgain(bench.deps, attempt, step())).toBe(false);
    expect(bench.sent).toEqual([]);
  });

  test("behavior: after its lease has ended nothing is sent", async () => {
    const { bench, attempt, step } = await lost();
    bench.pass(120_000);
    expect(await sendAgain(bench.deps, attempt, step())).toBe(false);
    expect(bench.sent).toEqual([]);
  });

  test("behavior: unrecorded bytes are written before sending, at its own fees too", async () => {
    const { bench, attempt, step } = await lost();
    const wallet = createSimWallet({ neverRepeats: true });
    const written: unknown[] = [];
    bench.before.set("send", () =>
      written.push(bench.command("HGET", bench.keys.attempt(attempt.id), "hashes")),
    );
    expect(await sendAgain({ ...bench.deps, wallet }, attempt, step())).toBe(true);
    const [sent] = bench.transactions();
    expect(sent).toMatchObject({ nonce: 0, to: bench.vault, data: attempt.data, ...FIRST });
    expect(attempt.hashes).not.toContain(sent?.hash);
    expect(written).toEqual([`${attempt.hashes[0]} ${sent?.hash}`]);
  });

  test("boundary: unrepeating signers: four at once, one an hour, higher fees always", async () => {
    const { bench, attempt, step } = await lost();
    const deps = { ...bench.deps, wallet: createSimWallet({ neverRepeats: true }) };
    const of = (count: number): Attempt => ({
      ...attempt,
      hashes: Array.from(
        { length: count - 1 },
        (_, index): Hex => `0x${String(index).padStart(64, "e")}`,
      ),
      freeingHashes: [`0x${"cd".repeat(32)}`],
    });
    const sent = async (count: number, waitedMs: number, fees = FIRST) => {
      bench.sent.length = 0;
      // Each mark gives the lease back.
      bench.command(
        "HSET",
        bench.keys.attempt(attempt.id),
        "lease",
        `${step().leaseToken}:${bench.startMs + 120_000}`,
      );
      // Told apart from "not allowed": what waits for its hour holds its nonce.
      expect(await sendAgain(deps, of(count), step(fees, waitedMs))).toBe(true);
      return bench.sent.length;
    };
    expect(await sent(4, 1_000)).toBe(1);
    expect(await sent(5, 3_599_999)).toBe(0);
    expect(nextCheckOf(bench, attempt)).toBe(String(bench.startMs + 31_000));
    expect(await sent(5, 3_600_000)).toBe(1);
    expect(await sent(5, 1_000, RAISED)).toBe(1);
  });

  test("error: another wallet the record allows is not the one holding the nonce", async () => {
    const { bench, attempt, step } = await lost();
    const agent = await bench.wallet.address(bench.vault, 2);
    const { delegation } = step();
    const other = delegation && { ...delegation, agent, keyVersion: 2 };
    expect(
      await sendAgain(bench.deps, { ...attempt, keyVersion: 2 }, { ...step(), delegation: other }),
    ).toBe(false);
    expect([bench.sent, bench.scripts]).toEqual([[], []]);
  });

  test.each([
    [
      "of another agent",
      (record: DelegationRecord): DelegationRecord => ({
        ...record,
        agent: `0x${"77".repeat(20)}`,
      }),
    ],
    [
      "without the selector",
      (record: DelegationRecord): DelegationRecord => ({ ...record, selectors: ["0x2213bc0b"] }),
    ],
    ["that was switched off", (record: DelegationRecord) => ({ ...record, enabled: false })],
    ["that is gone", () => null],
  ])("error: by a record %s nothing is signed, written or sent", async (_what, changed) => {
    const { bench, attempt, step } = await lost();
    const delegation = changed(step().delegation);
    expect(await sendAgain(bench.deps, attempt, { ...step(), delegation })).toBe(false);
    expect([bench.sent, bench.scripts]).toEqual([[], []]);
  });
});
const ofVault = ({ deps, vault, operator }: Bench) => ({
  requestId: deps.newId(),
  nowMs: deps.clock.nowMs(),
  chainId: 8453 as const,
  vault,
  operator,
});

describe("sendCancelTransaction", () => {
  const free = { observation: sightOf(), nextCheckInMs: 30_000, raise: false, paired: true };

  test("default: 0 wei from agent to itself, above the attempt's fees, written first", async () => {
    const { bench, attempt, leaseToken } = await lost({ nonce: 3 });
    const seen: string[] = [];
    bench.before.set("send", () => seen.push(...bench.scripts.map(({ name }) => name)));
    await sendCancelTransaction(bench.deps, attempt, { ...free, leaseToken });
    expect(seen).toEqual(["mark-attempt"]);
    const [transaction] = bench.transactions();
    expect(transaction).toMatchObject({
      from: bench.agent,
      to: bench.agent,
      data: "0x",
      valueWei: 0n,
      nonce: 3,
      chainId: 8453,
      // A plain transfer (yellow paper, G_transaction).
      gas: 21_000n,
      ...RAISED,
    });
    expect(bench.scripts[0]?.input).toEqual({
      attemptId: attempt.id,
      leaseToken,
      addFreeingHash: transaction?.hash,
      fees: { maxFeePerGas: "9350000", maxPriorityFeePerGas: "1100000" },
      nextCheckMs: bench.startMs + 31_000,
    });
  });

  test("behavior: asked again it is the same bytes, higher only where those failed", async () => {
    const { bench, attempt, leaseToken } = await lost();
    const freed: Attempt = {
      ...attempt,
      freeingHashes: [`0x${"cd".repeat(32)}`],
      maxFeePerGas: "9350000",
      maxPriorityFeePerGas: "1100000",
    };
    await sendCancelTransaction(bench.deps, freed, { ...free, leaseToken });
    expect(bench.transactions()[0]).toMatchObject(RAISED);
    const { bench: other, leaseToken: token } = await lost();
    await sendCancelTransaction(other.deps, freed, { ...free, leaseToken: token, raise: true });
    expect(other.transactions()[0]).toMatchObject({
      maxFeePerGas: 10_285_000n,
      maxPriorityFeePerGas: 1_210_000n,
    });
  });

  test("boundary: unrepeating signers: four at once, one an hour, higher fees always", async () => {
    const { bench, attempt, leaseToken } = await lost();
    const deps = { ...bench.deps, wallet: createSimWallet({ neverRepeats: true }) };
    /** With so many hashes in all, all but one of them of cancel transactions. */
    const sent = async (count: number, waitedMs: number, raise = false) => {
      const freeingHashes = Array.from(
        { length: count - 1 },
        (_, index): Hex => `0x${String(index).padStart(64, "e")}`,
      );
      bench.sent.length = 0;
      bench.scripts.length = 0;
      bench.command(
        "HSET",
        bench.keys.attempt(attempt.id),
        "lease",
        `${leaseToken}:${bench.startMs + 120_000}`,
      );
      const observation = sightOf({ waitedMs });
      await sendCancelTransaction(
        deps,
        { ...attempt, freeingHashes },
        { ...free, observation, leaseToken, raise },
      );
      expect(bench.scripts[0]?.input.addFreeingHash !== undefined).toBe(bench.sent.length === 1);
      return bench.sent.length;
    };
    expect(await sent(4, 1_000)).toBe(1);
    expect(await sent(5, 3_599_999)).toBe(0);
    expect(await sent(5, 3_600_000)).toBe(1);
    expect(await sent(5, 1_000, true)).toBe(1);
  });

  test("behavior: bytes signed before are sent again, however many there are", async () => {
    const { bench, attempt, leaseToken } = await lost();
    await sendCancelTransaction(bench.deps, attempt, { ...free, leaseToken });
    const [first] = bench.transactions();
    const known: Attempt = {
      ...attempt,
      ...{ maxFeePerGas: "9350000", maxPriorityFeePerGas: "1100000" },
      freeingHashes: [
        ...Array.from({ length: 5 }, (_, index): Hex => `0x${String(index).padStart(64, "e")}`),
        first!.hash,
      ],
    };
    bench.sent.length = 0;
    bench.command(
      "HSET",
      bench.keys.attempt(attempt.id),
      "lease",
      `${leaseToken}:${bench.startMs + 120_000}`,
    );
    await sendCancelTransaction(bench.deps, known, { ...free, leaseToken });
    expect(bench.transactions().map(({ hash }) => hash)).toEqual([first?.hash]);
  });

  test("behavior: without the lease nothing is sent", async () => {
    const { bench, attempt, leaseToken } = await lost();
    await sendCancelTransaction(bench.deps, attempt, { ...free, leaseToken: leaseToken + 1 });
    expect(bench.sent).toEqual([]);
  });

  // 21,000 gas at 9,350,000 wei are 196,350,000,000; at the chain's cap of 40,000,000 they are
  // 840,000,000,000.
  const poor = sightOf({ agentBalanceWei: 196_349_999_999n });
  const told = ({ command, keys, operator }: Bench) =>
    command("LRANGE", keys.outboxOf("telegram", operator), 0, -1);

  test("behavior: if its wallet is too poor its operator and log are told at once", async () => {
    const { bench, attempt, leaseToken } = await lost();
    await sendCancelTransaction(bench.deps, attempt, { ...free, observation: poor, leaseToken });
    const id = "call:R-1:agent_needs_coin";
    const common = { vault: bench.vault, chainId: 8453, agent: bench.agent };
    const amounts = { balanceWei: "196349999999", neededWei: "840000000000" };
    expect(bench.scripts.map(({ name }) => name)).toEqual(["mark-attempt"]);
    const { payload, ...alarm } = bench.scripts[0]!.input.alarm as { payload: string };
    expect(alarm).toEqual({ id, operator: bench.operator, dueMs: bench.startMs + 1_000, way: {} });
    expect(JSON.parse(payload)).toEqual({
      kind: "agent_needs_coin",
      id,
      operator: bench.operator,
      createdAt: bench.startMs + 1_000,
      ...common,
      ...amounts,
    });
    expect(told(bench)).toEqual([id]);
    expect(bench.logged).toEqual([
      ["agent_needs_coin", { ...common, ...amounts, attempt: "call:R-1" }],
    ]);
    // Its balance may be there by now: the node decides.
    expect(bench.sent).toHaveLength(1);
  });

  test("behavior: a call short of coin tells its gas, though a nonce gap is payable", async () => {
    const { bench, attempt, leaseToken } = await lost();
    const observation = sightOf({ agentBalanceWei: 196_350_000_000n });
    await sendCancelTransaction(bench.deps, attempt, {
      ...free,
      observation,
      leaseToken,
      unpaidGas: 250_000n,
    });
    expect(bench.logged).toMatchObject([
      ["agent_needs_coin", { balanceWei: "196350000000", neededWei: "10000000000000" }],
    ]);
    expect(bench.transactions()).toMatchObject([{ to: bench.agent, gas: 21_000n }]);
  });

  test("behavior: an operator without a channel is not written to; the log says it", async () => {
    const { bench, attempt, leaseToken } = await lost();
    await sendCancelTransaction(bench.deps, attempt, {
      ...free,
      observation: poor,
      leaseToken,
      paired: false,
    });
    expect(bench.scripts[0]?.input.alarm).toBeUndefined();
    expect(told(bench)).toEqual([]);
    expect(bench.logged).toHaveLength(1);
  });

  test("boundary: where it can just pay no alarm is sent", async () => {
    const { bench, attempt, leaseToken } = await lost();
    await sendCancelTransaction(bench.deps, attempt, {
      ...free,
      observation: sightOf({ agentBalanceWei: 196_350_000_000n }),
      leaseToken,
    });
    expect([told(bench), bench.logged]).toEqual([[], []]);
  });

  test("behavior: without the lease no alarm is sent", async () => {
    const { bench, attempt, leaseToken } = await lost();
    await sendCancelTransaction(bench.deps, attempt, {
      ...free,
      observation: poor,
      leaseToken: leaseToken + 1,
    });
    expect([told(bench), bench.logged, bench.sent]).toEqual([[], [], []]);
  });

  test("error: another wallet than the one that holds the nonce signs nothing", async () => {
    const { bench, attempt, leaseToken } = await lost();
    await expect(
      sendCancelTransaction(bench.deps, { ...attempt, keyVersion: 2 }, { ...free, leaseToken }),
    ).rejects.toThrow("the wallet of attempt call:R-1 is not the one that holds its nonce");
    expect([bench.sent, bench.scripts]).toEqual([[], []]);
  });
});

describe("fillNonceGap", () => {
  const hole = (changes: object = {}) => ({
    nonce: 3,
    observation: sightOf(),
    nextCheckInMs: 30_000,
    ...changes,
  });

  test("default: 0 wei to itself, its own attempt, fills the hole below an open one", async () => {
    const { bench, attempt } = await lost({ nonce: 5 });
    const seen: string[] = [];
    bench.before.set("send", () => seen.push(...bench.scripts.map(({ name }) => name)));
    await fillNonceGap(bench.deps, attempt, hole());
    expect(seen).toEqual(["fill-nonce"]);
    const [transaction] = bench.transactions();
    expect(transaction).toMatchObject({
      from: bench.agent,
      to: bench.agent,
      data: "0x",
      valueWei: 0n,
      nonce: 3,
      gas: 21_000n,
      // 1.5 x 5 million and the tip: what a first transaction offers.
      ...FIRST,
    });
    const [script] = bench.scripts;
    expect(script?.input).toEqual({
      json: expect.any(String),
      nextCheckMs: bench.startMs + 31_000,
    });
    expect(JSON.parse(String(script?.input.json))).toEqual({
      id: "fill:id-1",
      vault: bench.vault,
      chainId: 8453,
      agent: bench.agent,
      keyVersion: 1,
      operator: bench.operator,
      nonce: 3,
      to: bench.agent,
      data: "0x",
      gas: "21000",
      maxFeePerGas: "8500000",
      maxPriorityFeePerGas: "1000000",
      hashes: [transaction?.hash],
      freeingHashes: [transaction?.hash],
      status: "sent",
      createdAt: bench.startMs + 1_000,
      swap: null,
    });
    expect(bench.logged).toEqual([
      [
        "nonce_hole_filled",
        { agent: bench.agent, chainId: 8453, nonce: 3, hash: transaction?.hash },
      ],
    ]);
  });

  test("behavior: above the gas cap, or with the base fee unread, nothing is signed", async () => {
    const { bench, attempt } = await lost({ nonce: 5 });
    await fillNonceGap(bench.deps, attempt, hole({ observation: sightOf({ baseFeeWei: null }) }));
    await fillNonceGap(
      bench.deps,
      attempt,
      hole({ observation: sightOf({ baseFeeWei: 40_000_000n }) }),
    );
    expect([bench.sent, bench.scripts, bench.logged]).toEqual([[], [], []]);
  });

  test.each([
    ["its nonce is held", 5],
    ["nothing above it waits", 6],
  ])("behavior: where the store sees no hole (%s) nothing is sent", async (_what, nonce) => {
    const { bench, attempt } = await lost({ nonce: 5 });
    await fillNonceGap(bench.deps, attempt, hole({ nonce }));
    expect([bench.sent, bench.logged]).toEqual([[], []]);
  });
});
