import type { Hash, Hex } from "viem";
import { describe, expect, test } from "vitest";
import type { Attempt } from "../../../schemas/attempt.ts";
import { maySendAgain } from "../../../src/attempts/may-send-again.ts";
import { observeAttempts } from "../../../src/attempts/observe-attempts.ts";
import type { CallContext } from "../../../src/kinds/call-context.ts";
import { freezeForgotten } from "../../../src/pipeline/freeze-forgotten.ts";
import { loadCallContext } from "../../../src/store/vaults/load-call-context.ts";
import { words } from "../../simulation/chain/words.ts";
import { writeSwap } from "../../simulation/chain/write-swap.ts";
import { callAttempt, HASH } from "../pipeline/support/call-attempt.ts";
import { type Bench, executionBench } from "../pipeline/support/execution-bench.ts";

const NOW_SEC = 1_788_220_800;
const OTHER = `0x${"77".repeat(20)}` as const;
const FREEING: Hash = `0x${"cd".repeat(32)}`;
const SECOND: Hash = `0x${"ef".repeat(32)}`;

const receiptOf = (bench: Bench, hash: Hash, block = 40_000_000) => ({
  result: {
    transactionHash: hash,
    status: "0x1",
    blockNumber: `0x${block.toString(16)}`,
    blockHash: bench.chain.hashOf(block),
    from: bench.agent,
    to: bench.vault,
    gasUsed: "0x1",
    effectiveGasPrice: "0x1",
    logs: [],
  },
});

