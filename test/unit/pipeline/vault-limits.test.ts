import fc from "fast-check";
import { type Address, zeroAddress } from "viem";
import { describe, expect, test } from "vitest";
import type { VaultLimits } from "../../../schemas/vault-limits.ts";
import type { ChainAddresses } from "../../../src/chain/addresses.ts";
import type { RpcOutcome } from "../../../src/chain/rpc-call.ts";
import type { SwapPlan } from "../../../src/kinds/plan.ts";
import { carryOut } from "../../../src/pipeline/carry-out.ts";
import { judgeLimits } from "../../../src/pipeline/checks-built.ts";
import { prepareCall } from "../../../src/pipeline/prepare-call.ts";
import { readSwapFacts } from "../../../src/pipeline/read-swap-facts.ts";
import { judgeSpend } from "../../../src/pipeline/spend-of-call.ts";
import { saveVaultLimits } from "../../../src/store/vaults/save-vault-limits.ts";
import { callKinds } from "../../support/call-kinds.ts";
import { type Bench, executionBench } from "./support/execution-bench.ts";

const CALL = { kind: "call" } as const;
const WRAPPED: Address = `0x${"42".repeat(20)}`;
const OTHER: Address = `0x${"ab".repeat(20)}`;
const LISTED: Address = `0x${"cc".repeat(20)}`;
const BASE: Address = `0x${"0d".repeat(20)}`;
const addresses = { wrappedNative: WRAPPED, tokens: [{ symbol: "CC", address: LISTED }] };
const limitsOf = (changes: Partial<VaultLimits> = {}): VaultLimits => ({
  ...{
    version: 1,
    baseToken: { address: BASE, symbol: "USDC", decimals: 6 },
    perToken: [],
    tokens: "listed",
  },
  ...changes,
});
const swapTo = (token: Address) =>
  ({ venue: "0x", gives: [{ token: BASE, amountBase: 1n }], buys: [token] }) as const;

const limitedCall = (call: { kind: string; [field: string]: unknown }, at: object) =>
  // Safe: a reading of limits reads no more of the addresses than a test gives it.
  callKinds.rule(call)?.limited(call, at as ChainAddresses);

describe("where a call goes and what it buys", () => {
  test.each<[string, Partial<VaultLimits>, Address, string]>([
    ["anything, where nothing is said", {}, OTHER, "ok"],
    ["what is in the list", { tokens: [OTHER] }, OTHER, "ok"],
    ["what is not in the list", { tokens: [OTHER] }, LISTED, "token_not_allowed"],
    ["the wrapped coin, where the coin is in the list", { tokens: [zeroAddress] }, WRAPPED, "ok"],
    ["the base token, whatever is in the list", { tokens: [] }, BASE, "ok"],
    ["a venue in the list", { venues: ["0x"] }, OTHER, "ok"],
    ["another venue", { venues: ["uniswap"] }, OTHER, "venue_not_allowed"],
    ["no venue at all", { venues: [] }, BASE, "venue_not_allowed"],
  ])("behavior: %s", (_what, changes, token, code) => {
    const judged = judgeLimits(limitsOf(changes), swapTo(token), addresses);
    expect(judged.ok ? "ok" : judged.code).toBe(code);
  });

  test("default: a way out is held against nothing, as is everything without limits", () => {
    const none = limitsOf({ tokens: [], venues: [] });
    expect(judgeLimits(none, undefined, addresses).ok).toBe(true);
    expect(judgeLimits(null, swapTo(OTHER), addresses).ok).toBe(true);
  });

  const all = { ...addresses, usdc: BASE, tokens: [{ symbol: "GRG", address: LISTED }] } as never;
  const amounts = { amount0MaxBase: 3n, amount1MaxBase: 5n };
  const pool = { currency0: zeroAddress, currency1: OTHER };
  test.each([
    [
      { kind: "lpMint", pool, ...amounts },
      "uniswap",
      [
        [zeroAddress, 3n],
        [OTHER, 5n],
      ],
      [zeroAddress, OTHER],
    ],
    [
      { kind: "lpIncrease", ...pool, ...amounts },
      "uniswap",
      [
        [zeroAddress, 3n],
        [OTHER, 5n],
      ],
      [zeroAddress, OTHER],
    ],
    [{ kind: "bridge", inputToken: OTHER, inputAmountBase: 7n }, "across", [[OTHER, 7n]], []],
    [{ kind: "stake", amountBase: 9n }, "staking", [[LISTED, 9n]], []],
    [{ kind: "hlDeposit", amountBase: 2n }, "hyperliquid", [[BASE, 2n]], []],
    [{ kind: "hlOrder", reduceOnly: false }, "hyperliquid", [], []],
    [
      { kind: "gmxIncrease", collateralToken: OTHER, collateralDeltaBase: 4n },
      "gmx",
      [[OTHER, 4n]],
      [],
    ],
    [
      { kind: "swap", venue: "uniswap-v4", tokenIn: OTHER, tokenOut: BASE, amountInBase: 6n },
      "uniswap",
      [[OTHER, 6n]],
      [BASE],
    ],
  ] as const)("default: %o", (call, venue, gives, buys) => {
    expect(limitedCall(call, all)).toEqual({
      ...{ venue, buys },
      gives: gives.map(([token, amountBase]) => ({ token, amountBase })),
    });
  });

  test.each([
    ...[
      "wrap",
      "unwrap",
      "lpDecrease",
      "lpCollect",
      "lpBurn",
      "undelegateStake",
      "unstake",
      "claimStakingRewards",
    ],
    ...[
      "hlCancel",
      "hlClassTransfer",
      "hlSpotSend",
      "gmxDecrease",
      "gmxUpdate",
      "gmxCancel",
      "gmxClaimFunding",
    ],
    ...["gmxClaimCollateral", "delegation", "revokeAllDelegations"],
  ])("default: %s is a way out, or stays within the vault", (kind) => {
    expect(limitedCall({ kind }, all)).toBeNull();
  });
  test("default: an order that only reduces is a way out", () => {
    expect(limitedCall({ kind: "hlOrder", reduceOnly: true }, all)).toBeNull();
  });
});

