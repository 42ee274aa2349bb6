import { type Address, decodeFunctionData, encodeErrorResult, parseAbi } from "viem";
import { describe, expect, test } from "vitest";
import type { ChainId } from "../../../schemas/chains.ts";
import { maySendAgain } from "../../../src/attempts/may-send-again.ts";
import type { ExecutionOutcome } from "../../../src/kinds/execution-outcome.ts";
import type { SwapPlan } from "../../../src/kinds/plan.ts";
import { carryOut } from "../../../src/pipeline/carry-out.ts";
import { prepareForApproval } from "../../../src/pipeline/prepare-for-approval.ts";
import { readSwapFacts } from "../../../src/pipeline/read-swap-facts.ts";
import { sliceOutcomeOf } from "../../../src/schedule/end-slice.ts";
import { loadCallContext } from "../../../src/store/vaults/load-call-context.ts";
import { words } from "../../simulation/chain/words.ts";
import { callAttempt } from "./support/call-attempt.ts";
import { type Asked, type Bench, executionBench } from "./support/execution-bench.ts";

const CALL = { kind: "call" } as const;
/** As the hook answers: index, slots in use, slots paid for. */
const state = (index: number, slots: number, paid = slots) => ({
  result: `0x${words.uint(index)}${words.uint(slots)}${words.uint(paid)}`,
});
/** The token of a `getState` of the hook: the second word of its pool key. */
const tokenOf = ({ params }: Asked) =>
  `0x${words.at((params[0] as { data: string }).data.slice(10), 1).slice(24)}`;

async function planOf(bench: Bench, knownBaseToken?: Address): Promise<SwapPlan> {
  const quote = bench.quote();
  const { tokenIn, tokenOut, mode, amountBase } = quote.request;
  const request = {
    vault: bench.vault,
    agent: bench.agent,
    tokenIn,
    tokenOut,
    mode,
    amountBase,
    knownBaseToken,
  };
  const facts = await readSwapFacts(bench.chainDeps, request as never);
  if (!facts.ok) throw new Error(facts.message);
  return { kind: "swap", quote, facts: facts.value, toleranceBps: 500 };
}

const asManual = (bench: Bench) => bench.context({ executionMode: "manual" });
const refusalOf = (outcome: ExecutionOutcome) => {
  if (outcome.status !== "refused") throw new Error(outcome.status);
  return outcome.refusal;
};

const hookAbi = parseAbi([
  "struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "function increaseCardinalityNext(PoolKey key, uint16 cardinalityNext) returns (uint16, uint16)",
]);
const YOUNG = encodeErrorResult({
  abi: parseAbi(["error TargetPredatesOldestObservation(uint32 oldest, uint32 target)"]),
  args: [1_000, 880],
});

