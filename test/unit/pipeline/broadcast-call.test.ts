import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import type { Operation } from "../../../schemas/operation.ts";
import type { ExecutionContext, Purpose } from "../../../src/kinds/execution-context.ts";
import type { SwapPlan } from "../../../src/kinds/plan.ts";
import { lowerHex } from "../../../src/lib/normalize-address.ts";
import { carryOut } from "../../../src/pipeline/carry-out.ts";
import { broadcastCall } from "../../../src/pipeline/execute-plan.ts";
import { prepareCall } from "../../../src/pipeline/prepare-call.ts";
import type { PreparedCall } from "../../../src/pipeline/prepared-call.ts";
import { readSwapFacts } from "../../../src/pipeline/read-swap-facts.ts";
import { simulateAtBroadcast } from "../../../src/pipeline/simulate-at-broadcast.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { claimOperation } from "../../../src/store/operations/claim-operation.ts";
import { openOperation } from "../../../src/store/operations/open-operation.ts";
import { claimDue } from "../../../src/store/orders/claim-due.ts";
import { createOrder } from "../../../src/store/orders/create-order.ts";
import { freezeVault } from "../../../src/store/vaults/freeze-vault.ts";
import { readSwap } from "../../simulation/chain/read-swap.ts";
import { words } from "../../simulation/chain/words.ts";
import { newOrders } from "../../support/new-orders.ts";
import { orderOf } from "../store/support/records.ts";
import { callAttempt, HASH } from "./support/call-attempt.ts";
import { type Bench, executionBench } from "./support/execution-bench.ts";

const NOW_SEC = 1_788_220_800;
const OTHER: Address = `0x${"77".repeat(20)}`;
const CALL = { kind: "call" } as const;
const revert = (data: `0x${string}` = "0x") => ({
  error: { code: 3, message: "execution reverted", data },
});

async function planOf(bench: Bench): Promise<SwapPlan> {
  const quote = bench.quote();
  const { tokenIn, tokenOut, mode, amountBase } = quote.request;
  const request = { vault: bench.vault, agent: bench.agent, tokenIn, tokenOut, mode, amountBase };
  const facts = await readSwapFacts(bench.chainDeps, request);
  if (!facts.ok) throw new Error(facts.message);
  return { kind: "swap", quote, facts: facts.value, toleranceBps: 500 };
}

/** 2,000 USDC for WETH, past both shields, ready for the agent to send. */
const receiptOfOpen = {
  transactionHash: HASH,
  status: "0x1",
  blockNumber: "0x2625a00",
  blockHash: HASH,
  from: `0x${"11".repeat(20)}`,
  to: `0x${"22".repeat(20)}`,
  gasUsed: "0x1",
  effectiveGasPrice: "0x1",
  logs: [],
};

async function ready(changes: Partial<ExecutionContext> = {}) {
  const bench = await executionBench();
  const prepared = await prepareCall(bench.context(), await planOf(bench));
  if (!prepared.ok) throw new Error(prepared.message);
  bench.requests.length = 0;
  bench.scripts.length = 0;
  const call = prepared.value;
  const context = bench.context(changes);
  const send = (more: Partial<PreparedCall> = {}, purpose: Purpose = CALL) =>
    broadcastCall(context, { ...call, ...more }, purpose);
  return {
    bench,
    call,
    send,
    debugCall: { to: bench.vault, from: bench.agent, value: "0x0", data: call.data },
  };
}
const attemptWritten = ({ scripts }: Bench) =>
  JSON.parse(String(scripts.findLast(({ name }) => name === "prepare-attempt")?.input.json));
const statusOf = ({ read, keys }: Bench, id = "call:R-1") =>
  (read(keys.attempt(id)) as { status?: string } | undefined)?.status;
const at = ({ deps }: Bench) => ({ requestId: deps.newId(), nowMs: deps.clock.nowMs() });

describe("what decided an order's run is too old", () => {
  const LATEST = NOW_SEC * 1_000 + 60_000;

  test.each([
    [0, "confirmed"],
    [1, "refused"],
  ])("boundary: written down until then, %s ms later nothing is", async (lateMs, status) => {
    const { bench, send } = await ready({ bounds: { writtenByMs: LATEST } });
    bench.pass(LATEST - bench.deps.clock.nowMs() + lateMs);
    const outcome = await send();
    expect(outcome.status).toBe(status);
    expect(bench.scripts.some(({ name }) => name === "prepare-attempt")).toBe(
      status === "confirmed",
    );
    if (outcome.status !== "refused") return;
    expect(outcome.refusal).toMatchObject({ code: "limit_price_not_met" });
    expect(bench.sent).toEqual([]);
  });

  test("behavior: judged anew before the second try at another nonce", async () => {
    const { bench, call } = await ready();
    const stale = { ...(await bench.context().stored()), nonceQueue: null };
    bench.before.set("prepare-attempt", () => {
      bench.command("ZADD", bench.keys.nonceQueueOpen(8453, bench.agent), 0, "another");
      bench.pass(LATEST - bench.deps.clock.nowMs() + 1);
    });
    const context = bench.context({ stored: async () => stale, bounds: { writtenByMs: LATEST } });
    expect(await broadcastCall(context, call, CALL)).toMatchObject({
      status: "refused",
      refusal: { code: "limit_price_not_met" },
    });
    expect(bench.scripts.filter(({ name }) => name === "prepare-attempt")).toHaveLength(1);
    expect(bench.sent).toEqual([]);
  });
});