describe("observeAttempts", () => {
  test("behavior: with nothing to observe no request is made", async () => {
    const bench = await executionBench();
    expect(await observeAttempts(bench.chainDeps, [], bench.startMs)).toEqual([]);
    expect(bench.requests).toEqual([]);
  });

  test("default: an attempt that no node knows", async () => {
    const bench = await executionBench();
    const attempt = callAttempt(bench, { nonce: 4 });
    expect(await observeAttempts(bench.chainDeps, [attempt], bench.startMs + 5_000)).toEqual([
      {
        nonce: 4,
        isFill: false,
        maxFeeWei: 8_500_000n,
        waitedMs: 5_000,
        isSentAgain: false,
        confirmations: 1n,
        head: 40_000_000n,
        baseFeeWei: 5_000_000n,
        tipWei: 1_000_000n,
        // The simulated chain's agents have 10^24 wei.
        agentBalanceWei: 10n ** 24n,
        // 89 bytes without data, at the simulated million a byte.
        l1FeeWei: 89_000_000n,
        chainNonce: 0,
        settledNonce: null,
        isSuspected: false,
        receipts: [null],
        freeingReceipts: [],
        isKnown: false,
      },
    ]);
    // Head, nonces, balances, receipts, mempool: one request of this turn in the service's client,
    // and no second one.
    expect(bench.requests).toHaveLength(5);
  });

  test("behavior: an unexplained used nonce is asked 64 blocks lower, once a wallet", async () => {
    const bench = await executionBench();
    const attempts: Attempt[] = [
      callAttempt(bench, { id: "a", nonce: 0, suspectedAt: bench.startMs - 1 }),
      callAttempt(bench, { id: "b", nonce: 1, freeingHashes: [SECOND] }),
      callAttempt(bench, { id: "c", agent: OTHER, nonce: 0 }),
    ];
    const old = `0x${(40_000_000 - 64).toString(16)}`;
    bench.answer("eth_getTransactionCount", ({ params: [who, tag] }) => {
      if (tag !== old) return { result: "0x2" };
      return who === OTHER ? "silent" : { result: "0x1" };
    });
    expect(await observeAttempts(bench.chainDeps, attempts, bench.startMs)).toMatchObject([
      { nonce: 0, chainNonce: 2, settledNonce: 1, isSuspected: true },
      { nonce: 1, chainNonce: 2, settledNonce: 1, isSuspected: false },
      { nonce: 0, chainNonce: 2, settledNonce: null },
    ]);
    const asked = bench.requests.flat().filter(({ name }) => name === "eth_getTransactionCount");
    expect(asked.map(({ params: [, tag] }) => tag)).toEqual(["latest", "latest", old, old]);
  });

  test.each<[string, Partial<Attempt>, object | "silent"]>([
    ["a nonce that is not used", { nonce: 2 }, { result: null }],
    ["a fill, which anything may have done", { freeingHashes: [HASH] }, { result: null }],
    ["a receipt that is not read", {}, "silent"],
  ])("behavior: %s is not asked for again", async (_, changes, receipt) => {
    const bench = await executionBench();
    bench.answer("eth_getTransactionCount", { result: "0x2" });
    bench.answer("eth_getTransactionReceipt", receipt as "silent");
    const to = changes.freeingHashes ? { to: bench.agent } : {};
    await observeAttempts(
      bench.chainDeps,
      [callAttempt(bench, { ...changes, ...to })],
      bench.startMs,
    );
    expect(bench.names().filter((name) => name === "eth_getTransactionCount")).toHaveLength(1);
  });

  test("behavior: all it ever signed is looked for, aged by its last sending", async () => {
    const bench = await executionBench();
    const attempt = callAttempt(bench, {
      to: bench.agent,
      hashes: [HASH, SECOND],
      freeingHashes: [FREEING],
      sentAt: bench.startMs + 1_000,
    });
    bench.answer("eth_getTransactionReceipt", ({ params }) =>
      params[0] === SECOND ? receiptOf(bench, SECOND) : undefined,
    );
    bench.answer("eth_getTransactionByHash", ({ params }) => {
      // The last one signed has the highest fees: it alone matters.
      expect(params).toEqual([FREEING]);
      return { result: { hash: FREEING, from: bench.agent, nonce: "0x0", blockNumber: null } };
    });
    const [observation] = await observeAttempts(bench.chainDeps, [attempt], bench.startMs + 5_000);
    expect(observation).toMatchObject({
      isFill: true,
      isSentAgain: true,
      waitedMs: 4_000,
      receipts: [null, { hash: SECOND, blockNumber: 40_000_000n }],
      freeingReceipts: [null],
      isKnown: true,
    });
  });

  test("behavior: without a freeing transaction the last replacement is asked for", async () => {
    const bench = await executionBench();
    await observeAttempts(
      bench.chainDeps,
      [callAttempt(bench, { hashes: [HASH, SECOND] })],
      bench.startMs,
    );
    const asked = bench.requests.flat().filter(({ name }) => name === "eth_getTransactionByHash");
    expect(asked.map(({ params }) => params)).toEqual([[SECOND]]);
  });

  test("behavior: a receipt weighs its attempt's gas, by which large batches are cut", async () => {
    const bench = await executionBench();
    const heavy = callAttempt(bench, {
      gas: "16250000",
      hashes: [SECOND],
      freeingHashes: [FREEING],
    });
    await observeAttempts(bench.chainDeps, [heavy, callAttempt(bench)], bench.startMs);
    const asked = bench.requests.flat().filter(({ name }) => name === "eth_getTransactionReceipt");
    expect(asked.map(({ params, weight }) => [params[0], weight])).toEqual([
      [SECOND, 16_250_000],
      [FREEING, 16_250_000],
      [HASH, 250_000],
    ]);
  });

  test("behavior: each wallet's balance is asked for once, and each has its own", async () => {
    const bench = await executionBench();
    const attempts = [
      callAttempt(bench),
      callAttempt(bench, { id: "b", nonce: 1 }),
      callAttempt(bench, { id: "c", agent: OTHER }),
    ];
    bench.answer("eth_getBalance", ({ params: [who] }) => ({
      result: who === OTHER ? "0x0" : "0x7",
    }));
    const observations = await observeAttempts(bench.chainDeps, attempts, bench.startMs);
    expect(observations.map(({ agentBalanceWei }) => agentBalanceWei)).toEqual([7n, 7n, 0n]);
    const asked = bench.requests.flat().filter(({ name }) => name === "eth_getBalance");
    expect(asked.map(({ params }) => params)).toEqual([
      [bench.agent, "latest"],
      [OTHER, "latest"],
    ]);
  });

  test("behavior: many attempts: the head, each nonce, each hash asked once", async () => {
    const bench = await executionBench();
    const attempts: Attempt[] = [
      callAttempt(bench, { id: "a", nonce: 0 }),
      callAttempt(bench, { id: "b", nonce: 1, hashes: [SECOND] }),
      callAttempt(bench, {
        id: "c",
        agent: OTHER,
        to: OTHER,
        hashes: [FREEING],
        freeingHashes: [FREEING],
      }),
    ];
    bench.answer("eth_getTransactionCount", ({ params }) => ({
      result: params[0] === OTHER ? "0x9" : "0x1",
    }));
    bench.answer("eth_getTransactionReceipt", ({ params }) =>
      params[0] === HASH ? receiptOf(bench, HASH) : params[0] === SECOND ? "silent" : undefined,
    );
    bench.answer("eth_getTransactionByHash", ({ params }) =>
      params[0] === SECOND ? "silent" : undefined,
    );
    const observations = await observeAttempts(bench.chainDeps, attempts, bench.startMs);
    expect(observations.map(({ chainNonce }) => chainNonce)).toEqual([1, 1, 9]);
    expect(observations).toMatchObject([
      { nonce: 0, receipts: [{ hash: HASH }], isKnown: false },
      { nonce: 1, receipts: [undefined], isKnown: null },
      { nonce: 0, receipts: [null], freeingReceipts: [null], isKnown: false },
    ]);
    const count = (name: string) => bench.names().filter((one) => one === name).length;
    expect([
      count("eth_getBlockByNumber"),
      count("eth_maxPriorityFeePerGas"),
      count("eth_getTransactionCount"),
      count("eth_getTransactionReceipt"),
      count("eth_getTransactionByHash"),
    ]).toEqual([1, 1, 2, 3, 3]);
  });

  test("behavior: what could not be read is unknown, a missing tip is 0", async () => {
    const bench = await executionBench();
    for (const name of [
      "eth_getBlockByNumber",
      "eth_maxPriorityFeePerGas",
      "eth_getTransactionCount",
      "eth_getBalance",
    ])
      bench.answer(name, "silent");
    expect(
      await observeAttempts(bench.chainDeps, [callAttempt(bench)], bench.startMs),
    ).toMatchObject([
      { head: null, baseFeeWei: null, tipWei: 0n, chainNonce: null, agentBalanceWei: null },
    ]);
  });

  test("behavior: the confirmations are the chain's", async () => {
    const bench = await executionBench({ chainId: 137 });
    const attempt = callAttempt(bench, { chainId: 137 });
    expect(await observeAttempts(bench.chainDeps, [attempt], bench.startMs)).toMatchObject([
      { confirmations: 5n },
    ]);
  });
});