describe("what the service would send", () => {
  test("error: a price averaged over 9 s is refused, with the call that widens it", async () => {
    const bench = await executionBench();
    bench.answer("getState", state(3, 10));
    const outcome = await carryOut(bench.context(), await planOf(bench), CALL);
    const refusal = refusalOf(outcome);
    expect(outcome).toMatchObject({ debugCall: { to: bench.vault } });
    const { usdc } = bench.tokens;
    const { oracle } = bench.chainDeps.addresses;
    const { callData, ...details } = refusal.details as Record<string, unknown>;
    expect({ code: refusal.code, details }).toEqual({
      code: "oracle_window_too_short",
      details: {
        token: usdc,
        symbol: "USDC",
        // Ten observations span nine intervals of a second.
        windowSec: 9,
        neededSec: 300,
        slots: 10,
        slotsNeeded: 301,
        tradesToWiden: 0,
        callTo: oracle,
        tokens: [usdc],
      },
    });
    expect(refusal.message).toContain("Any wallet can widen it");
    expect(decodeFunctionData({ abi: hookAbi, data: callData as `0x${string}` })).toEqual({
      functionName: "increaseCardinalityNext",
      args: [
        expect.objectContaining({
          currency0: `0x${"0".repeat(40)}`,
          fee: 0,
          tickSpacing: 32_767,
          hooks: expect.any(String),
        }),
        301,
      ],
    });
    expect(bench.sent).toEqual([]);
    expect(bench.scripts.map(({ name }) => name)).not.toContain("prepare-attempt");
  });

  test.each<[ChainId, number, boolean]>([
    [8453, 1, false],
    [8453, 300, false],
    [8453, 301, true],
    [8453, 320, true],
    // A slot stands for 8 s on Ethereum: 38 slots are 296 s, 39 are 304.
    [1, 38, false],
    [1, 39, true],
    [137, 39, false],
  ])("args: on chain %i with %i slots it goes out: %s", async (chainId, slots, passes) => {
    const bench = await executionBench({ chainId });
    bench.answer("getState", state(0, slots));
    const outcome = await carryOut(bench.context(), await planOf(bench), CALL);
    if (passes) expect(bench.sent).toHaveLength(1);
    else expect(refusalOf(outcome).code).toBe("oracle_window_too_short");
  });

  test("error: refused before a shield compares the price or calldata is asked for", async () => {
    const bench = await executionBench();
    bench.answer("getState", state(0, 1));
    bench.answer("convertTokenAmount", { result: `0x${words.uint(10n ** 18n / 2n)}` });
    expect(refusalOf(await carryOut(bench.context(), await planOf(bench), CALL)).code).toBe(
      "oracle_window_too_short",
    );
    expect(bench.names()).not.toContain("updateUnitaryValue");
  });

  test("error: an unremembered base token is judged by simulation, in one request", async () => {
    const bench = await executionBench();
    const base: Address = `0x${"ba".repeat(20)}`;
    bench.answer("getActiveTokens", {
      result: `0x${[words.uint(32), words.uint(64), words.address(base), words.uint(0)].join("")}`,
    });
    bench.answer("getState", (asked) => (tokenOf(asked) === base ? state(0, 2) : undefined));
    const unknown = await planOf(bench);
    expect(refusalOf(await carryOut(bench.context(), unknown, CALL))).toMatchObject({
      code: "oracle_window_too_short",
      details: { token: base, windowSec: 1, slots: 2 },
    });
    // Asked for in the turn of the simulation (one request: test/flows/budgets.test.ts).
    const asked = bench.names();
    expect(asked.lastIndexOf("getState")).toBe(asked.indexOf("updateUnitaryValue") - 1);
    bench.requests.length = 0;
    expect(
      refusalOf(await carryOut(bench.context(), await planOf(bench, base), CALL)).details,
    ).toMatchObject({
      token: base,
    });
    // Remembered: it stands with the facts, and nothing is simulated.
    expect(bench.names()).not.toContain("updateUnitaryValue");
  });

  test("error: the price of what is bought is judged as well", async () => {
    const bench = await executionBench();
    const base: Address = `0x${"ba".repeat(20)}`;
    bench.answer("getActiveTokens", {
      result: `0x${[words.uint(32), words.uint(64), words.address(base), words.uint(0)].join("")}`,
    });
    bench.answer("getState", (asked) =>
      tokenOf(asked) === bench.tokens.usdc ? state(0, 2) : undefined,
    );
    const plan = await planOf(bench, base);
    const quote = bench.quote({ sells: "WETH", amountBase: 10n ** 18n });
    expect(
      refusalOf(await carryOut(bench.context(), { ...plan, quote }, CALL)).details,
    ).toMatchObject({
      token: bench.tokens.usdc,
    });
  });

  test("error: tokens without a feed have no window; the Swap Shield refuses them", async () => {
    const bench = await executionBench();
    const plan = await planOf(bench);
    const unfed = { ...plan, facts: { ...plan.facts, feedIn: false, feedOut: false } };
    const outcome = await carryOut(bench.context(), unfed, CALL);
    expect(refusalOf(outcome).code).toBe("no_price_feed");
    expect(outcome).toMatchObject({ debugCall: { to: bench.vault } });
  });

  test("behavior: another base token than the remembered one is read all the same", async () => {
    const bench = await executionBench();
    bench.answer("getState", (asked) =>
      tokenOf(asked) === bench.tokens.usdc ? state(0, 2) : undefined,
    );
    const plan = await planOf(bench, `0x${"ba".repeat(20)}`);
    expect(refusalOf(await carryOut(bench.context(), plan, CALL)).details).toMatchObject({
      token: bench.tokens.usdc,
    });
  });

  test("error: for an approval as well", async () => {
    const bench = await executionBench();
    bench.answer("getState", state(0, 1));
    expect(await prepareForApproval(bench.context(), await planOf(bench))).toMatchObject({
      ok: false,
      code: "oracle_window_too_short",
    });
  });

  test.each(["delegated", "manual"] as const)(
    "error: a window that could not be read lets nothing through (%s)",
    async (executionMode) => {
      const bench = await executionBench();
      bench.answer("getState", "silent");
      const outcome = await carryOut(bench.context({ executionMode }), await planOf(bench), CALL);
      expect(refusalOf(outcome).code).toBe("rpc_unavailable");
      expect(bench.sent).toEqual([]);
    },
  );

  test("error: a resolver sends nothing with prices of too short a mean or unchecked", async () => {
    const bench = await executionBench();
    const { vault, operator, deps, keys } = bench;
    const outcome = await carryOut(asManual(bench), await planOf(bench), CALL);
    if (outcome.status !== "unsigned" || outcome.swap?.market === undefined)
      throw new Error(outcome.status);
    const { market, ...older } = outcome.swap;
    const context = await loadCallContext.run(deps.redis, keys, {
      nowMs: deps.clock.nowMs(),
      chainId: 8453,
      vault,
      operator,
    });
    const may = (swap: typeof outcome.swap) =>
      maySendAgain(deps, callAttempt(bench, { swap, data: outcome.transaction.data }), context);
    expect(await may({ ...older, market: { ...market, oracleWindowSec: 299 } })).toEqual({
      ok: false,
      code: "oracle_window_too_short",
      message: "The oracle's mean was too short, or not looked at, when this was written.",
    });
    expect(await may(older)).toMatchObject({ code: "oracle_window_too_short" });
    expect(await may({ ...older, market: { ...market, oracleWindowSec: null } })).not.toMatchObject(
      {
        code: "oracle_window_too_short",
      },
    );
    expect(await may({ ...older, market })).not.toMatchObject({ code: "oracle_window_too_short" });
  });
});

