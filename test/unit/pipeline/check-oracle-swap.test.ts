import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  type Hex,
  keccak256,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
} from "viem";
import { describe, expect, test } from "vitest";
import { decodeRouterCall } from "../../../src/calldata/decode-router-call.ts";
import type { RouterCall } from "../../../src/calldata/swap-calls.ts";
import type { CallPlan } from "../../../src/kinds/plan.ts";
import { readCallFacts } from "../../../src/pipeline/read-call-facts.ts";
import { checkOracleSwap } from "../../../src/protocols/oracle-feed-code.ts";
import type { NodeReply } from "../../simulation/chain/node-answer.ts";
import { words } from "../../simulation/chain/words.ts";
import { keepVenuePrices } from "../../simulation/world/keep-venue-prices.ts";
import {
  executeCall,
  NATIVE,
  type Pool,
  settleAll,
  takeAll,
  v4,
  v4Single,
} from "../../support/router-calldata.ts";
import { type Bench, executionBench } from "./support/execution-bench.ts";

/*
 * A pool of 450 of the coin against 1,125,000 of a token with 18 decimals: 2,500 for one, L =
 * 22,500 * 10^18. The vault's base token is a dollar with 6 decimals. Amounts follow from the
 * constant product, bounds from decision D50.
 */
const TOKEN: Address = `0x${"77".repeat(20)}`;
const ROOT = 50n * 2n ** 96n;
const LIQUIDITY = 22_500n * 10n ** 18n;
/** A thousandth of the coin, and what it is worth; the same worth of the token. */
const [COIN, TOKENS, WORTH] = [10n ** 15n, 25n * 10n ** 17n, 2_500_000n];
/** 5,000 dollars. */
const NET = 5_000_000_000n;

const SLOT0 = toFunctionSelector("function getSlot0(bytes32)");
const DEPTH = toFunctionSelector("function getLiquidity(bytes32)");
const errors = parseAbi(["error TargetPredatesOldestObservation(uint32 oldest, uint32 target)"]);
const conversion = parseAbi([
  "function convertTokenAmount(address token, int256 amount, address targetToken)",
]);

const result = (...values: bigint[]): NodeReply => ({
  result: `0x${values.map(words.uint).join("")}`,
});
const revert = (data: Hex): NodeReply => ({
  error: { code: 3, message: "execution reverted", data },
});
/** The oldest observation is 120 s younger than what is asked for. */
const tooYoung = revert(
  encodeErrorResult({
    abi: errors,
    errorName: "TargetPredatesOldestObservation",
    args: [1_000, 880],
  }),
);

const ownPool = ({ chainDeps }: Bench): Pool => ({
  ...{
    currency0: NATIVE,
    currency1: TOKEN,
    fee: 0,
    tickSpacing: 32_767,
    hooks: chainDeps.addresses.oracle,
  },
});

async function world({
  root = ROOT,
  liquidity = LIQUIDITY,
  fees = 0n,
  worth = WORTH,
  net = NET,
} = {}) {
  const bench = await executionBench();
  const node: Record<string, NodeReply | "silent"> = {
    [SLOT0]: result(root, 78_244n, fees, 0n),
    [DEPTH]: result(liquidity),
  };
  bench.answer("the call", ({ params }) => node[(params[0] as { data: Hex }).data.slice(0, 10)]);
  bench.answer("updateUnitaryValue", result(1_000_000n, net, 0n));
  bench.answer("convertTokenAmount", result(worth));
  const facts = await readCallFacts(bench.chainDeps, bench.vault, undefined);
  if (!facts.ok) throw new Error(facts.message);
  bench.requests.length = 0;
  const say = (name: string, reply: NodeReply | "silent") => {
    if (name.startsWith("0x")) node[name] = reply;
    else bench.answer(name, reply);
  };
  return { bench, facts: facts.value, say };
}
type World = Awaited<ReturnType<typeof world>>;

/**
 * Decisions D50 and D23: the thousandth is of what venues make of the vault, and counts at the
 * dearer price.
 */
test("security: an oracle-lifted NAV makes no swap smaller, nor a price pushed down", async () => {
  // 100,000 USDC and 50 WETH at 2,000: 150 of 200,000 dollars, and of the 120,000 that venues make
  // of them.
  const at = await world({ net: 200_000_000_000n, worth: 150_000_000n });
  expect(await codeOf(at)).toBe("passes");
  keepVenuePrices(at.bench, at.bench.keys, 8453, 400_000_000n);
  expect(await check(at)).toMatchObject({
    ...{
      ok: false,
      code: "oracle_swap_too_large",
      details: { netTotalValueBase: "120000000000", mostBase: "120000000" },
    },
  });
  // A thousandth of the coin at 2,000,000 for one: 2,000 dollars, whatever the oracle says.
  keepVenuePrices(at.bench, at.bench.keys, 8453, 2_000_000_000_000n);
  expect(await check(at)).toMatchObject({
    code: "oracle_swap_too_large",
    details: { valueBase: "2000000000" },
  });
});