describe("a call that goes out", () => {
  test("default: written down, looked at once more, sent once, awaited, closed", async () => {
    const bench = await executionBench();
    const plan = await planOf(bench);
    let writtenBefore: string | undefined;
    bench.before.set("send", () => {
      writtenBefore = statusOf(bench);
    });
    const outcome = await carryOut(bench.context(), plan, CALL);
    if (outcome.status !== "confirmed") throw new Error(outcome.status);
    expect(writtenBefore).toBe("prepared");
    const [transaction, ...more] = bench.transactions();
    expect(more).toEqual([]);
    expect(transaction).toMatchObject({
      from: bench.agent,
      to: bench.vault,
      nonce: 0,
      gas: 250_000n,
      maxFeePerGas: 8_500_000n,
      maxPriorityFeePerGas: 1_000_000n,
      valueWei: 0n,
      chainId: 8453,
    });
    expect(readSwap(transaction!.data)).toMatchObject({
      amountBase: 2_000_000_000n,
      deadlineSec: NOW_SEC + 300,
    });
    const written = {
      id: "call:R-1",
      vault: bench.vault,
      chainId: 8453,
      agent: bench.agent,
      keyVersion: 1,
      operator: bench.operator,
      nonce: 0,
      to: bench.vault,
      data: transaction?.data,
      gas: "250000",
      l1FeeWei: expect.stringMatching(/^[1-9]/),
      maxFeePerGas: "8500000",
      maxPriorityFeePerGas: "1000000",
      hashes: [transaction?.hash],
      freeingHashes: [],
      status: "prepared",
      createdAt: bench.startMs,
      deadlineSec: NOW_SEC + 300,
      swap: expect.objectContaining({
        amountInBase: "2000000000",
        minOutBase: "989010000000000000",
      }),
    };
    expect(attemptWritten(bench)).toEqual(written);
    const prepare = bench.scripts.find(({ name }) => name === "prepare-attempt");
    // A resolver leaves it alone for a minute.
    expect(prepare?.input).toEqual({
      json: expect.any(String),
      chainNonce: 0,
      nextCheckMs: bench.startMs + 60_000,
      // At the oracle's own price nothing is lost.
      lossPpb: 200_000,
      lossFloorPpb: 0,
      limits: { version: 0 },
      nav: { unitaryValue: "2000000" },
    });
    const mined = bench.chain.minedByHash(transaction!.hash);
    expect(outcome).toMatchObject({
      status: "confirmed",
      hash: transaction?.hash,
      blockNumber: BigInt(mined!.block),
      amounts: { soldBase: mined!.soldBase, boughtBase: mined!.boughtBase, estimated: false },
      intent: { attempt: { ...written, status: "confirmed" }, order: null, version: null },
      figures: { swapShield: { deltaBps: 10 }, navShield: { before: "2000000" } },
    });
    expect(statusOf(bench)).toBe("confirmed");
  });

  test("behavior: what it orders of a venue is written; its end has the mined hash", async () => {
    const { bench, send } = await ready();
    const follow = {
      family: "perp_a",
      summary: "Long 1 ETH",
      ordered: { market: "0x01" },
    } as const;
    const outcome = await send({ follow });
    if (outcome.status !== "confirmed") throw new Error(outcome.status);
    expect(attemptWritten(bench)).toMatchObject({ follow });
    expect(outcome.intent.attempt).toMatchObject({
      follow,
      minedHash: bench.transactions()[0]!.hash,
    });
    const plain = await (await ready()).send();
    expect(plain).not.toHaveProperty("intent.attempt.minedHash");
  });

  test("behavior: one pre-broadcast check beside the writing, at the state of now", async () => {
    const { bench, call, send } = await ready();
    await send();
    const look = bench.requests[0];
    expect(look?.map(({ name, to, from, tag }) => [name, to, from, tag])).toEqual([
      ["multicall", bench.vault, bench.operator, "latest"],
      ["totalSupply", bench.vault, undefined, "latest"],
      ["the call", bench.vault, bench.agent, "latest"],
      ["eth_getBalance", undefined, undefined, "latest"],
      ["getDelegatedSelectors", bench.vault, undefined, "latest"],
      ["owner", bench.vault, undefined, "latest"],
      // The OP stack's predeploy: what the call costs on L1.
      ["getL1FeeUpperBound", "0x420000000000000000000000000000000000000f", undefined, "latest"],
    ]);
    expect(look?.[2]?.params[0]).toEqual({
      from: bench.agent,
      to: bench.vault,
      data: call.data,
      gas: "0x3d090",
      value: "0x0",
    });
    expect(look?.[3]?.params[0]).toBe(bench.agent);
  });

  test("behavior: a node's word on the bytes decides nothing: the outcome is sought", async () => {
    const { bench, send } = await ready();
    bench.answer("eth_sendRawTransaction", {
      error: { code: -32000, message: "insufficient funds" },
    });
    const outcome = await send();
    expect(outcome).toMatchObject({ status: "pending", intent: { attempt: { status: "sent" } } });
    expect(bench.sent).toHaveLength(1);
    expect(bench.slept.reduce((total, one) => total + one, 0)).toBe(4_500);
  });

  test("behavior: a vault without supply has no NAV per unit to remember", async () => {
    const { bench, call, send } = await ready();
    const { navShield } = call.figures;
    if (navShield === null) throw new Error("a swap is measured");
    await send({
      figures: { ...call.figures, navShield: { ...navShield, basis: "netTotalValue" } },
    });
    const written = bench.scripts.find(({ name }) => name === "prepare-attempt");
    expect(written?.input).not.toHaveProperty("nav");
  });

  test("behavior: where nothing is paid for L1 no such fee is written", async () => {
    const bench = await executionBench({ chainId: 137 });
    await carryOut(bench.context(), await planOf(bench), CALL);
    expect(attemptWritten(bench)).toMatchObject({ chainId: 137 });
    expect(attemptWritten(bench)).not.toHaveProperty("l1FeeWei");
  });

  test("error: what the signer refuses is not written, and is shown as to be called", async () => {
    const { bench, call, send } = await ready();
    const data = "0x13af4035";
    expect(await send({ data })).toMatchObject({
      status: "refused",
      refusal: { code: "selector_not_allowed" },
      debugCall: { to: bench.vault, from: call.sender, data },
    });
    expect([bench.sent, bench.scripts.map(({ name }) => name)]).toEqual([
      [],
      ["load-call-context"],
    ]);
  });

  test("error: a NAV not measurable right before sending: the window is the build's", async () => {
    const { bench, send } = await ready();
    bench.answer("multicall", revert());
    expect(await send()).toMatchObject({
      status: "refused",
      refusal: { code: "nav_shield_blocked", details: { oracleWindowSec: 300 } },
    });
  });

  test("behavior: a call without a deadline is written without one", async () => {
    const { bench, send } = await ready();
    await send({ deadlineSec: undefined });
    expect(attemptWritten(bench)).not.toHaveProperty("deadlineSec");
  });

  test.each([
    ["the chain's", 4, null, 4],
    ["above what is open", 0, { highestConfirmed: null, highestOpen: 4 }, 5],
    [
      "above what was confirmed, where the node lags",
      0,
      { highestConfirmed: 6, highestOpen: null },
      7,
    ],
    ["the first of all", 0, { highestConfirmed: null, highestOpen: null }, 0],
    ["above both", 3, { highestConfirmed: 8, highestOpen: 5 }, 9],
  ])("behavior: the nonce is %s", async (_what, senderNonce, nonceQueue, nonce) => {
    const bench = await executionBench();
    const known = await bench.context().stored();
    const { highestConfirmed, highestOpen } = nonceQueue ?? {};
    if (nonceQueue === null)
      bench.command("SET", bench.keys.nonceQueueConfirmed(8453, bench.agent), senderNonce - 1);
    if (highestConfirmed != null)
      bench.command("SET", bench.keys.nonceQueueConfirmed(8453, bench.agent), highestConfirmed);
    if (highestOpen != null)
      bench.command("ZADD", bench.keys.nonceQueueOpen(8453, bench.agent), highestOpen, "open");
    const prepared = await prepareCall(bench.context(), await planOf(bench));
    if (!prepared.ok) throw new Error(prepared.message);
    const stored = async () => ({
      ...known,
      nonceQueue: nonceQueue && { agent: bench.agent, lowestOpen: null, ...nonceQueue },
    });
    await broadcastCall(bench.context({ stored }), { ...prepared.value, senderNonce }, CALL);
    expect(bench.transactions().map((one) => one.nonce)).toEqual([nonce]);
    // No second try was needed.
    expect(bench.scripts.filter(({ name }) => name === "prepare-attempt")).toHaveLength(1);
  });

  test("behavior: nonce taken by another attempt: signed again, at the store's nonce", async () => {
    const { bench, call, send } = await ready();
    bench.command("ZADD", bench.keys.nonceQueueOpen(8453, bench.agent), 0, "another");
    const stale = { ...(await bench.context().stored()), nonceQueue: null };
    const outcome = await broadcastCall(bench.context({ stored: async () => stale }), call, CALL);
    const [transaction, ...more] = bench.transactions();
    expect(more).toEqual([]);
    expect(transaction?.nonce).toBe(1);
    expect(outcome).toMatchObject({
      status: "pending",
      hash: transaction?.hash,
      intent: {
        attempt: { nonce: 1, hashes: [transaction?.hash], status: "sent" },
        order: null,
        version: null,
      },
    });
    expect(send).toBeDefined();
  });

  test("error: taken twice, the caller may try again; nothing was sent", async () => {
    const { bench, call, debugCall } = await ready();
    let taken = 0;
    bench.before.set("prepare-attempt", () => {
      bench.command(
        "ZADD",
        bench.keys.nonceQueueOpen(8453, bench.agent),
        taken,
        `another-${taken}`,
      );
      taken += 1;
    });
    const stale = { ...(await bench.context().stored()), nonceQueue: null };
    expect(await broadcastCall(bench.context({ stored: async () => stale }), call, CALL)).toEqual({
      status: "refused",
      refusal: {
        ok: false,
        code: "conflict",
        message: "The agent wallet is busy with other transactions. Please try again.",
        details: { reason: "nonce_conflict" },
      },
      debugCall,
    });
    expect([taken, bench.sent]).toEqual([2, []]);
  });
});

