import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { describe, expect, test } from "vitest";
import { chainAddresses } from "../../../src/chain/addresses.ts";
import type { SwapFacts } from "../../../src/kinds/chain-facts.ts";
import type { SwapPlan } from "../../../src/kinds/plan.ts";
import type { VenueFacts, VenueQuote, VenueTransaction } from "../../../src/kinds/venue.ts";
import { refuse } from "../../../src/lib/verdict.ts";
import { buildSwap } from "../../../src/pipeline/build-swap.ts";
import { readSwap } from "../../simulation/chain/read-swap.ts";
import { simTransaction } from "../../simulation/world/sim-quote.ts";
import { executeCall, settleAll, take, v4, v4Single } from "../../support/router-calldata.ts";
import { role, token } from "../calldata/safety-vectors.ts";
import { action, exec } from "../calldata/zeroex-calldata.ts";
import { type Bench, executionBench } from "./support/execution-bench.ts";

const ZERO: Address = `0x${"0".repeat(40)}`;
/** The bench's clock, in seconds. */
const NOW_SEC = 1_788_220_800;

const factsOf = (changes: Partial<SwapFacts> = {}): SwapFacts =>
  ({
    routerAdapter: { ok: true, value: chainAddresses(8453).uniswapRouterAdapterUr20 },
    settlers: [],
    ...changes,
  }) as SwapFacts;
/** An adapter that the chain's own settings name for router 2.1. */
const NEWER: Address = `0x${"21".repeat(20)}`;
const newer = (bench: Bench) => {
  bench.chainDeps.addresses.uniswapRouterAdapterUr21 = NEWER;
  return factsOf({ routerAdapter: { ok: true, value: NEWER } });
};
const planOf = (quote: VenueQuote, facts = factsOf()): SwapPlan => ({
  kind: "swap",
  quote,
  facts,
  toleranceBps: 500,
});

/** A venue that hands out these bytes, and keeps what it was asked. */
function venueWith(transaction: VenueTransaction) {
  const asked: VenueFacts[] = [];
  const venue = {
    id: "uniswap" as const,
    quote: async () => refuse("no_route", "not asked here"),
    transaction: async (_quote: VenueQuote, facts: VenueFacts) => {
      asked.push(facts);
      return { ok: true as const, value: transaction };
    },
  };
  return { asked, venue };
}

