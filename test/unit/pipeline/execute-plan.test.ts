import { type Hex, toFunctionSelector } from "viem";
import { describe, expect, test } from "vitest";
import type { AttemptSwap } from "../../../schemas/calls/attempt.ts";
import type { ExecutionContext } from "../../../src/kinds/execution-context.ts";
import type { CallPlan, SwapPlan } from "../../../src/kinds/plan.ts";
import type { VenueQuote } from "../../../src/kinds/venue.ts";
import { carryOut } from "../../../src/pipeline/carry-out.ts";
import { readCallFacts } from "../../../src/pipeline/facts/read-call-facts.ts";
import { readSwapFacts } from "../../../src/pipeline/facts/read-swap-facts.ts";
import { prepareCall } from "../../../src/pipeline/prepare-call.ts";
import { simulateCall } from "../../../src/pipeline/simulate-call.ts";
import { freezeVault } from "../../../src/store/vaults/freeze-vault.ts";
import { loadCallContext } from "../../../src/store/vaults/load-call-context.ts";
import { readSwap } from "../../simulation/chain/read-swap.ts";
import { words } from "../../simulation/chain/words.ts";
import { type Bench, executionBench } from "./support/execution-bench.ts";

const NOW_SEC = 1_788_220_800;
const OTHER = `0x${"77".repeat(20)}` as const;
const CALL = { kind: "call" } as const;
const revert = (data: `0x${string}` = "0x") => ({
  error: { code: 3, message: "execution reverted", data },
});

async function swapPlan(bench: Bench, quote: VenueQuote = bench.quote()): Promise<SwapPlan> {
  const { tokenIn, tokenOut, mode, amountBase } = quote.request;
  const request = { vault: bench.vault, agent: bench.agent, tokenIn, tokenOut, mode, amountBase };
  const facts = await readSwapFacts(bench.chainDeps, request);
  if (!facts.ok) throw new Error(facts.message);
  return { kind: "swap", quote, facts: facts.value, toleranceBps: 500 };
}

/**
 * A call of the owner's: the vault that the simulator runs accepts updateDelegation from nobody
 * else.
 */
async function callPlan(bench: Bench, changes: Partial<CallPlan> = {}): Promise<CallPlan> {
  const facts = await readCallFacts(bench.chainDeps, bench.vault, undefined);
  if (!facts.ok) throw new Error(facts.message);
  return {
    kind: "call",
    // revokeAllDelegations(address), of the agent.
    data: `${REVOKE_ALL}${words.address(bench.agent)}`,
    description: "Revoke everything",
    expected: { kind: "revokeAllDelegations", agent: bench.agent },
    message: "m",
    swap: null,
    facts: facts.value,
    ...changes,
  };
}
/** wrapETH(uint256) of one coin. */
const wrapOf = (
  bench: Bench,
  selector: Hex = "0x1c58db4f",
): Pick<CallPlan, "data" | "expected"> => ({
  data: `${selector}${words.uint(10n ** 18n)}`,
  expected: {
    kind: "wrap",
    tokenIn: `0x${"00".repeat(20)}`,
    tokenOut: bench.chainDeps.addresses.wrappedNative,
    amountInBase: 10n ** 18n,
    amountOutBase: 10n ** 18n,
    recipient: bench.vault,
  },
});
const REVOKE_ALL = toFunctionSelector("function revokeAllDelegations(address)");