describe("a slice", () => {
  /** An order that a tick has claimed. */
  async function claimed() {
    const run = await ready();
    const { bench } = run;
    const created = await createOrder.run(bench.deps.redis, bench.keys, {
      ...at(bench),
      ...newOrders.twap(orderOf(bench.vault, bench.operator, { createdAt: bench.startMs })),
    });
    if (!created.ok) throw new Error(created.code);
    const batch = await claimDue.run(bench.deps.redis, bench.keys, {
      requestId: "claim",
      nowMs: bench.startMs + 1,
      limit: 10,
      leaseMs: 120_000,
      chainIds: [8453],
    });
    const version = batch.duplicate ? 0 : (batch.orders[0]?.version ?? 0);
    const token = batch.duplicate ? 0 : batch.token;
    const purpose: Purpose = {
      kind: "scheduled",
      orderId: created.id,
      sliceNumber: 1,
      attemptId: `twap:${bench.vault}:${created.id}:1:1`,
      leaseToken: token,
      version,
      attempted: { lastExecution: bench.startMs, anchorMs: bench.startMs, pointIndex: 1 },
    };
    bench.scripts.length = 0;
    return { ...run, purpose, id: created.id };
  }

  test("default: its attempt names order and slice, and the order waits for it", async () => {
    const { bench, send, purpose, id } = await claimed();
    const outcome = await send({}, purpose);
    const attemptId = `twap:${bench.vault}:${id}:1:1`;
    expect(attemptWritten(bench)).toMatchObject({ id: attemptId, orderId: id, sliceNumber: 1 });
    const prepare = bench.scripts.find(({ name }) => name === "prepare-attempt");
    expect(prepare?.input.order).toEqual({
      vault: bench.vault,
      id,
      leaseToken: purpose.kind === "scheduled" && purpose.leaseToken,
      version: purpose.kind === "scheduled" && purpose.version,
      attempted: { lastExecution: bench.startMs, anchorMs: bench.startMs, pointIndex: 1 },
    });
    expect(outcome).toMatchObject({
      status: "confirmed",
      intent: {
        attempt: { id: attemptId, status: "confirmed" },
        order: {
          id,
          status: "pending_confirmation",
          pendingAttempt: attemptId,
          attemptsOfSlice: 1,
        },
        version: (purpose.kind === "scheduled" ? purpose.version : 0) + 1,
      },
    });
  });

  test("behavior: its caller finishes the record: carryOut closes nothing", async () => {
    const { bench, purpose } = await claimed();
    const outcome = await carryOut(bench.context(), await planOf(bench), purpose);
    expect(outcome.status).toBe("confirmed");
    expect(bench.scripts.map(({ name }) => name)).not.toContain("close-attempt");
  });

  test("error: a lease that ended sends nothing", async () => {
    const { bench, send, purpose } = await claimed();
    bench.pass(120_001);
    expect(await send({}, purpose)).toMatchObject({
      status: "refused",
      refusal: {
        code: "conflict",
        message: "Another worker took this slice over. Nothing was sent.",
      },
    });
    expect(bench.sent).toEqual([]);
  });

  test("behavior: a retry after a lost nonce keeps the second write's order, version", async () => {
    const { bench, call, purpose } = await claimed();
    bench.command("ZADD", bench.keys.nonceQueueOpen(8453, bench.agent), 0, "another");
    const stale = { ...(await bench.context().stored()), nonceQueue: null };
    const outcome = await broadcastCall(
      bench.context({ stored: async () => stale }),
      call,
      purpose,
    );
    expect(outcome).toMatchObject({
      intent: {
        attempt: { nonce: 1 },
        order: { status: "pending_confirmation" },
        version: (purpose.kind === "scheduled" ? purpose.version : 0) + 1,
      },
    });
  });
});