describe("what a call counts as", () => {
  const read = (value: bigint): RpcOutcome<bigint> => ({ ok: true, value });
  const judge = (
    limits: Partial<VaultLimits>,
    gives: readonly [Address, bigint, bigint][],
    buys: readonly Address[],
  ) =>
    judgeSpend(
      limitsOf(limits),
      { venue: "0x", gives: gives.map(([token, amountBase]) => ({ token, amountBase })), buys },
      gives.map(([, , value]) => read(value)),
      addresses,
    );

  test("property: all given, rounded up; for tokens what others give; one to the last unit", () => {
    const tokens = [zeroAddress, WRAPPED, OTHER, LISTED, BASE];
    const given = fc.array(
      fc.tuple(
        fc.constantFrom(...tokens),
        fc.bigInt({ min: 1n, max: 10n ** 40n }),
        fc.bigInt({ min: 1n, max: 10n ** 40n }),
      ),
      { maxLength: 3 },
    );
    const sameToken = (a: Address, b: Address) =>
      a === b || [a, b].every((one) => one === zeroAddress || one === WRAPPED);
    fc.assert(
      fc.property(given, fc.constantFrom(...tokens), (gives, bought) => {
        // The oracle rounds down; the base token is worth itself.
        const value = ([token, amount, worth]: (typeof gives)[number]) =>
          token === BASE ? amount : worth + 1n;
        const list = gives.map(
          ([token, amount, worth]) =>
            [token, amount, token === BASE ? amount : worth] as [Address, bigint, bigint],
        );
        const sum = gives.reduce((total, one) => total + value(one), 0n);
        const others = gives
          .filter(([token]) => !sameToken(token, bought))
          .reduce((total, one) => total + value(one), 0n);
        const judged = judge({ maxPerTransaction: sum.toString() }, list, [bought]);
        const key = bought === WRAPPED ? zeroAddress : bought;
        expect(judged).toEqual({
          ok: true,
          value: { all: sum.toString(), bought: [{ token: key, value: others.toString() }] },
        });
        if (sum > 0n)
          expect(judge({ maxPerTransaction: (sum - 1n).toString() }, list, [bought])).toMatchObject(
            {
              code: "limit_exceeded",
            },
          );
      }),
    );
  });

  test("default: a refusal says which limit, what is allowed, used, left and wanted", () => {
    expect(
      judge({ maxPerTransaction: "1500000" }, [[BASE, 2_000_000n, 2_000_000n]], [OTHER]),
    ).toMatchObject({
      code: "limit_exceeded",
      details: {
        limit: "maxPerTransaction",
        allowed: "1.5",
        used: "0",
        left: "1.5",
        wanted: "2",
        baseToken: "USDC",
      },
    });
  });

  test("behavior: a token has its own limit or that of any, the base token its own alone", () => {
    const own = { maxPerTokenPerDay: "5", perToken: [{ token: OTHER, maxPerDay: "7" }] };
    const allowed = (token: Address, limits: Partial<VaultLimits> = own) => {
      const judged = judge(limits, [[LISTED, 1n, 1n]], [token]);
      return judged.ok ? judged.value.bought[0]?.allowed : judged.code;
    };
    expect([allowed(OTHER), allowed(WRAPPED), allowed(BASE)]).toEqual(["7", "5", undefined]);
    expect(allowed(BASE, { perToken: [{ token: BASE, maxPerDay: "9" }] })).toBe("9");
  });

  test.each<[string, RpcOutcome<bigint>, string]>([
    ["no answer", { ok: false, kind: "unavailable", message: "m" }, "rpc_unavailable"],
    [
      "no feed",
      { ok: false, kind: "reverted", data: "0x", message: "m" } as RpcOutcome<bigint>,
      "no_price_feed",
    ],
    ["a price out of its range", { ok: true, value: 0n }, "no_price_feed"],
  ])("error: %s: what cannot be valued is refused", (_what, outcome, code) => {
    const call = { venue: "0x", gives: [{ token: OTHER, amountBase: 5n }], buys: [] } as const;
    expect(judgeSpend(limitsOf({ maxPerDay: "9" }), call, [outcome], addresses)).toMatchObject({
      ok: false,
      code,
    });
    expect(judgeSpend(limitsOf({ maxPerDay: "9" }), call, [], addresses)).toMatchObject({
      code: "rpc_unavailable",
    });
  });
});