/** 2,000 USDC for WETH, as it is recorded. */
const swapOf = (bench: Bench): AttemptSwap => ({
  venue: "uniswap",
  tokenIn: bench.tokens.usdc,
  tokenOut: bench.tokens.weth,
  decimalsIn: 6,
  decimalsOut: 18,
  symbolIn: "USDC",
  symbolOut: "WETH",
  amountInBase: "2000000000",
  amountOutBase: "999000000000000000",
  maxInBase: "2000000000",
  minOutBase: "989010000000000000",
  // 2,000 USDC at 2,000 for one; the simulator's oracle keeps 320 slots, more than five minutes.
  market: {
    oracle: { inBase: "2000000000", outBase: "1000000000000000000" },
    oracleWindowSec: 300,
    quotedInBase: "2000000000",
    quotedOutBase: "999000000000000000",
    blockNumber: "40000000",
    blockTimeSec: 1_788_220_800,
  },
  valuation: {
    baseToken: bench.tokens.usdc,
    maxInValueBase: "2000000000",
    amountOutValueBase: "1998000000",
    netTotalValueBase: "200000000000",
  },
});
/** What is bought is the coin itself. */
const COIN = { wei: `1${"0".repeat(24)}`, counterBase: `1${"0".repeat(24)}` };
const COIN_WORTH = { wei: "1000000000000000000", valueBase: "2000000000" };
const FIGURES = {
  swapShield: {
    priceFeedExists: true,
    deltaBps: 10,
    oracleAmountBase: "1000000000000000000",
    quotedAmountBase: "999000000000000000",
    toleranceBps: 500,
    oracleWindowSec: 300,
  },
  // 200,000 USDC of value over 100,000 shares; the pool takes nothing at the simulator's first
  // block.
  navShield: {
    measured: true,
    basis: "unitaryValue",
    lossBps: 0,
    thresholdBps: 1_000,
    before: "2000000",
    after: "2000000",
    baseline: null,
    oracleWindowSec: 300,
  },
};
const baselineOf = async ({ deps, keys, vault }: Bench) =>
  (await loadCallContext.run(deps.redis, keys, { nowMs: deps.clock.nowMs(), chainId: 8453, vault }))
    .navBaseline;
const asManual = (bench: Bench, changes: Partial<ExecutionContext> = {}) =>
  bench.context({ executionMode: "manual", ...changes });