describe("an approved operation", () => {
  async function approved(data?: `0x${string}`) {
    const run = await ready();
    const { bench, call } = run;
    const operation: Operation = {
      ...{
        id: "ab".repeat(16),
        vault: bench.vault,
        chainId: 8453,
        operator: lowerHex(bench.operator),
      },
      ...{
        tool: "build_vault_swap",
        arguments: {},
        data: data ?? lowerHex(call.data),
        dataHash: "ab".repeat(32),
      },
      ...{ description: "Swap", message: "Waits", quote: null, swap: null },
      ...{ createdAtMs: bench.startMs, expiresAtMs: bench.startMs + 180_000 },
    };
    const { redis } = bench.deps;
    await openOperation.run(redis, bench.keys, { ...at(bench), operation });
    const of = {
      operationId: operation.id,
      operator: bench.operator,
      vault: bench.vault,
      chainId: 8453,
    } as const;
    expect(
      await claimOperation.run(redis, bench.keys, { ...at(bench), ...of, decision: "approve" }),
    ).toEqual({
      ok: true,
    });
    return { ...run, purpose: { kind: "operation", operationId: operation.id } as const };
  }

  test("default: its attempt is named after it, and takes its word", async () => {
    const { bench, send, purpose } = await approved();
    expect(await send({}, purpose)).toMatchObject({ status: "confirmed" });
    expect(attemptWritten(bench).id).toBe(`operation:${purpose.operationId}`);
    expect(bench.read(bench.keys.operation(purpose.operationId))).toMatchObject({
      status: "done",
      attempt: `operation:${purpose.operationId}`,
    });
  });

  test("error: sent once, it is not sent again", async () => {
    const { bench, send, purpose } = await approved();
    await send({}, purpose);
    expect(await send({}, purpose)).toMatchObject({
      status: "refused",
      refusal: { code: "conflict" },
    });
    expect(bench.transactions()).toHaveLength(1);
  });

  test("error: a minute after the word nothing is sent", async () => {
    const { bench, send, purpose } = await approved();
    bench.pass(60_000);
    expect(await send({}, purpose)).toMatchObject({
      status: "refused",
      refusal: { code: "operation_expired" },
    });
    expect(bench.sent).toEqual([]);
  });

  test("attack: other calldata than what was approved is not sent", async () => {
    const { bench, send, purpose } = await approved("0x2213bc0b00");
    await expect(send({}, purpose)).rejects.toThrow();
    expect(bench.sent).toEqual([]);
  });
});