describe("in the pipeline", () => {
  async function planOf(bench: Bench, sells: "USDC" | "WETH" = "USDC"): Promise<SwapPlan> {
    const quote = bench.quote({
      sells,
      amountBase: sells === "USDC" ? 2_000_000_000n : 10n ** 18n,
    });
    const { tokenIn, tokenOut, mode, amountBase } = quote.request;
    const request = { vault: bench.vault, agent: bench.agent, tokenIn, tokenOut, mode, amountBase };
    const facts = await readSwapFacts(bench.chainDeps, request);
    if (!facts.ok) throw new Error(facts.message);
    return { kind: "swap", quote, facts: facts.value, toleranceBps: 500 };
  }
  const limit = async (bench: Bench, changes: Partial<VaultLimits>): Promise<void> => {
    const baseToken = { address: bench.tokens.usdc, symbol: "USDC", decimals: 6 };
    const saved = await saveVaultLimits.run(bench.deps.redis, bench.keys, {
      ...{
        requestId: bench.deps.newId(),
        nowMs: bench.startMs,
        chainId: 8453,
        vault: bench.vault,
        operator: bench.operator,
      },
      ...{ limits: { ...limitsOf(changes), baseToken }, baseKey: bench.tokens.usdc },
    });
    expect(saved).toEqual({ ok: true });
  };
  const reads = (bench: Bench) =>
    bench.names().filter((name) => name === "convertTokenAmount").length;

  test("budget: without limits no more reads; with them, in the simulation request", async () => {
    const plain = await executionBench();
    const plan = await planOf(plain, "WETH");
    await prepareCall(plain.context(), plan);
    const bench = await executionBench();
    const same = await planOf(bench, "WETH");
    await limit(bench, { maxPerDay: (10n ** 12n).toString() });
    expect(await prepareCall(bench.context(), same)).toMatchObject({ ok: true });
    expect(reads(bench) - reads(plain)).toBe(1);
  });

  test("behavior: counted with intent, corrected by receipt, held against the next", async () => {
    const bench = await executionBench();
    // 2,000 USDC leave; of one unit less than twice that the second is refused, with the figures.
    await limit(bench, { maxPerDay: "3999999999" });
    expect((await carryOut(bench.context(), await planOf(bench), CALL)).status).toBe("confirmed");
    expect((await bench.context().stored()).spent).toMatchObject({ day: "2000000000" });
    bench.pass(10_000);
    const refused = await carryOut(bench.context({ requestId: "R-2" }), await planOf(bench), CALL);
    expect(refused).toMatchObject({
      status: "refused",
      refusal: {
        code: "limit_exceeded",
        details: {
          limit: "maxPerDay",
          allowed: "3999.999999",
          used: "2000",
          left: "1999.999999",
          wanted: "2000",
          reason: "limit_used",
        },
      },
    });
    expect(bench.sent).toHaveLength(1);
  });

  test("behavior: what would not fit an empty day names no reason to wait for", async () => {
    const bench = await executionBench();
    await limit(bench, { maxPerDay: "1999999999" });
    const refused = await carryOut(bench.context(), await planOf(bench), CALL);
    expect(refused).toMatchObject({ refusal: { code: "limit_exceeded" } });
    expect(refused).not.toHaveProperty("refusal.details.reason");
  });

  test.each(["manual", "delegated"] as const)(
    "behavior: %s, one transaction, tokens and venues are judged before anything is signed",
    async (executionMode) => {
      for (const [changes, code] of [
        [{ maxPerTransaction: "1999999999" }, "limit_exceeded"],
        [{ tokens: [] }, "token_not_allowed"],
        [{ venues: ["0x"] }, "venue_not_allowed"],
      ] as const) {
        const bench = await executionBench();
        await limit(bench, changes as Partial<VaultLimits>);
        const outcome = await carryOut(bench.context({ executionMode }), await planOf(bench), CALL);
        expect(outcome).toMatchObject({ status: "refused", refusal: { code } });
        expect(bench.scripts.some(({ name }) => name === "prepare-attempt")).toBe(false);
      }
    },
  );

  test("security: limits that were set while it was built hold for it", async () => {
    const bench = await executionBench();
    bench.before.set("prepare-attempt", async () => {
      bench.before.delete("prepare-attempt");
      await limit(bench, { maxPerDay: "1" });
    });
    const outcome = await carryOut(bench.context(), await planOf(bench), CALL);
    expect(outcome).toMatchObject({
      refusal: { code: "conflict", details: { reason: "limits_changed" } },
    });
    expect(bench.sent).toEqual([]);
  });
});