describe("a window that is being widened", () => {
  test.each([
    [0, 1, 1],
    [3, 10, 7],
    [9, 10, 1],
  ])(
    "behavior: index %i of %i slots, 301 paid for: a wait, for %i more trades",
    async (index, slots, tradesToWiden) => {
      const bench = await executionBench();
      bench.answer("getState", state(index, slots, 301));
      const outcome = await carryOut(bench.context(), await planOf(bench), CALL);
      const refusal = refusalOf(outcome);
      expect(refusal).toMatchObject({
        code: "oracle_window_filling",
        details: { tradesToWiden, retryAfterSec: 300 },
      });
      expect(refusal.message).toMatch(/Try again in 300 s/);
      expect(sliceOutcomeOf(outcome as never)).toEqual({
        kind: "refused_state",
        waits: "oracle_window_filling",
      });
    },
  );

  test("error: too few slots paid for are no way out", async () => {
    const bench = await executionBench();
    bench.answer("getState", state(0, 1, 300));
    expect(refusalOf(await carryOut(bench.context(), await planOf(bench), CALL)).code).toBe(
      "oracle_window_too_short",
    );
  });

  test.each(["convertTokenAmount", "updateUnitaryValue"])(
    "behavior: %s that reaches back too far is a wait of 120 s, whichever party would sign",
    async (name) => {
      const bench = await executionBench();
      bench.answer(name, { error: { code: 3, message: "execution reverted", data: YOUNG } });
      const plan = await planOf(bench);
      for (const context of [bench.context(), asManual(bench)]) {
        const outcome = await carryOut(context, plan, CALL);
        expect(refusalOf(outcome)).toEqual({
          ok: false,
          code: "oracle_window_filling",
          message:
            "The oracle has not observed a token of this vault for as long as its mean " +
            "takes. Nothing was sent. Try again in 120 s.",
          details: { retryAfterSec: 120 },
        });
        expect(sliceOutcomeOf(outcome as never)).toEqual({
          kind: "refused_state",
          waits: "oracle_window_filling",
        });
      }
    },
  );

  test("error: the same from the call is a failure: a hook could say it for ever", async () => {
    const bench = await executionBench();
    bench.answer("the call", { error: { code: 3, message: "execution reverted", data: YOUNG } });
    const outcome = await carryOut(bench.context(), await planOf(bench), CALL);
    expect(refusalOf(outcome).code).toBe("simulation_reverted");
  });
});