describe("what is refused before it is written", () => {
  test("error: no delegation is remembered", async () => {
    const bench = await executionBench();
    const known = await bench.context().stored();
    const {
      send,
      debugCall,
      bench: other,
    } = await ready({ stored: async () => ({ ...known, delegation: null }) });
    expect(await send()).toEqual({
      status: "refused",
      refusal: {
        ok: false,
        code: "not_delegated",
        message:
          "This vault has not confirmed a delegation to its agent wallet. Run " +
          "setup_delegation, sign it, and POST /api/delegation/confirm.",
        details: { agent: other.agent },
      },
      debugCall,
    });
    expect([other.scripts, other.sent, other.requests]).toEqual([[], [], []]);
  });

  test("error: gas above the cap", async () => {
    const { bench, call, send, debugCall } = await ready();
    const block = { ...call.facts.block, baseFeePerGas: 40_000_000n };
    const outcome = await send({ facts: { ...call.facts, block } });
    expect(outcome).toMatchObject({
      status: "refused",
      refusal: { code: "gas_above_cap" },
      debugCall,
    });
    expect(outcome).not.toHaveProperty("intent");
    expect(bench.sent).toEqual([]);
  });

  test("error: frozen since the call was built", async () => {
    const { bench, send, debugCall } = await ready();
    const { vault, operator } = bench;
    await freezeVault.run(bench.deps.redis, bench.keys, {
      ...at(bench),
      chainId: 8453,
      vault,
      operator,
    });
    expect(await send()).toEqual({
      status: "refused",
      refusal: {
        ok: false,
        code: "vault_frozen",
        message:
          "This vault is frozen: nothing is broadcast for it. Its owner lifts the freeze " +
          "with POST /api/vault/unfreeze, by a fresh signature: /docs#unfreezeVault",
        details: { unfreeze: "POST /api/vault/unfreeze", docs: "/docs#unfreezeVault" },
      },
      debugCall,
    });
    expect(bench.sent).toEqual([]);
    // Asked once, and nothing else written.
    expect(
      bench.scripts.map(({ name }) => name).filter((name) => name !== "load-call-context"),
    ).toEqual(["freeze-vault", "prepare-attempt"]);
  });

  const forgotten = async (counted: "silent" | { result: string }) => {
    const run = await ready();
    run.bench.answer("eth_getTransactionCount", counted);
    run.bench.command("SET", run.bench.keys.nonceQueueConfirmed(8453, run.bench.agent), 0);
    return { ...run, outcome: await run.send({ senderNonce: 5 }) };
  };
  const isFrozen = ({ command, keys, vault }: Bench) => command("EXISTS", keys.frozen(vault)) === 1;

  test("error: twice the chain counts more transactions than the store: vault frozen", async () => {
    const { bench, outcome, debugCall } = await forgotten({ result: "0x6" });
    expect(outcome).toEqual({
      status: "refused",
      refusal: {
        ok: false,
        code: "vault_frozen",
        message:
          "The chain has transactions of the agent wallet that this service does not " +
          "remember. Nothing was sent, and the vault is frozen: compare its orders with the " +
          "wallet's transactions first. Its owner lifts the freeze with POST " +
          "/api/vault/unfreeze, by a fresh signature: /docs#unfreezeVault",
        details: { unfreeze: "POST /api/vault/unfreeze", docs: "/docs#unfreezeVault" },
      },
      debugCall,
    });
    expect(bench.sent).toEqual([]);
    const record = bench.scripts.find(({ name }) => name === "record-forgotten");
    expect(record?.input).toMatchObject({
      vault: bench.vault,
      chainId: 8453,
      agent: bench.agent,
      // The lower of the two counts.
      chainNonce: 5,
      alarm: { operator: bench.operator },
    });
    expect(isFrozen(bench)).toBe(true);
    const asked = bench.requests.flat().filter(({ name }) => name === "eth_getTransactionCount");
    expect(asked.map(({ params }) => params[0])).toEqual([bench.agent]);
  });

  test.each([
    ["another count, which explains it", { result: "0x1" }],
    ["no count", "silent"],
  ] as const)(
    "error: one wrong count freezes nothing: the second look has %s",
    async (_what, counted) => {
      const { bench, outcome } = await forgotten(counted);
      expect(outcome).toMatchObject({
        status: "refused",
        refusal: {
          ok: false,
          code: "rpc_unavailable",
          message:
            "The chain gave two different counts of the agent's transactions. Nothing was sent.",
        },
      });
      expect(bench.sent).toEqual([]);
      expect(isFrozen(bench)).toBe(false);
    },
  );
});

