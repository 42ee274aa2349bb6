import { describe, expect, test } from "vitest";
import type { Attempt } from "../../../schemas/attempt.ts";
import type { ExecutionOutcome, ShieldFigures } from "../../../src/kinds/execution-outcome.ts";
import { refuse } from "../../../src/lib/verdict.ts";
import { closeCallAttempt } from "../../../src/pipeline/carry-out.ts";
import { finalAttemptOf } from "../../../src/pipeline/final-attempt-of.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { loadCallContext } from "../../../src/store/vaults/load-call-context.ts";
import { callAttempt, HASH } from "./support/call-attempt.ts";
import { type Bench, executionBench } from "./support/execution-bench.ts";

const navShield = {
  measured: true,
  basis: "unitaryValue",
  lossBps: 0,
  thresholdBps: 1_000,
  before: "2000001",
  after: "2000000",
  baseline: null,
  oracleWindowSec: 300,
} as const;
const figures = (): ShieldFigures => ({ swapShield: null, navShield });

/** A direct call whose attempt is written, as broadcastCall leaves it. */
async function prepared() {
  const bench = await executionBench();
  const attempt = callAttempt(bench);
  const { deps, keys } = bench;
  const call = {
    requestId: "p",
    nowMs: bench.startMs,
    attempt,
    chainNonce: 0,
    nextCheckMs: bench.startMs + 60_000,
  };
  const answer = await prepareAttempt.run(deps.redis, keys, call);
  if (!answer.ok) throw new Error(answer.code);
  bench.scripts.length = 0;
  return { bench, attempt };
}
const intentOf = (attempt: Attempt) => ({ attempt, order: null, version: null });
const statusOf = ({ read, keys }: Bench, { id }: Attempt) =>
  (read(keys.attempt(id)) as { status?: string } | undefined)?.status;
const contextOf = ({ deps, keys, vault, startMs }: Bench) =>
  loadCallContext.run(deps.redis, keys, { nowMs: startMs, chainId: 8453, vault });

describe("closeCallAttempt", () => {
  test("behavior: an unsigned answer has nothing to close", async () => {
    const bench = await executionBench();
    const outcome = {
      status: "unsigned",
      transaction: {},
      swap: null,
      figures: figures(),
    } as never;
    await closeCallAttempt(bench.context(), outcome);
    expect(bench.scripts).toEqual([]);
  });

  test("behavior: a refusal before anything was written has nothing to close", async () => {
    const bench = await executionBench();
    await closeCallAttempt(bench.context(), {
      status: "refused",
      refusal: refuse("conflict", "no"),
    });
    expect(bench.scripts).toEqual([]);
  });

  test("behavior: an unknown outcome is marked sent, for the resolver in 30 seconds", async () => {
    const { bench, attempt } = await prepared();
    const outcome: ExecutionOutcome = {
      status: "pending",
      hash: HASH,
      intent: intentOf(attempt),
      figures: figures(),
    };
    await closeCallAttempt(bench.context(), outcome);
    expect(bench.scripts).toEqual([
      {
        name: "mark-attempt",
        input: { attemptId: attempt.id, status: "sent", nextCheckMs: bench.startMs + 30_000 },
      },
    ]);
    expect(bench.command("ZSCORE", bench.keys.attemptsOpen(8453), attempt.id)).toBe(
      String(bench.startMs + 30_000),
    );
    expect((await contextOf(bench)).nonceQueue?.highestOpen).toBe(0);
  });

  test.each(["confirmed", "reverted"] as const)(
    "behavior: one that is %s by bytes which the store does not know freezes the vault and tells its operator",
    async (status) => {
      const { bench, attempt } = await prepared();
      const closed: Attempt = {
        ...attempt,
        status,
        blockNumber: "40000001",
        hashes: [`0x${"e".repeat(64)}`],
      };
      const intent = intentOf(closed);
      const outcome: ExecutionOutcome =
        status === "confirmed"
          ? {
              status,
              hash: HASH,
              blockNumber: 40_000_001n,
              amounts: null,
              intent,
              figures: figures(),
            }
          : {
              status,
              hash: HASH,
              refusal: refuse("transaction_reverted", "no"),
              intent,
              debugCall: {},
            };
      await closeCallAttempt(bench.context(), outcome);
      expect(bench.scripts.find(({ name }) => name === "record-forgotten")?.input).toMatchObject({
        attemptId: attempt.id,
        isRewritten: true,
        // One more than the nonce that was used.
        chainNonce: 1,
      });
      expect(bench.read(bench.keys.frozen(bench.vault))).toBe(String(bench.startMs));
      expect(statusOf(bench, attempt)).toBe("prepared");
    },
  );

  test("behavior: an attempt that ended otherwise before freezes nothing", async () => {
    const { bench, attempt } = await prepared();
    const end = (status: "confirmed" | "reverted"): ExecutionOutcome => ({
      status: "reverted",
      hash: HASH,
      refusal: refuse("transaction_reverted", "no"),
      intent: intentOf({ ...attempt, status }),
      debugCall: {},
    });
    await closeCallAttempt(bench.context(), end("confirmed"));
    await closeCallAttempt(bench.context(), end("reverted"));
    expect(bench.scripts.map(({ name }) => name)).toEqual(["close-attempt", "close-attempt"]);
    expect(statusOf(bench, attempt)).toBe("confirmed");
  });

  test("behavior: bytes that were never sent freeze nothing, whatever the store has", async () => {
    const { bench, attempt } = await prepared();
    const closed: Attempt = { ...attempt, status: "never_sent", hashes: [`0x${"e".repeat(64)}`] };
    await closeCallAttempt(bench.context(), {
      status: "refused",
      refusal: refuse("conflict", "no"),
      intent: intentOf(closed),
    });
    expect(bench.scripts.map(({ name }) => name)).not.toContain("record-forgotten");
    expect(bench.read(bench.keys.frozen(bench.vault))).toBeUndefined();
    expect(statusOf(bench, attempt)).toBe("prepared");
  });

  test("behavior: a confirmed one uses its nonce up, and its NAV raises the baseline", async () => {
    const { bench, attempt } = await prepared();
    const closed: Attempt = { ...attempt, status: "confirmed", blockNumber: "40000001" };
    await closeCallAttempt(bench.context(), {
      status: "confirmed",
      hash: HASH,
      blockNumber: 40_000_001n,
      amounts: null,
      intent: intentOf(closed),
      figures: figures(),
    });
    expect(bench.scripts.map(({ name }) => name)).toEqual(["close-attempt"]);
    expect(await contextOf(bench)).toMatchObject({
      nonceQueue: { highestConfirmed: 0, highestOpen: null },
    });
    expect(statusOf(bench, attempt)).toBe("confirmed");
  });

  test("behavior: a reverted one uses its nonce up and leaves no NAV", async () => {
    const { bench, attempt } = await prepared();
    await closeCallAttempt(bench.context(), {
      status: "reverted",
      hash: HASH,
      intent: intentOf({ ...attempt, status: "reverted" }),
      refusal: refuse("transaction_reverted", "no"),
      debugCall: {},
    });
    expect(statusOf(bench, attempt)).toBe("reverted");
    expect(await contextOf(bench)).toMatchObject({
      navBaseline: null,
      nonceQueue: { highestConfirmed: 0 },
    });
  });

  test("behavior: a refused one gives its nonce back", async () => {
    const { bench, attempt } = await prepared();
    const intent = intentOf({ ...attempt, status: "never_sent", error: "no" });
    const refusal = refuse("conflict", "no", { why: "busy" });
    await closeCallAttempt(bench.context(), { status: "refused", refusal, intent });
    expect(statusOf(bench, attempt)).toBe("never_sent");
    // The log says why, with the numbers that decided.
    const { audit } = bench.scripts[0]!.input.attempt as { audit: { content: string } };
    expect(JSON.parse(audit.content)).toMatchObject({
      refusal: { code: "conflict", details: { why: "busy" } },
    });
    // Nothing is confirmed below nonce 0.
    expect((await contextOf(bench)).nonceQueue).toMatchObject({
      highestConfirmed: -1,
      highestOpen: null,
    });
  });
});

