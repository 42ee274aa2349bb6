import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import type { ExecutionContext } from "../../../src/kinds/execution-context.ts";
import type { SwapPlan } from "../../../src/kinds/plan.ts";
import { prepareCall } from "../../../src/pipeline/prepare-call.ts";
import { readSwapFacts } from "../../../src/pipeline/read-swap-facts.ts";
import { words } from "../../simulation/chain/words.ts";
import { keepVenuePrices } from "../../simulation/world/keep-venue-prices.ts";
import { type Asked, type Bench, executionBench } from "./support/execution-bench.ts";

/**
 * The simulated vault: 100,000 USDC and 50 WETH at 2,000, 2 USDC a share. Its venue's price is the
 * same.
 */
const WETH = 10n ** 18n;
const swapOf = async (
  bench: Bench,
  sells: "USDC" | "WETH",
  changes: Partial<SwapPlan["facts"]> = {},
) => {
  const quote = bench.quote({ sells, amountBase: sells === "WETH" ? WETH : 2_000_000_000n });
  const { tokenIn, tokenOut, mode, amountBase } = quote.request;
  const facts = await readSwapFacts(bench.chainDeps, {
    ...{ vault: bench.vault, agent: bench.agent, tokenIn, tokenOut, mode, amountBase },
  });
  if (!facts.ok) throw new Error(facts.message);
  const plan: SwapPlan = {
    kind: "swap",
    quote,
    facts: { ...facts.value, ...changes },
    toleranceBps: 5_000,
  };
  return plan;
};
const prepared = async (bench: Bench, plan: SwapPlan, changes: Partial<ExecutionContext> = {}) =>
  prepareCall(bench.context(changes), plan);
/** NAV per unit and value after the call, in parts of what they are. */
const navAfter = (bench: Bench, bps: bigint) =>
  bench.answer("multicall", ({ params }: Asked) => {
    const after =
      `0x${words.uint(200n * bps)}${words.uint(20_000_000n * bps)}${words.uint(0)}` as const;
    const [{ data }] = params as [{ data: string }];
    return { result: `0x${words.bytesArray(data.length > 0 ? ["0x", after] : [])}` };
  });
const withLimits = async (bench: Bench, changes: object): Promise<ExecutionContext["stored"]> => {
  const known = await bench.context().stored();
  const usdc = { address: bench.tokens.usdc, decimals: 6, symbol: "USDC" };
  return async () => ({
    ...known,
    limits: { version: 1, baseToken: usdc, perToken: [], tokens: "listed" as const, ...changes },
  });
};

describe("the dearer of two prices", () => {
  test("behavior: an oracle pushed down makes no limit wider, no worst case smaller", async () => {
    const bench = await executionBench();
    bench.chain.change((state) => ({ ...state, oraclePrice: 1_600_000_000n }));
    const plan = await swapOf(bench, "WETH");
    // 1 WETH, 2,000 USDC at the venue and 1,600 by the oracle.
    const tight = await withLimits(bench, { maxPerTransaction: "1999999999" });
    expect(await prepared(bench, plan, { stored: tight })).toMatchObject({
      ok: false,
      code: "limit_exceeded",
    });
    const stored = await withLimits(bench, { maxPerTransaction: "2000000002" });
    const fits = await prepared(bench, plan, { stored });
    if (!fits.ok) throw new Error(fits.message);
    expect(fits.value.limits?.spend?.all).toBe("2000000001");
    expect(fits.value.swap?.valuation?.maxInValueBase).toBe("2000000001");
  });

  test("behavior: with no venue's price at hand the oracle alone counts, and says so", async () => {
    const bench = await executionBench();
    bench.command("DEL", bench.keys.venuePrices(8453));
    const stored = await withLimits(bench, { maxPerTransaction: "2000000002" });
    const fits = await prepared(bench, await swapOf(bench, "WETH"), { stored });
    if (!fits.ok) throw new Error(fits.message);
    expect(fits.value.figures.oracleAlone).toEqual([bench.tokens.weth]);
    expect(fits.value.figures.navShield?.unconfirmed).toMatchObject([
      { token: bench.tokens.weth, reason: "no_venue_price" },
    ]);
  });
});

describe("a NAV that was moved", () => {
  test("behavior: agent buys may not lift NAV over a threshold; uncounted sales may", async () => {
    const bench = await executionBench();
    const plan = await swapOf(bench, "USDC");
    navAfter(bench, 11_001n);
    const lift = { code: "nav_shield_blocked", details: { liftBps: 1_001, thresholdBps: 1_000 } };
    expect(await prepared(bench, plan)).toMatchObject({ ok: false, ...lift });
    navAfter(bench, 11_000n);
    expect(await prepared(bench, plan)).not.toMatchObject(lift);
    // Sold is what the vault does not count, for what it does.
    navAfter(bench, 11_001n);
    const sells = await swapOf(bench, "WETH", { activeTokens: [] as Address[] });
    expect(await prepared(bench, sells)).not.toMatchObject(lift);
  });

  test("behavior: a loss is a share of the lower of the NAV before it and the high", async () => {
    const bench = await executionBench();
    const known = await bench.context().stored();
    const plan = await swapOf(bench, "USDC");
    // A basis point of 2.00 lost: of a high of 1.00 that is two. The worst of its calldata are
    // 21.98 of 200,000 USDC, and of 100,000.
    navAfter(bench, 9_999n);
    const at = async (navBaseline: string) => {
      const answer = await prepared(bench, plan, {
        stored: async () => ({ ...known, navBaseline }),
      });
      return answer.ok
        ? [answer.value.figures.navShield?.lossBps, answer.value.loss?.lossPpb]
        : answer.code;
    };
    expect([await at("2000000"), await at("1000000")]).toEqual([
      [1, 200_000],
      [2, 300_000],
    ]);
    expect(await at("1000")).toBe("nav_shield_blocked");
  });

  test("behavior: a high with a tenth priced off venue is left out, kept for losses", async () => {
    const bench = await executionBench();
    const known = async () => ({ ...(await bench.context().stored()), navBaseline: "3000000" });
    const plan = await swapOf(bench, "USDC");
    expect(await prepared(bench, plan, { stored: known })).toMatchObject({
      code: "nav_shield_blocked",
    });
    keepVenuePrices({ command: bench.command }, bench.keys, 8453, 3_000_000_000n);
    const answer = await prepared(bench, plan, { stored: known });
    expect(answer).toMatchObject({
      ok: true,
      value: { figures: { navShield: { baseline: null } } },
    });
  });
});