describe("observeAttempts at a nonce that something unknown used", () => {
  const BELOW = `0x${(40_000_000 - 64).toString(16)}`;
  /** The agent's count at the head is 5; 64 blocks lower as told. */
  async function used(below: object | "silent" = { result: "0x4" }) {
    const bench = await executionBench();
    bench.answer("eth_getTransactionCount", ({ params: [, tag] }) =>
      tag === BELOW ? (below as { result: unknown } | "silent") : { result: "0x5" },
    );
    const settled = () =>
      bench.requests
        .flat()
        .filter(({ name, params }) => name === "eth_getTransactionCount" && params[1] !== "latest")
        .map(({ params }) => params);
    return { bench, settled };
  }
  const look = (bench: Bench, ...attempts: Attempt[]) =>
    observeAttempts(bench.chainDeps, attempts, bench.startMs);

  test("default: its count 64 blocks below the head tells, asked for once per wallet", async () => {
    const { bench, settled } = await used();
    const observations = await look(
      bench,
      callAttempt(bench, { nonce: 3 }),
      callAttempt(bench, { id: "b", nonce: 4 }),
    );
    expect(observations).toMatchObject([
      { chainNonce: 5, settledNonce: 4, isSuspected: false },
      { chainNonce: 5, settledNonce: 4 },
    ]);
    expect(settled()).toEqual([[bench.agent, BELOW]]);
  });

  test("behavior: what the observation before suspected is reported", async () => {
    const { bench } = await used();
    const suspected = callAttempt(bench, { nonce: 3, suspectedAt: bench.startMs - 30_000 });
    expect(await look(bench, suspected)).toMatchObject([{ isSuspected: true }]);
  });

  test("behavior: unread it is unknown", async () => {
    const { bench } = await used("silent");
    expect(await look(bench, callAttempt(bench, { nonce: 3 }))).toMatchObject([
      { settledNonce: null },
    ]);
  });

  test.each<[string, Partial<Attempt>]>([
    ["its nonce is not used", { nonce: 5 }],
    ["it is a fill, which any use serves", { nonce: 3, to: "0xf1" }],
    ["its receipt is there", { nonce: 3, hashes: [HASH, SECOND] }],
    ["that of what freed its nonce is there", { nonce: 3, freeingHashes: [SECOND] }],
    ["a receipt could not be read", { nonce: 3, hashes: [HASH, FREEING] }],
  ])("behavior: nothing more is asked where %s", async (_what, changes) => {
    const { bench, settled } = await used();
    bench.answer("eth_getTransactionReceipt", ({ params }) =>
      params[0] === SECOND
        ? receiptOf(bench, SECOND)
        : params[0] === FREEING
          ? "silent"
          : undefined,
    );
    const attempt = callAttempt(
      bench,
      changes.to === "0xf1" ? { ...changes, to: bench.agent } : changes,
    );
    expect(await look(bench, attempt)).toMatchObject([{ settledNonce: null }]);
    expect(settled()).toEqual([]);
  });

  test.each(["eth_getBlockByNumber", "eth_getTransactionCount"])(
    "behavior: nor where %s was unread",
    async (name) => {
      const { bench, settled } = await used();
      bench.answer(name, "silent");
      expect(await look(bench, callAttempt(bench, { nonce: 3 }))).toMatchObject([
        { settledNonce: null },
      ]);
      expect(settled()).toEqual([]);
    },
  );

  test("boundary: a chain of 64 blocks has a block 0 to ask, one of 63 has none", async () => {
    const at = async (head: number) => {
      const { bench, settled } = await used();
      bench.answer("eth_getBlockByNumber", {
        result: { number: `0x${head.toString(16)}`, timestamp: "0x1", baseFeePerGas: "0x1" },
      });
      await look(bench, callAttempt(bench, { nonce: 3 }));
      return settled().map(([, tag]) => tag);
    };
    expect(await at(64)).toEqual(["0x0"]);
    expect(await at(63)).toEqual([]);
  });

  test("behavior: each wallet has its own", async () => {
    const bench = await executionBench();
    bench.answer("eth_getTransactionCount", ({ params: [agent, tag] }) => ({
      result: tag === "latest" ? "0x9" : agent === OTHER ? "0x7" : "0x6",
    }));
    const observations = await look(
      bench,
      callAttempt(bench),
      callAttempt(bench, { id: "b", agent: OTHER, nonce: 9 }),
    );
    // Only the unexplained one is asked for.
    expect(observations.map(({ settledNonce }) => settledNonce)).toEqual([6, null]);
  });
});

