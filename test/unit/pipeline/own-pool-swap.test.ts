import type { Address, Hex } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { encodeOracleSwap } from "../../../src/calldata/encode-oracle-swap.ts";
import { encodeStakingCall } from "../../../src/calldata/staking-call.ts";
import type { RouterSwapCall } from "../../../src/calldata/swap-calls.ts";
import { oraclePoolKey } from "../../../src/chain/oracle-reads.ts";
import type { CallPlan } from "../../../src/kinds/plan.ts";
import { judgeCall } from "../../../src/pipeline/judge-call.ts";
import { readCallFacts } from "../../../src/pipeline/read-call-facts.ts";
import { ownPoolSwap } from "../../../src/protocols/own-pool-swap.ts";
import { decodeVaultCall, type VaultCall } from "../../support/decode-vault-call.ts";
import {
  type Action,
  executeCall,
  NATIVE,
  type Pool,
  settleAll,
  sweep,
  take,
  takeAll,
  transfer,
  type Version,
  v4,
  v4Multi,
  v4Single,
} from "../../support/router-calldata.ts";
import { type Bench, executionBench } from "./support/execution-bench.ts";

/*
 * Swaps that are planned as calls, written by the tests' own encoder and not by the service's:
 * which of them the pipeline takes for one in the oracle's own pool, whatever the tool that planned
 * it says.
 */
const STRANGER: Address = `0x${"66".repeat(20)}`;
const TOKEN: Address = `0x${"77".repeat(20)}`;
const OTHER: Address = `0x${"78".repeat(20)}`;
const [AMOUNT, LEAST] = [10n ** 15n, 2_400_000n];

let bench: Bench;
let facts: CallPlan["facts"];
let own: Pool;
let deadline: bigint;
beforeAll(async () => {
  bench = await executionBench();
  const read = await readCallFacts(bench.chainDeps, bench.vault, undefined);
  if (!read.ok) throw new Error(read.message);
  facts = read.value;
  own = oraclePoolKey(bench.chainDeps.addresses.oracle, TOKEN);
  deadline = BigInt(Math.floor(bench.context().deps.clock.nowMs() / 1_000)) + 200n;
});

const swapOf = (pool: Pool, zeroForOne = true, more: Action[] = []) =>
  v4(
    v4Single("in", pool, zeroForOne, AMOUNT, LEAST),
    settleAll(zeroForOne ? pool.currency0 : pool.currency1, AMOUNT),
    takeAll(zeroForOne ? pool.currency1 : pool.currency0, LEAST),
    ...more,
  );
const plain = () => executeCall([swapOf(own)], deadline);
const read = (data: Hex, routerVersion: Version = "2.0"): VaultCall =>
  decodeVaultCall(data, {
    vault: bench.vault,
    wrappedNative: bench.chainDeps.addresses.wrappedNative,
    routerVersion,
  });
/** A tool that says of its calldata exactly what it is. */
const judged = async (
  data: Hex,
  expected = read(data),
  mode: "manual" | "delegated" = "delegated",
) => {
  const plan: CallPlan = {
    kind: "call",
    data,
    expected,
    description: "d",
    message: "m",
    swap: null,
    facts,
  };
  const verdict = await judgeCall(bench.context({ executionMode: mode }), plan);
  return verdict.ok ? verdict.value.call.kind : verdict.code;
};

test("default: an exact input in the oracle's own pool, either way, either router", async () => {
  expect(await judged(plain())).toBe("swap");
  expect(await judged(executeCall([swapOf(own, false)], deadline))).toBe("swap");
  expect(
    ownPoolSwap(read(plain()) as RouterSwapCall, bench.chainDeps.addresses.oracle)?.token,
  ).toBe(TOKEN);
});

test("default: what the service writes is what the tests' encoder writes", () => {
  for (const zeroForOne of [true, false])
    for (const version of ["2.0", "2.1.2"] as const) {
      const action = v4Single("in", own, zeroForOne, AMOUNT, LEAST, version);
      const [tokenIn, tokenOut] = zeroForOne ? [NATIVE, TOKEN] : [TOKEN, NATIVE];
      const data = executeCall(
        [v4(action, settleAll(tokenIn, AMOUNT), takeAll(tokenOut, LEAST))],
        deadline,
      );
      const swap = {
        pool: own,
        zeroForOne,
        amountInBase: AMOUNT,
        amountOutMinBase: LEAST,
        deadlineSec: deadline,
      };
      expect(encodeOracleSwap(swap, version)).toBe(data);
    }
});

describe("error: calldata that is another than it says", () => {
  test.each<[string, () => Hex]>([
    ["another pool", () => executeCall([swapOf({ ...own, fee: 500 })], deadline)],
    ["another token", () => executeCall([swapOf({ ...own, currency1: OTHER })], deadline)],
    ["another hook", () => executeCall([swapOf({ ...own, hooks: STRANGER })], deadline)],
    ["the other way round", () => executeCall([swapOf(own, false)], deadline)],
    [
      "more sold",
      () =>
        plain().replace(
          AMOUNT.toString(16).padStart(64, "0"),
          (AMOUNT + 1n).toString(16).padStart(64, "0"),
        ) as Hex,
    ],
    [
      "a lower minimum",
      () => plain().replaceAll(LEAST.toString(16).padStart(64, "0"), "0".padStart(64, "0")) as Hex,
    ],
    ["a later deadline", () => executeCall([swapOf(own)], deadline + 1n)],
    [
      "an action behind it",
      () => executeCall([swapOf(own, true, [take(TOKEN, STRANGER, 0n)])], deadline),
    ],
    [
      "a command behind it",
      () => executeCall([swapOf(own), sweep(NATIVE, STRANGER, 0n)], deadline),
    ],
    ["bytes behind it", () => `${plain()}00`],
    ["a stake", () => encodeStakingCall({ kind: "stake", amountBase: AMOUNT })],
  ])("args: %s", async (_, mutate) => {
    for (const mode of ["manual", "delegated"] as const)
      expect(await judged(mutate(), read(plain()), mode)).toBe("calldata_rejected");
  });
});