/**
 * Decision D23: half of the vault is WETH, and of that nobody but the oracle says what it is worth.
 */
test("security: the agent sells nothing by a NAV of the oracle alone, its owner may", async () => {
  const at = await world({ net: 200_000_000_000n, worth: 150_000_000n });
  at.bench.command("DEL", at.bench.keys.venuePrices(8453));
  expect(await check(at)).toMatchObject({
    ...{
      ok: false,
      code: "second_price_differs",
      details: { token: at.bench.tokens.weth, reason: "no_venue_price" },
    },
  });
  expect(await codeOf(at, {}, {}, "manual")).toBe("passes");
});

/** The swap as the tests' own encoder writes it. */
function swapOf(
  bench: Bench,
  { sellsCoin = true, least = 1n, pool = ownPool(bench) } = {},
): [Hex, RouterCall] {
  const [tokenIn, tokenOut] = sellsCoin ? [NATIVE, TOKEN] : [TOKEN, NATIVE];
  const amount = sellsCoin ? COIN : TOKENS;
  const actions = v4(
    v4Single("in", pool, sellsCoin, amount, least),
    settleAll(tokenIn, amount),
    takeAll(tokenOut, least),
  );
  const data = executeCall([actions], 2_000_000_000n);
  const { wrappedNative } = bench.chainDeps.addresses;
  return [
    data,
    decodeRouterCall(data, { vault: bench.vault, wrappedNative, routerVersion: "2.0" }),
  ];
}
const check = (
  { bench, facts }: World,
  swap: Parameters<typeof swapOf>[1] = {},
  changes: Partial<CallPlan> = {},
  executionMode: "manual" | "delegated" = "delegated",
) => {
  const least = (swap.sellsCoin ?? true) ? 24n * 10n ** 17n : 96n * 10n ** 13n;
  const [data, call] = swapOf(bench, { least, ...swap });
  const plan: CallPlan = {
    ...{ kind: "call", data, expected: call, description: "d", message: "m", swap: null, facts },
    measured: { baseToken: bench.tokens.usdc, pools: new Map() },
    ...changes,
  };
  return checkOracleSwap(bench.context({ executionMode }), call, plan);
};
const codeOf = async (...args: Parameters<typeof check>) => {
  const verdict = await check(...args);
  return verdict.ok ? "passes" : verdict.code;
};

const notOwn = {
  ok: false,
  code: "calldata_rejected",
  message:
    "This call is no swap in the oracle's own pool that the vault's own base token measures. " +
    "Nothing was built.",
};

describe("what is measured", () => {
  // 2.5 of 5,000 dollars are 500 millionths. 0.001 on 450 moves the price by 2 / 450,000, which is
  // 4.44 millionths: 5, rounded up.
  const oracleSwap = { token: TOKEN, sharePpm: 500, movePpm: 5 };

  test("default: the coin for the token, and the token for the coin", async () => {
    expect(await check(await world())).toEqual({ ok: true, value: { oracleSwap } });
    expect(await check(await world(), { sellsCoin: false })).toEqual({
      ok: true,
      value: { oracleSwap },
    });
  });

  test("default: all at once beside holdings, at the plan's block, the owner's NAV", async () => {
    const at = await world();
    await check(at);
    const { bench } = at;
    expect(
      bench.requests
        .slice(0, 1)
        .map((asked) => asked.map(({ name, to, from, tag }) => [name, to, from, tag])),
    ).toEqual([
      [
        ["updateUnitaryValue", bench.vault, bench.operator, "0x2625a00"],
        ["getActiveTokens", bench.vault, undefined, "0x2625a00"],
        ["convertTokenAmount", bench.vault, undefined, "0x2625a00"],
        ["the call", bench.chainDeps.addresses.stateView, undefined, "0x2625a00"],
        ["the call", bench.chainDeps.addresses.stateView, undefined, "0x2625a00"],
      ],
    ]);
    const [, , converted, ...states] = bench.requests[0]!.map(
      ({ params }) => (params[0] as { data: Hex }).data,
    );
    expect(decodeFunctionData({ abi: conversion, data: converted! }).args).toEqual([
      ...[NATIVE, COIN],
      expect.stringMatching(new RegExp(bench.tokens.usdc, "i")),
    ]);
    const { currency0, currency1, fee, tickSpacing, hooks } = ownPool(bench);
    const key = parseAbiParameters("address, address, uint24, int24, address");
    const id = keccak256(
      encodeAbiParameters(key, [currency0, currency1, fee, tickSpacing, hooks]),
    ).slice(2);
    expect(states).toEqual([`${SLOT0}${id}`, `${DEPTH}${id}`]);
  });
});