describe("what an owner signs", () => {
  test("behavior: is returned, with the window in the figures and a warning", async () => {
    const bench = await executionBench();
    bench.answer("getState", state(0, 1));
    const outcome = await carryOut(asManual(bench), await planOf(bench), CALL);
    if (outcome.status !== "unsigned") throw new Error(outcome.status);
    expect(outcome.figures).toMatchObject({
      swapShield: { oracleWindowSec: 0 },
      navShield: { oracleWindowSec: 0 },
      oracleWarning: {
        windows: [
          { token: bench.tokens.usdc, windowSec: 0, neededSec: 300, slots: 1, slotsNeeded: 301 },
        ],
      },
    });
    expect(outcome.figures.oracleWarning?.message).toMatch(
      /^Warning: .*USDC over 0 s.*before you sign/,
    );
    expect(outcome.swap?.market).toMatchObject({ oracleWindowSec: 0 });
  });

  test("behavior: a full window is reported without a warning", async () => {
    const bench = await executionBench();
    const outcome = await carryOut(asManual(bench), await planOf(bench), CALL);
    if (outcome.status !== "unsigned") throw new Error(outcome.status);
    expect(outcome.figures).toMatchObject({
      swapShield: { oracleWindowSec: 300 },
      navShield: { oracleWindowSec: 300 },
    });
    expect(outcome.figures).not.toHaveProperty("oracleWarning");
  });

  test("error: a shield that refuses says over how long its price was a mean", async () => {
    const bench = await executionBench();
    bench.answer("getState", state(0, 10));
    bench.answer("convertTokenAmount", { result: `0x${words.uint(10n ** 18n * 2n)}` });
    expect(refusalOf(await carryOut(asManual(bench), await planOf(bench), CALL))).toMatchObject({
      code: "swap_shield_blocked",
      details: { oracleWindowSec: 9 },
    });
  });
});

test("behavior: what the market said stays with the attempt to its end (finding 11)", async () => {
  const bench = await executionBench();
  const outcome = await carryOut(bench.context(), await planOf(bench), CALL);
  if (outcome.status !== "pending" && outcome.status !== "confirmed")
    throw new Error(outcome.status);
  const market = {
    oracle: { inBase: "2000000000", outBase: "1000000000000000000" },
    oracleWindowSec: 300,
    quotedInBase: "2000000000",
    quotedOutBase: "999000000000000000",
    blockNumber: "40000000",
    blockTimeSec: 1_788_220_800,
  };
  expect(outcome.intent.attempt.swap).toMatchObject({ venue: "uniswap", market });
  const stored = JSON.parse(
    String(bench.command("HGET", bench.keys.attempt(outcome.intent.attempt.id), "json")),
  );
  expect(stored.swap).toMatchObject({ venue: "uniswap", market });
});