describe("an open attempt of the same wallet whose nonce is used", () => {
  const withOpen = async (receipt: object | null | "silent") => {
    const run = await ready();
    const { bench } = run;
    const open = {
      attempt: callAttempt(bench, { id: "call:R-0" }),
      chainNonce: 0,
      nextCheckMs: bench.startMs,
    };
    await prepareAttempt.run(bench.deps.redis, bench.keys, { ...at(bench), ...open });
    bench.answer("eth_getTransactionReceipt", ({ params }) =>
      params[0] !== HASH ? undefined : receipt === "silent" ? "silent" : { result: receipt },
    );
    bench.scripts.length = 0;
    return { ...run, outcome: await run.send({ senderNonce: 1 }) };
  };

  test("behavior: a receipt of its own explains it: the next nonce is signed", async () => {
    const { bench, outcome } = await withOpen(receiptOfOpen);
    expect(outcome).toMatchObject({ intent: { attempt: { nonce: 1 } } });
    expect(
      bench.scripts
        .filter(({ name }) => name === "prepare-attempt")
        .map(({ input }) => input.explained),
    ).toEqual([undefined, "call:R-0"]);
    expect(bench.sent).toHaveLength(1);
  });

  // Something forgotten may have run there already, this very slice among it.
  test.each([
    ["no receipt", null],
    ["no answer", "silent"],
  ] as const)("error: %s: nothing is written or sent", async (_, receipt) => {
    const { bench, outcome, debugCall } = await withOpen(receipt);
    expect(outcome).toEqual({
      status: "refused",
      refusal: {
        ok: false,
        code: "conflict",
        message:
          "An earlier nonce of the agent wallet is used, and it is not known yet by which " +
          "transaction. Nothing was sent. Please try again.",
        details: { reason: "lane_unclear" },
      },
      debugCall,
    });
    expect(bench.sent).toEqual([]);
    expect(bench.scripts.map(({ name }) => name)).toEqual(["load-call-context", "prepare-attempt"]);
  });
});