describe("finalAttemptOf", () => {
  test.each(["confirmed", "reverted", "replaced"] as const)(
    "behavior: %s used its nonce up",
    async (status) => {
      const attempt = { ...callAttempt(await executionBench(), { nonce: 5 }), status };
      expect(finalAttemptOf(attempt)).toEqual({ record: attempt, confirmedNonce: 5 });
    },
  );

  test("behavior: only a confirmed swap's known amounts correct what was held", async () => {
    const valuation = {
      ...{
        baseToken: `0x${"11".repeat(20)}` as const,
        maxInValueBase: "100",
        amountOutValueBase: "100",
      },
      netTotalValueBase: "1000",
    };
    const swap = {
      ...{ venue: "uniswap", tokenIn: HASH, tokenOut: HASH, decimalsIn: 6, decimalsOut: 18 },
      ...{
        symbolIn: "A",
        symbolOut: "B",
        amountInBase: "100",
        amountOutBase: "100",
        maxInBase: "100",
      },
      ...{ minOutBase: "90", valuation },
    } as unknown as Attempt["swap"];
    // 100 left and 95 arrived, of a vault worth 1,000.
    const amounts = { soldBase: "100", boughtBase: "95", estimated: false };
    const base = {
      ...callAttempt(await executionBench()),
      swap,
      amounts,
      status: "confirmed" as const,
    };
    expect(finalAttemptOf(base)).toMatchObject({ lossPpb: 5_000_000, spent: "100" });
    // Of a tenth less the limits get a tenth back.
    expect(finalAttemptOf({ ...base, amounts: { ...amounts, soldBase: "90" } })).toMatchObject({
      spent: "90",
    });
    const { amounts: _, ...unread } = base;
    for (const other of [
      unread,
      { ...base, status: "reverted" as const },
      // An estimate is what was quoted, and a hostile token may have moved more.
      { ...base, amounts: { ...amounts, soldBase: "90", estimated: true } },
      { ...base, swap: swap && { ...swap, valuation: undefined } },
    ])
      for (const corrected of ["lossPpb", "spent"])
        expect(finalAttemptOf(other)).not.toHaveProperty(corrected);
  });

  test("behavior: never sent gives it back", async () => {
    const attempt = { ...callAttempt(await executionBench()), status: "never_sent" as const };
    expect(finalAttemptOf(attempt)).toEqual({ record: attempt });
  });

  test.each(["prepared", "sent"] as const)("error: %s is still open", async (status) => {
    const attempt = { ...callAttempt(await executionBench()), status };
    expect(() => finalAttemptOf(attempt)).toThrow(`attempt call:R-1 is still ${status}`);
  });
});