describe("manual", () => {
  test("default: a swap past both shields, as unsigned data for the owner", async () => {
    const bench = await executionBench();
    const outcome = await carryOut(asManual(bench), await swapPlan(bench), CALL);
    if (outcome.status !== "unsigned") throw new Error(outcome.status);
    const { data } = outcome.transaction;
    expect(outcome).toStrictEqual({
      status: "unsigned",
      transaction: {
        to: bench.vault,
        data,
        value: "0x0",
        chainId: 8453,
        from: bench.operator,
        // The node's estimate of 200,000 and a quarter.
        gas: "0x3d090",
        // 1.5 times the base fee of 5,000,000 and the tip of 1,000,000.
        maxFeePerGas: "0x81b320",
        maxPriorityFeePerGas: "0xf4240",
        deadline: NOW_SEC + 1_800,
        description: "Swap 2000 USDC for about 0.999 WETH on uniswap",
        swapMeta: {
          sellAmount: "2000",
          sellToken: "USDC",
          buyAmount: "0.999",
          buyToken: "WETH",
          price: "1 USDC = 0.00049950000 WETH",
          dex: "uniswap",
        },
        ownerOnly: false,
      },
      swap: swapOf(bench),
      figures: FIGURES,
    });
    expect(readSwap(data as `0x${string}`)).toMatchObject({
      deadlineSec: NOW_SEC + 1_800,
      amountBase: 2_000_000_000n,
    });
    expect(bench.sent).toEqual([]);
    // What was seen of the NAV is remembered behind the answer (decision D21).
    expect(bench.deferred.map(({ name }) => name)).toEqual(["record_nav"]);
    await bench.deferred[0]?.work;
    expect(await baselineOf(bench)).toBeNull();
    bench.pass(10 * 60_000);
    await carryOut(asManual(bench), await swapPlan(bench), CALL);
    await bench.deferred[1]?.work;
    expect(await baselineOf(bench)).toBe("2000000");
  });

  test("behavior: simulated at the block of the facts, from owner and sender", async () => {
    const bench = await executionBench();
    const plan = await swapPlan(bench);
    bench.requests.length = 0;
    await carryOut(asManual(bench), plan, CALL);
    const asked = bench.requests.flat().map(({ name, to, from, tag }) => [name, to, from, tag]);
    const [vault, owner, at] = [bench.vault, bench.operator, "0x2625a00"];
    expect(asked).toEqual([
      ["updateUnitaryValue", vault, owner, at],
      ["multicall", vault, owner, at],
      ["totalSupply", vault, undefined, at],
      ["the call", vault, owner, at],
      ["eth_estimateGas", vault, owner, at],
      ["eth_getBalance", undefined, undefined, "latest"],
      ["eth_getTransactionCount", undefined, undefined, "latest"],
      ["getL1FeeUpperBound", "0x420000000000000000000000000000000000000f", undefined, "latest"],
      // The base token itself is sold: only what is bought is asked for.
      ["convertTokenAmount", vault, undefined, at],
      // What is a tenth of the NAV: balances and prices in one call, and the coin.
      ["aggregate3", bench.chainDeps.addresses.multicall3, undefined, at],
      ["eth_getBalance", undefined, undefined, at],
    ]);
    expect(bench.requests[0]?.slice(5, 7).map(({ params }) => params[0])).toEqual([owner, owner]);
  });

  test("behavior: an owner's call moving nothing needs no NAV and has no deadline", async () => {
    const bench = await executionBench();
    bench.answer("updateUnitaryValue", "silent");
    bench.answer("multicall", "silent");
    const plan = await callPlan(bench);
    expect(await carryOut(asManual(bench), plan, CALL)).toStrictEqual({
      status: "unsigned",
      transaction: {
        to: bench.vault,
        data: plan.data,
        value: "0x0",
        chainId: 8453,
        from: bench.operator,
        gas: "0x3d090",
        maxFeePerGas: "0x81b320",
        maxPriorityFeePerGas: "0xf4240",
        description: "Revoke everything",
        ownerOnly: true,
      },
      swap: null,
      figures: { swapShield: null, navShield: null },
    });
    expect(bench.deferred).toEqual([]);
  });

  test("behavior: a call that moves assets is measured and keeps words of its swap", async () => {
    const bench = await executionBench();
    const swapMeta = {
      sellAmount: "1",
      sellToken: "A",
      buyAmount: "1",
      buyToken: "B",
      price: "p",
      dex: "vault",
    };
    const { transaction: _, ...swap } = { ...(await swapPlan(bench)), transaction: undefined };
    bench.answer("the call", { result: "0x" });
    bench.answer("eth_estimateGas", { result: "0x30d40" });
    bench.answer("multicall", {
      result: `0x${words.bytesArray(["0x", `0x${words.uint(1_999_999)}${words.uint(7)}${words.uint(0)}`])}`,
    });
    const plan = await callPlan(bench, {
      ...wrapOf(bench),
      swap: swapOf(bench),
      swapMeta,
      facts: swap.facts,
      measured: swap.facts,
    });
    expect(await carryOut(asManual(bench), plan, CALL)).toMatchObject({
      status: "unsigned",
      transaction: { swapMeta, ownerOnly: false },
      // What the vault does itself is 1:1: there the quote is the price.
      swap: {
        ...swapOf(bench),
        market: { oracle: { inBase: "2000000000", outBase: "999000000000000000" } },
      },
      figures: { swapShield: null, navShield: { before: "2000000", after: "1999999", lossBps: 1 } },
    });
  });

  test("behavior: frozen, a notify-only slice stops with its call, owner asks build", async () => {
    const bench = await executionBench();
    const { vault, operator, keys } = bench;
    const call = {
      requestId: "freeze-1",
      nowMs: bench.deps.clock.nowMs(),
      vault,
      chainId: 8453,
      operator,
    } as const;
    await freezeVault.run(bench.deps.redis, keys, call);
    const outcome = await carryOut(asManual(bench), await swapPlan(bench), {
      kind: "scheduled",
    } as never);
    expect(outcome).toMatchObject({
      status: "refused",
      refusal: { ok: false, code: "vault_frozen" },
      debugCall: {
        to: vault,
        from: operator,
        value: "0x0",
        data: expect.stringMatching(/^0x3593564c/),
      },
    });
    expect(await carryOut(asManual(bench), await swapPlan(bench), CALL)).toMatchObject({
      status: "unsigned",
    });
  });

  test.each<[string, Partial<ExecutionContext>, "call" | "twap"]>([
    ["a stranger's call", { operator: undefined }, "call"],
    ["a slice, whose own last write carries it", {}, "twap"],
  ])("behavior: the NAV of %s is not recorded here", async (_what, changes, kind) => {
    const bench = await executionBench();
    await carryOut(asManual(bench, changes), await swapPlan(bench), { kind } as never);
    expect(bench.deferred).toEqual([]);
  });

  test("behavior: a net value is no NAV per unit and is not recorded", async () => {
    const bench = await executionBench();
    bench.answer("totalSupply", { result: `0x${words.uint(0)}` });
    const outcome = await carryOut(asManual(bench), await swapPlan(bench), CALL);
    expect(outcome).toMatchObject({ figures: { navShield: { basis: "netTotalValue" } } });
    expect(bench.deferred).toEqual([]);
  });

  test("behavior: above our gas cap the signer decides: twice base fee, tip at cap", async () => {
    const bench = await executionBench();
    const plan = await callPlan(bench);
    const feesAt = async (baseFeePerGas: bigint, tipWei: bigint) => {
      const facts = { ...plan.facts, tipWei, block: { ...plan.facts.block, baseFeePerGas } };
      const outcome = await carryOut(asManual(bench), { ...plan, facts }, CALL);
      if (outcome.status !== "unsigned") throw new Error(outcome.status);
      const { maxFeePerGas, maxPriorityFeePerGas } = outcome.transaction;
      return [BigInt(maxFeePerGas), BigInt(maxPriorityFeePerGas)];
    };
    // docs/facts/venues.md 6, chain 8453: 0.04 and 0.01 gwei.
    expect(await feesAt(50_000_000n, 3_000_000n)).toEqual([103_000_000n, 3_000_000n]);
    expect(await feesAt(50_000_000n, 10_000_001n)).toEqual([110_000_000n, 10_000_000n]);
  });
});