describe("the pool DEX", () => {
  test("default: the venue's swap with our deadline, and bounds its bytes enforce", async () => {
    const bench = await executionBench();
    const quote = bench.quote();
    const built = await buildSwap(bench.context(), planOf(quote));
    if (!built.ok) throw new Error(built.message);
    expect(built.value).toEqual({
      data: built.value.data,
      deadlineSec: NOW_SEC + 300,
      maxInBase: 2_000_000_000n,
      // 0.1% under 1 WETH, and 1% of slippage.
      minOutBase: 989_010_000_000_000_000n,
      call: expect.objectContaining({ kind: "swap" }),
    });
    expect(readSwap(built.value.data)).toEqual({
      mode: "exactIn",
      tokenIn: bench.tokens.usdc,
      tokenOut: bench.tokens.weth,
      amountBase: 2_000_000_000n,
      limitBase: 989_010_000_000_000_000n,
      recipient: "0x0000000000000000000000000000000000000001",
      deadlineSec: NOW_SEC + 300,
    });
  });

  test("behavior: what a person signs is good for 30 minutes (decision D17)", async () => {
    const bench = await executionBench();
    const built = await buildSwap(
      bench.context({ executionMode: "manual" }),
      planOf(bench.quote()),
    );
    expect(built).toMatchObject({ ok: true, value: { deadlineSec: NOW_SEC + 1_800 } });
  });

  test("behavior: a part of a second does not count", async () => {
    const bench = await executionBench();
    bench.pass(999);
    expect(await buildSwap(bench.context(), planOf(bench.quote()))).toMatchObject({
      value: { deadlineSec: NOW_SEC + 300 },
    });
  });

  test("behavior: the venue gets the router's version and the deadline", async () => {
    const bench = await executionBench();
    const quote = bench.quote();
    const { venue, asked } = venueWith(simTransaction(quote, ZERO, undefined));
    bench.venues.uniswap = venue;
    await buildSwap(bench.context(), planOf(quote, newer(bench)));
    expect(asked).toEqual([{ routerVersion: "2.1.2", deadlineSec: NOW_SEC + 300 }]);
  });

  test("behavior: calldata for a router version not the vault's is unreadable there", async () => {
    const bench = await executionBench();
    expect(await buildSwap(bench.context(), planOf(bench.quote(), newer(bench)))).toMatchObject({
      ok: false,
      code: "venue_calldata_rejected",
    });
  });

  test("behavior: an exact output takes exactly what was asked, at most the limit", async () => {
    const bench = await executionBench();
    const quote = bench.quote({ mode: "exactOut", amountBase: 10n ** 18n });
    // 2,000 USDC and 0.1%, rounded up by one, then 1% of slippage.
    expect(await buildSwap(bench.context(), planOf(quote))).toMatchObject({
      ok: true,
      value: { maxInBase: 2_022_020_001n, minOutBase: 10n ** 18n },
    });
  });

  test("behavior: a v4 exact output taking 'whatever is due' is pinned to the amount", async () => {
    const bench = await executionBench();
    const { usdc, weth } = bench.tokens;
    const quote = bench.quote({ mode: "exactOut", amountBase: 10n ** 18n });
    const [currency0, currency1] = [usdc, weth].toSorted() as [Address, Address];
    const pool = { currency0, currency1, fee: 500, tickSpacing: 10, hooks: ZERO };
    const callOf = (taken: bigint) =>
      executeCall(
        [
          v4(
            v4Single("out", pool, currency0 === usdc, 10n ** 18n, quote.limitBase),
            settleAll(usdc, quote.limitBase),
            take(weth, "0x0000000000000000000000000000000000000001", taken),
          ),
        ],
        BigInt(NOW_SEC + 300),
      );
    bench.venues.uniswap = venueWith({ to: ZERO, data: callOf(0n), valueBase: 0n }).venue;
    expect(await buildSwap(bench.context(), planOf(quote))).toMatchObject({
      ok: true,
      value: { data: callOf(10n ** 18n), minOutBase: 10n ** 18n },
    });
  });

  test("error: what the venue refuses is passed on", async () => {
    const bench = await executionBench();
    const refusal = refuse("venue_unavailable", "It did not answer.");
    bench.venues.uniswap = {
      ...venueWith({} as VenueTransaction).venue,
      transaction: async () => refusal,
    };
    expect(await buildSwap(bench.context(), planOf(bench.quote()))).toEqual(refusal);
  });

  test("error: bytes that are no call of the router", async () => {
    const bench = await executionBench();
    bench.venues.uniswap = venueWith({ to: ZERO, data: "0x1234", valueBase: 0n }).venue;
    expect(await buildSwap(bench.context(), planOf(bench.quote()))).toMatchObject({
      ok: false,
      code: "venue_calldata_rejected",
      details: { what: "execute" },
    });
  });

  test.each([
    ["recipient", "recipient"],
    ["amount", "amount sold"],
    ["token", "token bought"],
  ] as const)("error: a venue that lies about the %s", async (lie, what) => {
    const bench = await executionBench();
    const quote = bench.quote();
    bench.venues.uniswap = venueWith(simTransaction(quote, ZERO, lie)).venue;
    expect(await buildSwap(bench.context(), planOf(quote))).toMatchObject({
      ok: false,
      code: "venue_calldata_rejected",
      details: { venue: "uniswap", what },
    });
  });

  test("error: an amount sold for less than the quote's limit", async () => {
    const bench = await executionBench();
    const quote = bench.quote();
    const data = simTransaction({ ...quote, limitBase: quote.limitBase - 1n }, ZERO, undefined);
    bench.venues.uniswap = venueWith(data).venue;
    expect(await buildSwap(bench.context(), planOf(quote))).toMatchObject({
      details: { what: "minimum bought" },
    });
  });
});