describe("maySendAgain", () => {
  /** A swap of 2,000 USDC that is allowed in every way, and what the store knows of its vault. */
  async function allowed() {
    const bench = await executionBench();
    const { deps, keys, vault, operator, startMs: nowMs } = bench;
    const data = writeSwap({
      mode: "exactIn",
      tokenIn: bench.tokens.usdc,
      tokenOut: bench.tokens.weth,
      amountBase: 2_000_000_000n,
      limitBase: 1n,
      recipient: "0x0000000000000000000000000000000000000001",
      deadlineSec: NOW_SEC + 300,
    });
    const attempt = callAttempt(bench, { data, deadlineSec: NOW_SEC + 300 });
    const context = await loadCallContext.run(deps.redis, keys, {
      nowMs,
      chainId: 8453,
      vault,
      operator,
    });
    const may = (changes: Partial<Attempt> = {}, known: Partial<CallContext> = {}) =>
      maySendAgain(deps, { ...attempt, ...changes }, { ...context, ...known });
    return { bench, attempt, context, may };
  }

  test("default: everything allows it", async () => {
    const { bench, attempt, may } = await allowed();
    expect(await may()).toEqual({ ok: true, value: undefined });
    // One look, at the state of now: the exact call, from the agent.
    expect(bench.requests).toHaveLength(1);
    const exact = bench.requests.flat().find(({ name }) => name === "the call");
    expect(exact?.params).toEqual([
      { from: bench.agent, to: bench.vault, data: attempt.data, gas: "0x3d090", value: "0x0" },
      "latest",
    ]);
  });

  test("error: a frozen vault, before the chain is asked", async () => {
    const { bench, may } = await allowed();
    expect(await may({}, { frozen: true })).toEqual({
      ok: false,
      code: "vault_frozen",
      message:
        "The vault is frozen. Its owner lifts the freeze with POST /api/vault/unfreeze, by a " +
        "fresh signature: /docs#unfreezeVault",
      details: { unfreeze: "POST /api/vault/unfreeze", docs: "/docs#unfreezeVault" },
    });
    expect(bench.requests).toEqual([]);
  });

  test("boundary: it may be sent 31 seconds before its deadline, at 30 no more", async () => {
    const { bench, may } = await allowed();
    expect((await may({ deadlineSec: NOW_SEC + 31 })).ok).toBe(true);
    expect(await may({ deadlineSec: NOW_SEC + 30 })).toEqual({
      ok: false,
      code: "deadline_passed",
      message: "The transaction's deadline has passed before it was sent.",
    });
    expect((await may({ deadlineSec: undefined })).ok).toBe(true);
    bench.pass(999);
    expect((await may({ deadlineSec: NOW_SEC + 31 })).ok).toBe(true);
  });

  test.each<[string, Hex]>([
    ["a call on a position", "0xdd46508f"],
    ["a transfer to another chain", "0x770d096f"],
    ["a stake", "0xa694fc3a"],
  ])(
    "error: %s is not sent again, before the chain is asked: its own checks are not made anew",
    async (_what, data) => {
      const { bench, may } = await allowed();
      expect(await may({ data })).toEqual({
        ok: false,
        code: "deadline_passed",
        message: "It was not mined in time, and what was checked for it may hold no more.",
      });
      expect(bench.requests).toEqual([]);
    },
  );

  test("error: an owner that cannot be read, or is another", async () => {
    const { bench, may } = await allowed();
    bench.answer("owner", "silent");
    expect(await may()).toEqual({
      ok: false,
      code: "rpc_unavailable",
      message: "The vault's owner could not be read.",
    });
    bench.answer("owner", { result: `0x${words.address(OTHER)}` });
    expect(await may()).toEqual({
      ok: false,
      code: "not_vault_owner",
      message: "The vault has another owner now.",
    });
  });

  test("error: a reverting owner() is an answer, so the nonce is freed, not waiting", async () => {
    const { bench, may } = await allowed();
    bench.answer("owner", { error: { code: 3, message: "execution reverted", data: "0x" } });
    expect(await may()).toEqual({
      ok: false,
      code: "unknown_vault",
      message: "The vault refuses to name its owner.",
    });
  });

  test.each<[string, Partial<Attempt>, Partial<CallContext>, string]>([
    ["no delegation", {}, { delegation: null }, "not_delegated"],
    ["another key's wallet", { keyVersion: 2 }, {}, "agent_mismatch"],
    ["a selector that is not delegated", { data: "0x49616997" }, {}, "not_delegated"],
    ["a fee above the cap", { maxFeePerGas: "40000001" }, {}, "gas_above_cap"],
    [
      "a tip above the cap",
      { maxPriorityFeePerGas: "10000001", maxFeePerGas: "40000000" },
      {},
      "gas_above_cap",
    ],
    ["more gas than the wallet can pay", { gas: (10n ** 30n).toString() }, {}, "insufficient_gas"],
  ])("error: the seven checks: %s", async (_what, changes, known, code) => {
    const { may } = await allowed();
    expect(await may(changes, known)).toMatchObject({ ok: false, code });
  });

  test.each([
    ["getDelegatedSelectors", "silent", "rpc_unavailable"],
    ["getDelegatedSelectors", { result: `0x${words.uint(32)}${words.uint(0)}` }, "not_delegated"],
    ["the call", "silent", "rpc_unavailable"],
    ["eth_getBalance", "silent", "rpc_unavailable"],
    ["eth_getBalance", { result: "0x1" }, "insufficient_gas"],
    ["getL1FeeUpperBound", "silent", "rpc_unavailable"],
    ["getL1FeeUpperBound", { result: `0x${words.uint(10n ** 25n)}` }, "insufficient_gas"],
    ["multicall", "silent", "rpc_unavailable"],
    ["totalSupply", "silent", "rpc_unavailable"],
    [
      "multicall",
      { error: { code: 3, message: "execution reverted", data: "0x" } },
      "nav_shield_blocked",
    ],
    [
      "totalSupply",
      { error: { code: 3, message: "execution reverted", data: "0x" } },
      "nav_shield_blocked",
    ],
    [
      "getDelegatedSelectors",
      { error: { code: 3, message: "execution reverted", data: "0x" } },
      "not_delegated",
    ],
  ] as const)("error: %s answers %j", async (name, answer, code) => {
    const { bench, may } = await allowed();
    bench.answer(name, answer);
    expect(await may()).toMatchObject({ ok: false, code });
  });

  test("behavior: the NAV Shield has the operator's threshold and 24-hour baseline", async () => {
    const { may, context } = await allowed();
    // The simulated vault: 200,000 USDC of value over 100,000 shares, 2 USDC a share; 10% below
    // 2.222222 passes.
    expect((await may({}, { navBaseline: "2222222" })).ok).toBe(true);
    expect(await may({}, { navBaseline: "2222223" })).toMatchObject({
      ok: false,
      code: "nav_shield_blocked",
    });
    const market = { oracleWindowSec: 300 };
    const swap = { market, maxInBase: "1", minOutBase: "1", amountOutBase: "1" } as Attempt["swap"];
    expect(await may({ swap }, { navBaseline: "2222223" })).toMatchObject({
      details: { oracleWindowSec: 300 },
    });
    const settings = { ...context.settings, navShieldBps: 2_000 };
    expect((await may({}, { navBaseline: "2222223", settings })).ok).toBe(true);
  });

  test("security: a NAV that was lifted since it was built makes no loss smaller", async () => {
    const { bench, may } = await allowed();
    const nav = (total: bigint) =>
      `0x${words.uint(total / 100_000n)}${words.uint(total)}${words.uint(0)}` as const;
    // 4,000 of 200,000 dollars; of the 20,000 that venues confirmed at the build they are a fifth,
    // and 10% is allowed.
    const [before, after] = [nav(200_000_000_000n), nav(196_000_000_000n)];
    bench.answer("multicall", { result: `0x${words.bytesArray([before, "0x", after])}` });
    const swapOf = (netTotalValueBase: string) =>
      ({
        ...{ market: { oracleWindowSec: 300 } },
        ...{ maxInBase: "1", minOutBase: "1", amountOutBase: "1" },
        valuation: {
          baseToken: bench.tokens.usdc,
          maxInValueBase: "1",
          amountOutValueBase: "1",
          netTotalValueBase,
        },
      }) as Attempt["swap"];
    const heldLossPpb = 1_000_000_000;
    expect((await may({ swap: swapOf("200000000000"), heldLossPpb })).ok).toBe(true);
    expect((await may({ swap: swapOf("250000000000"), heldLossPpb })).ok).toBe(true);
    expect(await may({ swap: swapOf("20000000000"), heldLossPpb })).toMatchObject({
      ...{ ok: false, code: "nav_shield_blocked", details: { lossBps: 2_000, lower: "200000" } },
    });
  });
});