describe("what stops a plan", () => {
  test("error: an owner's call is never the agent's", async () => {
    const bench = await executionBench();
    const plan = await callPlan(bench);
    bench.requests.length = 0;
    expect(await carryOut(bench.context(), plan, CALL)).toEqual({
      status: "refused",
      refusal: {
        ok: false,
        code: "owner_only",
        message:
          "Only the vault's owner can make this call: ask for it unsigned (manual) and sign " +
          "it yourself.",
      },
    });
    expect([bench.requests, bench.scripts, bench.sent]).toEqual([[], [], []]);
  });

  test("boundary: a balance of exactly what is sold is enough, one less is not", async () => {
    const bench = await executionBench();
    const plan = await swapPlan(bench);
    const withBalance = (balanceInBase: bigint) =>
      prepareCall(asManual(bench), { ...plan, facts: { ...plan.facts, balanceInBase } });
    expect((await withBalance(2_000_000_000n)).ok).toBe(true);
    expect(await withBalance(1_999_999_999n)).toEqual({
      ok: false,
      code: "insufficient_balance",
      message: "The vault holds too little USDC for this swap. Reduce the amount.",
      details: {
        token: bench.tokens.usdc,
        balanceBase: "1999999999",
        neededBase: "2000000000",
        decimals: 6,
      },
      debugCall: { to: bench.vault },
    });
  });

  test("boundary: an exact output may need its whole limit", async () => {
    const bench = await executionBench();
    const quote = bench.quote({ mode: "exactOut", amountBase: 10n ** 18n });
    const plan = await swapPlan(bench, quote);
    const withBalance = (balanceInBase: bigint) =>
      prepareCall(asManual(bench), { ...plan, facts: { ...plan.facts, balanceInBase } });
    const enough = await withBalance(2_022_020_001n);
    expect(enough).toMatchObject({
      ok: true,
      // What was compared is the input (decision D16): 2,000 by the oracle, 0.1% more by the venue.
      value: {
        figures: { swapShield: { oracleAmountBase: "2000000000", quotedAmountBase: "2002000001" } },
      },
    });
    expect(await withBalance(2_022_020_000n)).toMatchObject({
      code: "insufficient_balance",
      details: { neededBase: "2022020001" },
    });
  });

  test("error: the Swap Shield, before anything is built", async () => {
    const bench = await executionBench();
    const plan = await swapPlan(bench);
    const blocked = { ...plan, toleranceBps: 9 };
    const outcome = await carryOut(bench.context(), blocked, CALL);
    expect(outcome).toMatchObject({
      status: "refused",
      refusal: { ok: false, code: "swap_shield_blocked" },
      debugCall: { to: bench.vault },
    });
    expect(outcome).not.toHaveProperty("refusal.debugCall");
    expect(outcome).not.toHaveProperty("debugCall.data");
  });

  test("error: calldata that is not what was asked", async () => {
    const bench = await executionBench();
    const plan = await swapPlan(bench);
    bench.venues.uniswap = {
      ...bench.venues.uniswap!,
      transaction: async () => ({ ok: true, value: { to: OTHER, data: "0x1234", valueBase: 0n } }),
    };
    expect(await carryOut(bench.context(), plan, CALL)).toMatchObject({
      status: "refused",
      refusal: { code: "venue_calldata_rejected" },
      debugCall: { to: bench.vault },
    });
  });

  test("error: the NAV Shield, with what was about to be called", async () => {
    const bench = await executionBench();
    const plan = await swapPlan(bench);
    bench.answer("multicall", revert());
    const outcome = await carryOut(bench.context(), plan, CALL);
    if (outcome.status !== "refused") throw new Error(outcome.status);
    expect(outcome.refusal.code).toBe("nav_shield_blocked");
    expect(outcome.debugCall).toEqual({
      to: bench.vault,
      from: bench.agent,
      value: "0x0",
      data: expect.stringMatching(/^0x3593564c/),
    });
    expect(bench.sent).toEqual([]);
  });

  test("behavior: the operator's threshold and the vault's baseline decide", async () => {
    const bench = await executionBench();
    const plan = await swapPlan(bench);
    const known = await bench.context().stored();
    const at = (navBaseline: string | null, navShieldBps: number | null) =>
      prepareCall(
        asManual(bench, {
          stored: async () =>
            ({ ...known, navBaseline, settings: { ...known.settings, navShieldBps } }) as never,
        }),
        plan,
      );
    expect(await at(null, null)).toMatchObject({
      ok: true,
      value: { measured: { thresholdBps: 1_000, baseline: null }, navBefore: 2_000_000n },
    });
    expect(await at("2222222", null)).toMatchObject({
      ok: true,
      value: { measured: { baseline: 2_222_222n } },
    });
    expect(await at("2222223", null)).toMatchObject({ ok: false, code: "nav_shield_blocked" });
    expect(await at("2222223", 2_000)).toMatchObject({
      ok: true,
      value: { measured: { thresholdBps: 2_000 } },
    });
  });

  test.each(["the call", "eth_estimateGas"])(
    "error: %s that reverts, with the reason",
    async (name) => {
      const bench = await executionBench();
      const plan = await swapPlan(bench);
      // Error(string) "nope".
      const data =
        `0x08c379a0${words.uint(32)}${words.uint(4)}${"6e6f7065".padEnd(64, "0")}` as const;
      bench.answer(name, revert(data));
      expect(await carryOut(asManual(bench), plan, CALL)).toEqual({
        status: "refused",
        refusal: {
          ok: false,
          code: "simulation_reverted",
          message: expect.stringContaining("nope"),
          details: { revert: "Error", arguments: ["nope"], revertData: data },
        },
        debugCall: {
          to: bench.vault,
          from: bench.operator,
          value: "0x0",
          data: expect.stringMatching(/^0x3593564c/),
        },
      });
    },
  );

  test("behavior: of a revert's data the first 132 bytes are shown", async () => {
    const bench = await executionBench();
    const plan = await swapPlan(bench);
    const data = `0x12345678${"ab".repeat(400)}` as const;
    bench.answer("the call", revert(data));
    expect(await prepareCall(asManual(bench), plan)).toMatchObject({
      details: { revertData: data.slice(0, 266) },
    });
  });

  test("error: an agent lacking a selector is told to delegate it, any calldata case", async () => {
    const bench = await executionBench();
    const plan = await swapPlan(bench);
    bench.answer("the call", revert());
    const without = { ...plan, facts: { ...plan.facts, agentSelectors: ["0x2213bc0b"] as const } };
    expect(await prepareCall(bench.context(), without)).toMatchObject({
      ok: false,
      code: "not_delegated",
      message:
        "The vault has not delegated 0x3593564c to its agent wallet on chain. Run " +
        "setup_delegation and confirm it.",
      details: { agent: bench.agent, selector: "0x3593564c" },
    });
    const call = await callPlan(bench, { ...wrapOf(bench, "0x1C58DB4F"), measured: plan.facts });
    const granted = { ...call, facts: { ...call.facts, agentSelectors: ["0x1c58db4f"] as const } };
    expect(await prepareCall(bench.context(), granted)).toMatchObject({
      code: "simulation_reverted",
    });
  });

  test("behavior: a dataless revert is the call's own if delegated or owner-sent", async () => {
    const bench = await executionBench();
    const plan = await swapPlan(bench);
    bench.answer("the call", revert());
    expect(await prepareCall(bench.context(), plan)).toMatchObject({ code: "simulation_reverted" });
    const none = { ...plan, facts: { ...plan.facts, agentSelectors: [] } };
    expect(await prepareCall(asManual(bench), none)).toMatchObject({ code: "simulation_reverted" });
    bench.answer("the call", revert("0x12345678"));
    expect(await prepareCall(bench.context(), none)).toMatchObject({
      details: { revertData: "0x12345678" },
    });
  });

  test.each(["the call", "eth_estimateGas", "eth_getBalance", "eth_getTransactionCount"])(
    "error: %s unread",
    async (name) => {
      const bench = await executionBench();
      const plan = await swapPlan(bench);
      bench.answer(name, "silent");
      expect(await prepareCall(asManual(bench), plan)).toMatchObject({
        ok: false,
        code: "rpc_unavailable",
        message:
          "The chain could not simulate the transaction. Nothing was built; please try again.",
      });
    },
  );

  test("behavior: a NAV not needing measure may be unreadable; none is remembered", async () => {
    const bench = await executionBench();
    const plan = await callPlan(bench);
    bench.answer("updateUnitaryValue", revert());
    expect(await prepareCall(asManual(bench), plan)).toMatchObject({
      ok: true,
      value: { navBefore: null },
    });
  });

  test("default: what a prepared call holds for the step that sends it", async () => {
    const bench = await executionBench();
    const plan = await swapPlan(bench);
    bench.answer("eth_getTransactionCount", { result: "0x5" });
    bench.answer("eth_getBalance", { result: "0x7" });
    expect(await prepareCall(bench.context(), plan)).toEqual({
      ok: true,
      value: {
        data: expect.stringMatching(/^0x3593564c/),
        // A card is made of it.
        call: expect.objectContaining({ kind: "swap", recipient: bench.vault }),
        words: expect.any(Function),
        sender: bench.agent,
        description: "Swap 2000 USDC for about 0.999 WETH on uniswap",
        movesAssets: true,
        ownerOnly: false,
        deadlineSec: NOW_SEC + 300,
        // The agent pays the gas, which is told by the oracle's price of the coin then.
        swap: {
          ...swapOf(bench),
          market: { ...swapOf(bench).market, coin: COIN, coinWorth: COIN_WORTH },
        },
        swapMeta: expect.objectContaining({ sellAmount: "2000", buyAmount: "0.999" }),
        figures: FIGURES,
        facts: plan.facts,
        measured: { thresholdBps: 1_000, baseline: null, unconfirmed: [], refusesLift: true },
        prices: { prices: expect.any(Array), wrappedNative: bench.tokens.weth },
        gasUnits: 250_000n,
        senderBalanceWei: 7n,
        senderNonce: 5,
        l1FeeWei: expect.any(BigInt),
        // 2,000 less 99% of 1,998 USDC may be lost of 200,000: 1.099 basis points, rounded up to
        // whole ones.
        loss: { lossPpb: 200_000, floorPpb: 0 },
        // No limits are set, which version 0 says.
        limits: { version: 0 },
        navBefore: 2_000_000n,
      },
    });
  });
});