describe("what is bounded", () => {
  test("error: more than a thousandth of the vault, to the last unit", async () => {
    expect(await check(await world({ net: 2_500_000_000n }))).toMatchObject({
      value: { oracleSwap: { sharePpm: 1_000 } },
    });
    expect(await check(await world({ worth: 2_500_001n, net: 2_500_000_000n }))).toMatchObject({
      ...{ ok: false, code: "oracle_swap_too_large" },
      details: { valueBase: "2500001", mostBase: "2500000", netTotalValueBase: "2500000000" },
    });
  });

  test("error: a pool that is too thin", async () => {
    // A thousandth on 0.45 moves the square root by 0.22%, and on 0.225 by 0.44%: a quarter of a
    // percent is the most.
    for (const sellsCoin of [true, false]) {
      expect(await codeOf(await world({ liquidity: LIQUIDITY / 1_000n }), { sellsCoin })).toBe(
        "passes",
      );
      expect(
        await codeOf(await world({ liquidity: LIQUIDITY / 2_000n }), { sellsCoin, least: 1n }),
      ).toBe("oracle_swap_too_large");
    }
  });

  test.each([
    // Sold for 2.49999 of the token, of which 95% are 2.37499; less a thousandth, 2.37262. The
    // other way round with 0.000999998.
    { sellsCoin: true, least: 2_374n * 10n ** 15n, fees: 1_000n, others: 1_000n << 12n },
    { sellsCoin: false, least: 9_495n * 10n ** 11n, fees: 1_000n << 12n, others: 1_000n },
  ])(
    "error: a minimum below 95% of what the pool gives after Uniswap's own fee of this direction: %o",
    async (row) => {
      const { fees, others, ...swap } = row;
      expect(await codeOf(await world({ fees }), swap)).toBe("passes");
      expect(await codeOf(await world({ fees: others }), swap)).toBe("swap_shield_blocked");
      expect(await codeOf(await world(), swap)).toBe("swap_shield_blocked");
    },
  );
});

describe("what is not judged at all", () => {
  test("error: another swap or call, or a plan unmeasured: the chain is not asked", async () => {
    const at = await world();
    const elsewhere = { ...ownPool(at.bench), fee: 500 };
    expect(await check(at, { pool: elsewhere })).toEqual(notOwn);
    const { measured: _, ...plan } = { measured: 1, facts: at.facts } as never as CallPlan;
    expect(await checkOracleSwap(at.bench.context(), swapOf(at.bench)[1], plan)).toEqual(notOwn);
    expect(at.bench.requests).toEqual([]);
  });

  test("error: a base token that is not the vault's own", async () => {
    const at = await world();
    const measured = { baseToken: at.bench.tokens.weth, pools: new Map() };
    expect(await check(at, {}, { measured })).toEqual(notOwn);
  });

  test("error: no pool, and one without liquidity", async () => {
    for (const none of [{ root: 0n }, { liquidity: 0n }])
      expect(await check(await world(none))).toEqual({
        ok: false,
        code: "no_route",
        message: "The oracle's pool of this token has no liquidity. Nothing was built.",
      });
  });

  test.each(["updateUnitaryValue", "getActiveTokens", "convertTokenAmount", SLOT0, DEPTH])(
    "error: without an answer to %s nothing is judged",
    async (name) => {
      for (const reply of ["silent", revert("0x")] as const) {
        const at = await world();
        at.say(name, reply);
        expect(await check(at)).toEqual({
          ok: false,
          code: "rpc_unavailable",
          message:
            "The oracle's pool could not be read from the chain. Nothing was built; please " +
            "try again.",
        });
      }
    },
  );

  test.each(["updateUnitaryValue", "convertTokenAmount"])(
    "error: a price that is too young for %s is a matter of time",
    async (name) => {
      const at = await world();
      at.say(name, tooYoung);
      expect(await check(at)).toMatchObject({
        code: "oracle_window_filling",
        details: { retryAfterSec: 120 },
      });
    },
  );
});