describe("what is refused after it was written", () => {
  test.each<[string, Parameters<Bench["answer"]>, object]>([
    [
      "the owner unread",
      ["owner", "silent"],
      {
        code: "rpc_unavailable",
        message: "The vault's owner could not be read. Nothing was sent; please try again.",
      },
    ],
    [
      "another owner",
      ["owner", { result: `0x${words.address(OTHER)}` }],
      { code: "not_vault_owner", message: "The vault has another owner now. Nothing was sent." },
    ],
    [
      "an owner() that reverts",
      ["owner", revert()],
      {
        code: "unknown_vault",
        message: "The vault refuses to name its owner. Nothing was sent.",
        details: { chainId: 8453 },
      },
    ],
    ["the selectors unread", ["getDelegatedSelectors", "silent"], { code: "rpc_unavailable" }],
    ["delegations that revert", ["getDelegatedSelectors", revert()], { code: "not_delegated" }],
    [
      "revoked on chain",
      ["getDelegatedSelectors", { result: `0x${words.uint(32)}${words.uint(0)}` }],
      { code: "not_delegated" },
    ],
    ["the simulation unread", ["the call", "silent"], { code: "rpc_unavailable" }],
    ["it would revert", ["the call", revert()], { code: "simulation_reverted" }],
    ["the balance unread", ["eth_getBalance", "silent"], { code: "rpc_unavailable" }],
    ["no gas", ["eth_getBalance", { result: "0x1" }], { code: "insufficient_gas" }],
    ["the NAV unread", ["multicall", "silent"], { code: "rpc_unavailable" }],
    ["the NAV refused", ["multicall", revert()], { code: "nav_shield_blocked" }],
    ["a totalSupply() that reverts", ["totalSupply", revert()], { code: "nav_shield_blocked" }],
  ])(
    "error: %s: nothing is sent, and the attempt is closed as never sent",
    async (_what, [name, answer], refusal) => {
      const { bench, send, debugCall } = await ready();
      bench.answer(name, answer);
      const outcome = await send();
      if (outcome.status !== "refused") throw new Error(outcome.status);
      expect(outcome).toMatchObject({ refusal, debugCall });
      expect(outcome.intent?.attempt).toMatchObject({
        status: "never_sent",
        error: outcome.refusal.message,
      });
      expect(bench.sent).toEqual([]);
      // Written before, so that whoever dies here leaves a trace.
      expect(statusOf(bench)).toBe("prepared");
    },
  );

  test("boundary: the balance must cover what the wallet has open too, not the mined", async () => {
    // Open below it: 250,000 gas at 8,500,000 wei, the same again for the call itself.
    const run = async (balanceWei: bigint, { isMined = false } = {}) => {
      const { bench, send } = await ready();
      bench.answer("getL1FeeUpperBound", { result: `0x${words.uint(0)}` });
      const open = {
        attempt: callAttempt(bench, { id: "call:R-0" }),
        chainNonce: 0,
        nextCheckMs: bench.startMs,
      };
      await prepareAttempt.run(bench.deps.redis, bench.keys, { ...at(bench), ...open });
      bench.answer("eth_getBalance", { result: `0x${balanceWei.toString(16)}` });
      if (isMined) bench.answer("eth_getTransactionReceipt", { result: receiptOfOpen });
      const outcome = await send(isMined ? { senderNonce: 1 } : {});
      return { sent: bench.sent.length, outcome };
    };
    expect((await run(4_250_000_000_000n)).sent).toBe(1);
    const poor = await run(4_249_999_999_999n);
    expect(poor.sent).toBe(0);
    expect(poor.outcome).toMatchObject({
      refusal: {
        code: "insufficient_gas",
        details: {
          balanceWei: "4249999999999",
          neededWei: "4250000000000",
          reservedWei: "2125000000000",
        },
      },
    });
    expect((await run(2_125_000_000_000n, { isMined: true })).sent).toBe(1);
  });

  test("error: another owner is named with the vault", async () => {
    const { bench, send } = await ready();
    bench.answer("owner", { result: `0x${words.address(OTHER)}` });
    expect(await send()).toMatchObject({
      refusal: { details: { vault: bench.vault, chainId: 8453 } },
    });
  });

  test("error: no verified operator, no owner; the attempt is the delegation's", async () => {
    const { bench, send } = await ready({ operator: undefined });
    expect(await send()).toMatchObject({
      refusal: { code: "not_vault_owner" },
      intent: { attempt: { operator: bench.operator } },
    });
    expect(bench.sent).toEqual([]);
  });

  test("error: a wallet that is not the delegate", async () => {
    const { bench, call } = await ready();
    const wallet = { ...bench.wallet, address: async () => OTHER };
    const context = bench.context({ deps: { ...bench.deps, wallet } });
    expect(await broadcastCall(context, call, CALL)).toMatchObject({
      refusal: { code: "agent_mismatch" },
    });
    expect(bench.sent).toEqual([]);
  });

  test("error: the NAV Shield at broadcast, by baseline and threshold of the build", async () => {
    const at = (baseline: bigint, thresholdBps = 1_000) => ({
      ...{ baseline, thresholdBps, unconfirmed: [], refusesLift: true },
    });
    const { bench, send } = await ready();
    expect(await send({ measured: at(2_222_223n) })).toMatchObject({
      refusal: { code: "nav_shield_blocked" },
    });
    expect(bench.sent).toEqual([]);
    const { bench: other, send: again } = await ready();
    expect(await again({ measured: at(2_222_223n, 2_000) })).toMatchObject({ status: "confirmed" });
    expect(other.sent).toHaveLength(1);
  });

  test("error: loss planted from build to broadcast stops self-bounded GMX entries", async () => {
    const nav = (unit: number) =>
      `0x${words.uint(unit)}${words.uint(unit * 5)}${words.uint(1)}` as const;
    const recheck = async () => ({ ok: true, value: {} }) as const;
    const { bench, send } = await ready();
    // A tenth and a little more of each unit, in the state right before sending.
    bench.answer("multicall", {
      result: `0x${words.bytesArray([nav(2_000_000), "0x", nav(1_799_999)])}`,
    });
    expect(await send({ recheck })).toMatchObject({
      ...{
        status: "refused",
        refusal: { code: "nav_shield_blocked", details: { measured: true } },
      },
    });
    expect(bench.sent).toEqual([]);
    const honest = await ready();
    expect(await honest.send({ recheck })).toMatchObject({ status: "confirmed" });
  });

  test("boundary: of a long reason 400 characters are kept", async () => {
    const { send } = await ready();
    // The numbers are part of the message: what no wallet can pay, in wei.
    const outcome = await send({ gasUnits: 10n ** 400n });
    if (outcome.status !== "refused") throw new Error(outcome.status);
    expect(outcome.refusal).toMatchObject({ code: "insufficient_gas" });
    expect(outcome.refusal.message.length).toBeGreaterThan(400);
    expect(outcome.intent?.attempt.error).toBe(outcome.refusal.message.slice(0, 400));
  });
});