test("simulateCall: each answer under its own name", async () => {
  const bench = await executionBench();
  bench.answer("the call", { result: "0xab" });
  bench.answer("eth_estimateGas", { result: "0x7" });
  bench.answer("multicall", {
    result: `0x${words.bytesArray(["0x", `0x${words.uint(3)}${words.uint(4)}${words.uint(5)}`])}`,
  });
  const { vault, operator, agent } = bench;
  const request = {
    vault,
    owner: operator,
    sender: agent,
    data: "0x12345678",
    block: 40_000_000n,
  } as const;
  expect(await simulateCall(bench.chainDeps, request)).toEqual({
    before: { ok: true, value: expect.objectContaining({ unitaryValue: 2_000_000n }) },
    after: { ok: true, value: { unitaryValue: 3n, netTotalValue: 4n, netTotalLiabilities: 5n } },
    totalSupply: { ok: true, value: 100_000_000_000n },
    alone: { ok: true, value: "0xab" },
    gas: { ok: true, value: 7n },
    senderBalanceWei: { ok: true, value: 10n ** 24n },
    senderNonce: { ok: true, value: 0 },
    pools: new Map(),
    // Four bytes of data and the 89 of the envelope, at the simulated million a byte.
    l1FeeWei: 93_000_000n,
  });
});
