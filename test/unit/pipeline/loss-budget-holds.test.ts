import { describe, expect, test } from "vitest";
import type { ChainId } from "../../../schemas/chains.ts";
import { maySendAgain } from "../../../src/attempts/may-send-again.ts";
import type { SwapPlan } from "../../../src/kinds/plan.ts";
import { carryOut } from "../../../src/pipeline/carry-out.ts";
import { broadcastCall } from "../../../src/pipeline/execute-plan.ts";
import { prepareCall } from "../../../src/pipeline/prepare-call.ts";
import { readSwapFacts } from "../../../src/pipeline/read-swap-facts.ts";
import { loadCallContext } from "../../../src/store/vaults/load-call-context.ts";
import { words } from "../../simulation/chain/words.ts";
import { type Bench, executionBench } from "./support/execution-bench.ts";
import { listAttempt } from "./support/list-attempt.ts";

const CALL = { kind: "call" } as const;
const PERCENT = 10_000_000;
const BPS = 100_000;
/** The simulated vault: 200,000 USDC, 2 USDC a share. */
const TOTAL = 200_000_000_000n;
const navOf = (lostPercent: number) => {
  const total = (TOTAL * BigInt(100_00 - Math.round(lostPercent * 100))) / 10_000n;
  return `0x${words.uint(total / 100_000n)}${words.uint(total)}${words.uint(0)}` as const;
};
/** What the look right before sending answers: the vault as it was, and with so much of it gone. */
const looksLike = (lostPercent: number) => ({
  result: `0x${words.bytesArray([navOf(0), "0x", navOf(lostPercent)])}`,
});

/** How much the budget holds now, in parts per billion, in all half hours. */
const held = ({ read, keys, vault }: Bench, chainId: ChainId = 8453): number =>
  Object.values((read(keys.losses(chainId, vault)) ?? {}) as Record<string, string>).reduce(
    (a, b) => a + Number(b),
    0,
  );

type Quoted = {
  belowOracleBps?: bigint;
  slippageBps?: bigint;
  amountBase?: bigint;
  toleranceBps?: number;
};

/**
 * 2,000 USDC for WETH at a venue that quotes so far below the oracle; the pool itself gives the
 * oracle's price.
 */
async function planOf(bench: Bench, quoted: Quoted = {}): Promise<SwapPlan> {
  const {
    belowOracleBps = 10n,
    slippageBps = 100n,
    amountBase = 2_000_000_000n,
    toleranceBps = 500,
  } = quoted;
  const asked = bench.quote({ amountBase });
  const atOracle = (amountBase * 10n ** 18n) / 2_000_000_000n;
  const amountOutBase = (atOracle * (10_000n - belowOracleBps)) / 10_000n;
  const limitBase = (amountOutBase * (10_000n - slippageBps)) / 10_000n;
  const quote = {
    ...asked,
    request: { ...asked.request, slippageBps: Number(slippageBps) },
    amountOutBase,
    limitBase,
  };
  const { tokenIn, tokenOut, mode } = quote.request;
  const request = { vault: bench.vault, agent: bench.agent, tokenIn, tokenOut, mode, amountBase };
  const facts = await readSwapFacts(bench.chainDeps, request);
  if (!facts.ok) throw new Error(facts.message);
  return { kind: "swap", quote, facts: facts.value, toleranceBps };
}