describe("freezeForgotten (decision D33)", () => {
  const facts = (bench: Bench, paired: boolean) => ({
    vault: bench.vault,
    chainId: 8453 as const,
    agent: bench.agent,
    operator: bench.operator,
    chainNonce: 9,
    paired,
  });

  test("default: the vault is frozen, its operator notified once, the log says so", async () => {
    const bench = await executionBench();
    expect(await freezeForgotten(bench.deps, facts(bench, true))).toBe(true);
    const id = `lane:8453:${bench.agent}:9:history_lost`;
    const common = { vault: bench.vault, chainId: 8453, agent: bench.agent, chainNonce: 9 };
    const alarm = {
      id,
      operator: bench.operator,
      dueMs: bench.startMs,
      payload: expect.any(String),
      way: {},
    };
    expect(bench.scripts).toEqual([{ name: "record-forgotten", input: { ...common, alarm } }]);
    expect(JSON.parse((bench.scripts[0]!.input.alarm as { payload: string }).payload)).toEqual({
      kind: "history_lost",
      id,
      operator: bench.operator,
      createdAt: bench.startMs,
      ...common,
    });
    expect(bench.command("LRANGE", bench.keys.outboxOf("telegram", bench.operator), 0, -1)).toEqual(
      [id],
    );
    expect(bench.logged).toStrictEqual([["history_lost", { ...common, frozen: true }]]);
    expect(bench.command("GET", bench.keys.frozen(bench.vault))).toBe(String(bench.startMs));
  });

  test("behavior: a nonce an unrecorded transaction used notifies its operator once", async () => {
    const bench = await executionBench();
    const attemptId = "call:R-1";
    await freezeForgotten(bench.deps, { ...facts(bench, true), attemptId });
    expect(bench.scripts[0]?.input).toMatchObject({
      attemptId,
      alarm: { id: "call:R-1:history_lost" },
    });
    expect(bench.logged).toMatchObject([["history_lost", { attempt: attemptId }]]);
  });

  test("behavior: a count that the nonce queue explains freezes nothing, and says so", async () => {
    const bench = await executionBench();
    expect(await freezeForgotten(bench.deps, { ...facts(bench, true), chainNonce: 0 })).toBe(false);
    expect(bench.logged).toMatchObject([["history_lost", { chainNonce: 0, frozen: false }]]);
    expect(bench.command("EXISTS", bench.keys.frozen(bench.vault))).toBe(0);
  });

  test("behavior: an operator without a channel is not written to", async () => {
    const bench = await executionBench();
    await freezeForgotten(bench.deps, facts(bench, false));
    expect(bench.scripts[0]?.input).toEqual({
      chainId: 8453,
      vault: bench.vault,
      agent: bench.agent,
      chainNonce: 9,
    });
    expect(bench.command("GET", bench.keys.frozen(bench.vault))).toBe(String(bench.startMs));
  });
});