describe("error: another swap, with a tool that says so", () => {
  test.each<[string, () => Hex]>([
    ["in a pool without a hook", () => executeCall([swapOf({ ...own, hooks: NATIVE })], deadline)],
    [
      "in a pool with another hook",
      () => executeCall([swapOf({ ...own, hooks: STRANGER })], deadline),
    ],
    ["of another fee", () => executeCall([swapOf({ ...own, fee: 100 })], deadline)],
    ["of another spacing", () => executeCall([swapOf({ ...own, tickSpacing: 60 })], deadline)],
    [
      "of two tokens",
      () =>
        executeCall(
          [
            swapOf({
              ...own,
              currency0: OTHER < TOKEN ? OTHER : TOKEN,
              currency1: OTHER < TOKEN ? TOKEN : OTHER,
            }),
          ],
          deadline,
        ),
    ],
    [
      "with an exact output",
      () =>
        executeCall(
          [
            v4(
              v4Single("out", own, true, LEAST, AMOUNT),
              settleAll(NATIVE, AMOUNT),
              takeAll(TOKEN, LEAST),
            ),
          ],
          deadline,
        ),
    ],
    [
      "by a path",
      () =>
        executeCall(
          [
            v4(
              v4Multi("in", NATIVE, [{ ...own, token: TOKEN }], AMOUNT, LEAST),
              settleAll(NATIVE, AMOUNT),
              takeAll(TOKEN, LEAST),
            ),
          ],
          deadline,
        ),
    ],
    [
      "and another one",
      () =>
        executeCall(
          [
            v4(
              v4Single("in", own, true, AMOUNT, LEAST),
              v4Single("in", own, true, AMOUNT, LEAST),
              settleAll(NATIVE, 2n * AMOUNT),
              takeAll(TOKEN, LEAST),
            ),
          ],
          deadline,
        ),
    ],
    [
      "taken by a stranger",
      () =>
        executeCall(
          [
            v4(
              v4Single("in", own, true, AMOUNT, LEAST),
              settleAll(NATIVE, AMOUNT),
              take(TOKEN, STRANGER, 0n),
            ),
          ],
          deadline,
        ),
    ],
    [
      "with a payment behind it",
      () => executeCall([swapOf(own), transfer(TOKEN, STRANGER, 1n)], deadline),
    ],
    [
      "with a sweep behind it",
      () => executeCall([swapOf(own), sweep(NATIVE, bench.vault, 0n)], deadline),
    ],
    ["without a deadline", () => executeCall([swapOf(own)], null)],
    ["whose deadline is far", () => executeCall([swapOf(own)], deadline + 10_000n)],
    ["whose deadline has passed", () => executeCall([swapOf(own)], deadline - 1_000n)],
  ])("args: %s", async (what, write) => {
    const expected = what.includes("deadline") ? "deadline_passed" : "calldata_rejected";
    for (const mode of ["manual", "delegated"] as const)
      expect(await judged(write(), undefined, mode)).toBe(expected);
  });
});

describe("error: a staking call that is another than it says", () => {
  const stake = { kind: "stake", amountBase: 5n } as const;
  test.each<[string, Hex]>([
    ["more", encodeStakingCall({ ...stake, amountBase: 6n })],
    ["unstake", encodeStakingCall({ ...stake, kind: "unstake" })],
    ["undelegate", encodeStakingCall({ ...stake, kind: "undelegateStake" })],
    ["a claim", encodeStakingCall({ kind: "claimStakingRewards" })],
    ["bytes behind it", `${encodeStakingCall(stake)}00`],
  ])("args: %s", async (_, data) => {
    expect(await judged(data, stake)).toBe("calldata_rejected");
  });

  test("default: and the very call is taken", async () => {
    expect(await judged(encodeStakingCall(stake), stake)).toBe("stake");
  });
});

describe("a reading that says otherwise in one place alone", () => {
  const good = () => read(plain()) as RouterSwapCall;
  const isOwn = (call: object) =>
    ownPoolSwap(call as RouterSwapCall, bench.chainDeps.addresses.oracle) !== undefined;

  test("default: the plain one is a swap in the oracle's own pool", () => {
    expect(isOwn(good())).toBe(true);
  });

  test.each<[string, (call: RouterSwapCall) => object]>([
    ["another kind", () => ({ kind: "wrap" })],
    ["another venue", () => ({ venue: "uniswap-mixed" })],
    ["an exact output", () => ({ mode: "exactOut" })],
    ["no leg", () => ({ legs: [] })],
    ["two legs", ({ legs }) => ({ legs: [...legs, ...legs] })],
    ["a leg elsewhere", ({ legs }) => ({ legs: [{ ...legs[0], protocol: "v3" }] })],
    ["no pool", ({ legs }) => ({ legs: [{ ...legs[0], pools: [] }] })],
    [
      "two pools",
      ({ legs }) => ({
        legs: legs.map((leg) => (leg.protocol === "v4" ? { ...leg, pools: [own, own] } : leg)),
      }),
    ],
    ["a payment", () => ({ payments: [{ token: TOKEN, recipient: STRANGER, minBase: 0n }] })],
    ["something left in the router", () => ({ leftInRouter: [TOKEN] })],
  ])("error: %s is none", (_what, change) => {
    const call = good();
    expect(isOwn({ ...call, ...change(call) })).toBe(false);
  });
});