describe("finding 5: the worst that the calldata allows is held", () => {
  test("behavior: a quote 5% below oracle plus 5% slippage holds 9.75% of the trade", async () => {
    const bench = await executionBench({ chainId: 1 });
    const plan = await planOf(bench, {
      belowOracleBps: 500n,
      slippageBps: 500n,
      amountBase: 20_000_000_000n,
    });
    const outcome = await carryOut(bench.context(), plan, CALL);
    expect(outcome).toMatchObject({ status: "pending", figures: { navShield: { lossBps: 0 } } });
    // A tenth of the vault, of which 90.25% must arrive: 97.5 basis points, in whole ones.
    expect(held(bench, 1)).toBe(98 * BPS);
  });

  test("behavior: it is judged as such: what could go beyond the limits is not sent", async () => {
    const bench = await executionBench({ chainId: 1 });
    const key = bench.keys.settings(bench.operator);
    bench.command("HSET", key, "lossDayBps", "100|", "lossWeekBps", "100|");
    const quoted = { belowOracleBps: 500n, slippageBps: 500n, amountBase: 20_000_000_000n };
    expect(await carryOut(bench.context(), await planOf(bench, quoted), CALL)).toMatchObject({
      status: "pending",
    });
    const second = await carryOut(
      bench.context({ requestId: "R-2" }),
      await planOf(bench, quoted),
      CALL,
    );
    expect(second).toMatchObject({
      status: "refused",
      refusal: {
        code: "loss_budget_exceeded",
        details: { loss: "0.98%", lostDay: "0.98%", limitDay: "1%" },
      },
    });
    expect(bench.sent).toHaveLength(1);
  });

  test("behavior: the receipt corrects it to what was really lost", async () => {
    const bench = await executionBench();
    const plan = await planOf(bench, {
      belowOracleBps: 500n,
      slippageBps: 500n,
      amountBase: 20_000_000_000n,
    });
    let heldBefore = 0;
    bench.before.set("send", () => {
      heldBefore = held(bench);
    });
    expect(await carryOut(bench.context(), plan, CALL)).toMatchObject({ status: "confirmed" });
    expect(heldBefore).toBe(98 * BPS);
    const mined = bench.scripts.findLast(({ name }) => name === "close-attempt")?.input.attempt as {
      json: string;
    };
    const { soldBase, boughtBase } = JSON.parse(mined.json).amounts;
    // By hand: WETH at 2,000 USDC, lost of 200,000 USDC, rounded up.
    const lostBase = BigInt(soldBase) - (BigInt(boughtBase) * 2_000_000_000n) / 10n ** 18n;
    const lostPpb = Number((lostBase * 1_000_000_000n + TOTAL - 1n) / TOTAL);
    expect(lostPpb).toBeLessThan(98 * BPS);
    expect(held(bench)).toBe(lostPpb);
  });

  test("behavior: amounts that were only estimated leave it as it is", async () => {
    const bench = await executionBench();
    bench.answer("eth_getTransactionReceipt", ({ params }) => ({
      result: {
        ...{
          transactionHash: params[0],
          status: "0x1",
          blockNumber: "0x2625a00",
          blockHash: `0x${"ab".repeat(32)}`,
        },
        ...{
          from: bench.agent,
          to: bench.vault,
          gasUsed: "0x1",
          effectiveGasPrice: "0x1",
          logs: [],
        },
      },
    }));
    const outcome = await carryOut(bench.context(), await planOf(bench), CALL);
    expect(outcome).toMatchObject({ status: "confirmed", amounts: { estimated: true } });
    expect(held(bench)).toBe(2 * BPS);
  });

  test("behavior: what never took effect gives all of it back", async () => {
    const bench = await executionBench();
    // Refused at the last look, after its intent was counted.
    bench.answer("eth_getBalance", { result: "0x1" });
    expect(await carryOut(bench.context(), await planOf(bench), CALL)).toMatchObject({
      status: "refused",
    });
    expect(bench.sent).toEqual([]);
    expect(held(bench)).toBe(0);
  });

  test("error: a quote far from the simulation is refused, at raised tolerance too", async () => {
    const bench = await executionBench();
    // Half of the oracle's price quoted, 5% slippage: 47.5% would be the least that must arrive.
    const plan = await planOf(bench, {
      belowOracleBps: 5_000n,
      slippageBps: 500n,
      toleranceBps: 5_000,
    });
    const outcome = await carryOut(bench.context(), plan, CALL);
    expect(outcome).toMatchObject({
      status: "refused",
      refusal: {
        code: "simulation_differs_from_quote",
        details: {
          broughtBase: "2000000000",
          quotedBase: "1000000000",
          differenceBps: 10_000,
          allowedBps: 600,
        },
      },
    });
    expect([bench.sent, held(bench)]).toEqual([[], 0]);
  });

  test("error: an oracle that does not answer in the base token refuses", async () => {
    for (const [answer, code] of [
      ["silent", "rpc_unavailable"],
      [{ error: { code: 3, message: "execution reverted", data: "0x" } }, "swap_shield_blocked"],
    ] as const) {
      const bench = await executionBench();
      const plan = await planOf(bench);
      bench.answer("convertTokenAmount", answer);
      expect(await prepareCall(bench.context(), plan)).toMatchObject({ ok: false, code });
    }
  });
});