describe("0x", () => {
  const USDC = token("USDC");
  const USDT = token("USDT");
  const quoteOf = (): VenueQuote => ({
    venue: "0x",
    request: {
      chainId: 8453,
      tokenIn: { address: USDC, symbol: "USDC", decimals: 6 },
      tokenOut: { address: USDT, symbol: "USDT", decimals: 6 },
      mode: "exactIn",
      amountBase: 5n,
      slippageBps: 100,
    },
    amountInBase: 5n,
    amountOutBase: 4n,
    limitBase: 3n,
    gasUnits: 1n,
    raw: {},
  });
  const built = async (deadlineSec: number, settlers: Address[] = [role("settler")]) => {
    const bench = await executionBench();
    const data = exec([action.transferFrom(USDC, 5n, BigInt(deadlineSec)), action.swap()]);
    bench.venues["0x"] = { ...venueWith({ to: ZERO, data, valueBase: 0n }).venue, id: "0x" };
    return buildSwap(
      bench.context({ vault: role("vault") }),
      planOf(quoteOf(), factsOf({ settlers })),
    );
  };

  test("default: the permit's deadline is lowered to ours, the rest stays", async () => {
    expect(await built(NOW_SEC + 7_200)).toEqual({
      ok: true,
      value: {
        data: exec([action.transferFrom(USDC, 5n, BigInt(NOW_SEC + 300)), action.swap()]),
        deadlineSec: NOW_SEC + 300,
        maxInBase: 5n,
        minOutBase: 3n,
        call: expect.objectContaining({ kind: "swap" }),
      },
    });
  });

  test("behavior: an earlier deadline stays, down to this very second", async () => {
    expect(await built(NOW_SEC)).toMatchObject({ ok: true, value: { deadlineSec: NOW_SEC } });
    expect(await built(NOW_SEC - 1)).toMatchObject({ ok: false, details: { what: "deadline" } });
  });

  test("behavior: the router's adapter does not matter, and need not be readable", async () => {
    const bench = await executionBench();
    const data = exec([action.transferFrom(USDC, 5n, BigInt(NOW_SEC)), action.swap()]);
    bench.venues["0x"] = { ...venueWith({ to: ZERO, data, valueBase: 0n }).venue, id: "0x" };
    const routerAdapter = { ok: false, kind: "unavailable", message: "no answer" } as const;
    const facts = factsOf({ settlers: [role("settler")], routerAdapter });
    expect(
      (await buildSwap(bench.context({ vault: role("vault") }), planOf(quoteOf(), facts))).ok,
    ).toBe(true);
  });

  test("behavior: the fee that the quote names may be paid, another may not", async () => {
    const bench = await executionBench();
    const permit = action.transferFrom(USDC, 5n, BigInt(NOW_SEC));
    const data = exec([
      permit,
      action.swap(),
      action.positiveSlippage(role("stranger"), USDT, 20n),
    ]);
    bench.venues["0x"] = { ...venueWith({ to: ZERO, data, valueBase: 0n }).venue, id: "0x" };
    const facts = factsOf({ settlers: [role("settler")] });
    const context = bench.context({ vault: role("vault") });
    // 20 of 10,000 of what was bought, 9,980 of which are left.
    const quote = { ...quoteOf(), amountOutBase: 9_980n };
    const named = { ...quote, fees: [{ token: USDT, amountBase: 20n }] };
    expect((await buildSwap(context, planOf(named, facts))).ok).toBe(true);
    expect(await buildSwap(context, planOf(quote, facts))).toMatchObject({
      ok: false,
      details: { what: "payment" },
    });
  });

  test("error: a Settler that the chain does not name", async () => {
    expect(await built(NOW_SEC + 300, [role("vault")])).toMatchObject({
      ok: false,
      details: { what: "settler" },
    });
  });

  test("error: no readable deadline", async () => {
    const bench = await executionBench();
    bench.venues["0x"] = {
      ...venueWith({ to: ZERO, data: exec([]), valueBase: 0n }).venue,
      id: "0x",
    };
    const facts = factsOf({ settlers: [role("settler")] });
    expect(
      await buildSwap(bench.context({ vault: role("vault") }), planOf(quoteOf(), facts)),
    ).toMatchObject({
      ok: false,
      details: { venue: "0x", what: "a first action with a deadline" },
    });
  });

  describe("a native sale that carries no deadline", () => {
    const ETH = token("ETH");
    const bytes = exec([action.swap()], { token: ETH });
    const multicall = (deadlineSec: number, call = bytes) =>
      encodeFunctionData({
        abi: parseAbi(["function multicall(uint256 deadline, bytes[] data)"]),
        functionName: "multicall",
        args: [BigInt(deadlineSec), [call]],
      });
    const sale = async (
      executionMode: "manual" | "delegated",
      { data = bytes, approved }: { data?: Hex; approved?: SwapPlan["approved"] } = {},
    ) => {
      const bench = await executionBench();
      const { request, ...rest } = quoteOf();
      const quote = {
        ...rest,
        request: { ...request, tokenIn: { address: ETH, symbol: "ETH", decimals: 18 } },
      };
      bench.venues["0x"] = { ...venueWith({ to: ZERO, data, valueBase: 5n }).venue, id: "0x" };
      const plan = {
        ...planOf(quote, factsOf({ settlers: [role("settler")] })),
        ...(approved && { approved }),
      };
      return buildSwap(bench.context({ vault: role("vault"), executionMode }), plan);
    };
    const bounds = {
      maxInBase: 5n,
      minOutBase: 3n,
      call: expect.objectContaining({ kind: "swap" }),
    };

    test("default: what an owner signs is dated by the vault's multicall, 30 minutes", async () => {
      const deadlineSec = NOW_SEC + 1_800;
      const data = multicall(deadlineSec);
      expect(await sale("manual")).toEqual({
        ok: true,
        value: { ...bounds, data, inner: bytes, deadlineSec },
      });
    });

    test("behavior: agent sends go as they are, attempts end after five minutes", async () => {
      const deadlineSec = NOW_SEC + 300;
      expect(await sale("delegated")).toEqual({
        ok: true,
        value: { ...bounds, data: bytes, deadlineSec },
      });
    });

    test("behavior: one that carries a deadline needs no multicall", async () => {
      const dated = (deadlineSec: number) =>
        exec([action.nativeCheck(BigInt(deadlineSec), 5n)], { token: ETH });
      expect(await sale("manual", { data: dated(NOW_SEC + 7_200) })).toEqual({
        ok: true,
        value: { ...bounds, data: dated(NOW_SEC + 1_800), deadlineSec: NOW_SEC + 1_800 },
      });
    });

    test("behavior: an approved one keeps its approved deadline, refused after it", async () => {
      const at = (deadlineSec: number) =>
        sale("delegated", { approved: { data: bytes, deadlineSec } });
      expect(await at(NOW_SEC)).toMatchObject({
        ok: true,
        value: { data: bytes, deadlineSec: NOW_SEC },
      });
      expect(await at(NOW_SEC - 1)).toMatchObject({ ok: false, details: { what: "deadline" } });
    });

    test("error: a multicall is not the agent's to send, nor one from the venue", async () => {
      const approved = { data: multicall(NOW_SEC + 300), deadlineSec: NOW_SEC + 300 };
      expect(await sale("delegated", { approved })).toMatchObject({
        ok: false,
        details: { what: "call" },
      });
      for (const mode of ["manual", "delegated"] as const)
        expect(await sale(mode, { data: multicall(NOW_SEC + 300) })).toMatchObject({
          ok: false,
          code: "venue_calldata_rejected",
        });
    });

    test("error: of a token's sale it is refused in both modes", async () => {
      const data = exec([action.swap()]);
      for (const mode of ["manual", "delegated"] as const)
        expect(await sale(mode, { data })).toMatchObject({
          ok: false,
          code: "venue_calldata_rejected",
        });
    });
  });
});