describe("the record of a direct call", () => {
  test("behavior: a store failing after the broadcast changes nothing of the answer", async () => {
    const bench = await executionBench();
    bench.broken.add("close-attempt");
    const outcome = await carryOut(bench.context(), await planOf(bench), CALL);
    expect(outcome.status).toBe("confirmed");
    expect(bench.logged).toEqual([["call_not_closed", { requestId: "R-1", cause: "AppError" }]]);
    expect(statusOf(bench)).toBe("prepared");
  });

  test("behavior: whatever is thrown there", async () => {
    const bench = await executionBench();
    bench.before.set("close-attempt", () => Promise.reject("no error at all"));
    expect((await carryOut(bench.context(), await planOf(bench), CALL)).status).toBe("confirmed");
    expect(bench.logged).toEqual([["call_not_closed", { requestId: "R-1", cause: "unknown" }]]);
  });
});

describe("simulateAtBroadcast", () => {
  const NAV_CALL = "e7d8724e";
  const nav = (unit: number) =>
    `0x${words.uint(unit)}${words.uint(unit * 5)}${words.uint(1)}` as const;
  const look = (bench: Bench) =>
    simulateAtBroadcast(bench.chainDeps, {
      vault: bench.vault,
      owner: bench.operator,
      agent: bench.agent,
      data: "0x1234",
      gas: 255n,
    });

  test("default: both NAVs from one call of the owner's: NAV, the call, NAV", async () => {
    const bench = await executionBench();
    bench.answer("multicall", { result: `0x${words.bytesArray([nav(7), "0x", nav(6)])}` });
    bench.answer("the call", { result: "0xab" });
    expect(await look(bench)).toEqual({
      before: {
        ok: true,
        value: { unitaryValue: 7n, netTotalValue: 35n, netTotalLiabilities: 1n },
      },
      after: { ok: true, value: { unitaryValue: 6n, netTotalValue: 30n, netTotalLiabilities: 1n } },
      totalSupply: { ok: true, value: 100_000_000_000n },
      alone: { ok: true, value: "0xab" },
      agentBalanceWei: { ok: true, value: 10n ** 24n },
      // Two bytes of data and the 89 of the envelope, at the simulated million a byte.
      l1FeeWei: 91_000_000n,
      agentSelectors: { ok: true, value: ["0x3593564c", "0x24856bc3", "0x2213bc0b", "0x770d096f"] },
      owner: { ok: true, value: bench.operator },
    });
    const exact = bench.requests.flat().find(({ name }) => name === "the call");
    expect(exact?.params[0]).toMatchObject({ gas: "0xff", value: "0x0", data: "0x1234" });
    const { data } = bench.requests.flat().find(({ name }) => name === "multicall")!.params[0] as {
      data: string;
    };
    expect(data.split(NAV_CALL)).toHaveLength(3);
    expect(data.indexOf(NAV_CALL)).toBeLessThan(data.indexOf("1234".padEnd(64, "0")));
    expect(data.lastIndexOf(NAV_CALL)).toBeGreaterThan(data.indexOf("1234".padEnd(64, "0")));
  });

  test("error: not one result per call is no answer; a revert is one, for both", async () => {
    const bench = await executionBench();
    bench.answer("multicall", { result: `0x${words.bytesArray([nav(7)])}` });
    expect(await look(bench)).toMatchObject({
      before: { kind: "unavailable" },
      after: { kind: "unavailable" },
    });
    bench.answer("multicall", { result: `0x${words.bytesArray([])}` });
    expect(await look(bench)).toMatchObject({
      before: { kind: "unavailable" },
      after: { kind: "unavailable" },
    });
    bench.answer("multicall", revert());
    expect(await look(bench)).toMatchObject({
      before: { kind: "reverted" },
      after: { kind: "reverted" },
    });
  });
});