describe("finding 4: the check before broadcast counts where it finds more", () => {
  async function ready() {
    const bench = await executionBench();
    const prepared = await prepareCall(bench.context(), await planOf(bench));
    if (!prepared.ok) throw new Error(prepared.message);
    bench.scripts.length = 0;
    const send = (requestId = "R-1") =>
      broadcastCall(bench.context({ requestId }), prepared.value, CALL);
    return { bench, send };
  }
  const scriptsOf = ({ scripts }: Bench) =>
    scripts.map(({ name }) => name).filter((name) => name !== "load-call-context");

  test("behavior: of three calls losing 9% each one is sent, in the day's 10% budget", async () => {
    const bench = await executionBench();
    bench.answer("multicall", ({ tag }) => (tag === "latest" ? looksLike(9) : undefined));
    const outcomes = [];
    for (const requestId of ["R-1", "R-2", "R-3"])
      outcomes.push(await carryOut(bench.context({ requestId }), await planOf(bench), CALL));
    expect(bench.sent).toHaveLength(1);
    // Its receipt says that the swap itself lost nothing: what else the last look saw go stays
    // counted.
    expect(held(bench)).toBe(9 * PERCENT);
    for (const outcome of outcomes.slice(1))
      expect(outcome).toMatchObject({
        status: "refused",
        refusal: { code: "loss_budget_exceeded", details: { loss: "9%" } },
      });
  });

  test("behavior: what it found is what is held, in one script more", async () => {
    const { bench, send } = await ready();
    bench.answer("multicall", looksLike(9));
    let atSending = 0;
    bench.before.set("send", () => {
      atSending = held(bench);
    });
    expect(await send()).toMatchObject({ status: "confirmed" });
    expect(atSending).toBe(9 * PERCENT);
    expect(scriptsOf(bench)).toEqual(["prepare-attempt", "raise-loss"]);
  });

  test("behavior: no script more where it found as much or less", async () => {
    const { bench, send } = await ready();
    bench.answer("multicall", looksLike(0.02));
    expect(await send()).toMatchObject({ status: "confirmed" });
    expect(scriptsOf(bench)).toEqual(["prepare-attempt"]);
    expect(held(bench)).toBe(2 * BPS);
  });

  test("behavior: with half the vault withdrawn the same bounds cost twice as much", async () => {
    const { bench, send } = await ready();
    const half = navOf(50);
    bench.answer("multicall", { result: `0x${words.bytesArray([half, "0x", half])}` });
    let atSending = 0;
    bench.before.set("send", () => {
      atSending = held(bench);
    });
    await send();
    // 2.198 basis points.
    expect(atSending).toBe(3 * BPS);
  });

  test("error: over the budget nothing is sent, and the attempt ends as never sent", async () => {
    const { bench, send } = await ready();
    const key = bench.keys.settings(bench.operator);
    bench.command("HSET", key, "lossDayBps", "100|", "lossWeekBps", "100|");
    bench.answer("multicall", looksLike(1.01));
    expect(await send()).toMatchObject({
      status: "refused",
      refusal: { code: "loss_budget_exceeded", details: { loss: "1.01%", lostDay: "0%" } },
      intent: { attempt: { status: "never_sent" } },
    });
    expect(bench.sent).toEqual([]);
  });

  test("behavior: a replacement is judged and counted the same", async () => {
    const { bench, send } = await ready();
    bench.answer("eth_sendRawTransaction", "silent");
    bench.answer("eth_getTransactionReceipt", { result: null });
    expect(await send()).toMatchObject({ status: "pending" });
    const { attempt, context } = await listAttempt(bench);
    expect(attempt.heldLossPpb).toBe(2 * BPS);
    expect(await maySendAgain(bench.deps, attempt, context)).toEqual({
      ok: true,
      value: undefined,
    });
    expect(held(bench)).toBe(2 * BPS);
    bench.answer("multicall", looksLike(9));
    expect(await maySendAgain(bench.deps, attempt, context)).toEqual({
      ok: true,
      value: undefined,
    });
    expect(held(bench)).toBe(9 * PERCENT);
    bench.answer("multicall", looksLike(9.99));
    const key = bench.keys.settings(bench.operator);
    bench.command("HSET", key, "lossDayBps", "950|");
    const strict = await loadCallContext.run(bench.deps.redis, bench.keys, {
      ...{
        nowMs: bench.deps.clock.nowMs(),
        chainId: 8453,
        vault: bench.vault,
        operator: bench.operator,
      },
    });
    expect(await maySendAgain(bench.deps, attempt, strict)).toMatchObject({
      ok: false,
      code: "loss_budget_exceeded",
    });
    // Its first bytes may be out already: what was held for them stays.
    expect(held(bench)).toBe(9 * PERCENT);
  });
});
