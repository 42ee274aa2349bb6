import { encodeFunctionData, type Hex, parseAbi, zeroAddress } from "viem";
import { describe, expect, test } from "vitest";
import { encodeDeposit } from "../../../src/bridge/encode-deposit.ts";
import type { BridgeCall } from "../../../src/calldata/bridge-call.ts";
import type { CallPlan } from "../../../src/kinds/plan.ts";
import { liquidityCalldata } from "../../../src/liquidity/liquidity-calldata.ts";
import { carryOut } from "../../../src/pipeline/carry-out.ts";
import { judgeCall } from "../../../src/pipeline/judge-call.ts";
import { prepareForApproval } from "../../../src/pipeline/prepare-for-approval.ts";
import { readCallFacts } from "../../../src/pipeline/read-call-facts.ts";
import type { VaultCall } from "../../support/decode-vault-call.ts";
import { decodeVaultCall } from "../../support/decode-vault-call.ts";
import { calldata, factsOf } from "../calldata/safety-vectors.ts";
import { type Bench, executionBench } from "./support/execution-bench.ts";

/*
 * Plans as a hostile or broken tool would make them: each says of itself whatever would let it
 * through. What comes out is decided by the bytes of its calldata.
 */
const CALL = { kind: "call" } as const;
const abi = parseAbi([
  "function setOwner(address)",
  "function transfer(address,uint256)",
  "function wrapETH(uint256)",
  "function multicall(bytes[])",
  "function updateDelegation((address delegated, bytes4 selector, bool isDelegated)[])",
]);
const STRANGER = `0x${"66".repeat(20)}` as const;

async function planOf(bench: Bench, data: Hex, expected: VaultCall): Promise<CallPlan> {
  const facts = await readCallFacts(bench.chainDeps, bench.vault, undefined);
  if (!facts.ok) throw new Error(facts.message);
  return {
    kind: "call",
    data,
    expected,
    description: "d",
    message: "m",
    swap: null,
    facts: facts.value,
  };
}
const wrap = (bench: Bench, amountBase: bigint): VaultCall => ({
  kind: "wrap",
  tokenIn: `0x${"00".repeat(20)}`,
  tokenOut: bench.chainDeps.addresses.wrappedNative,
  amountInBase: amountBase,
  amountOutBase: amountBase,
  recipient: bench.vault,
});
const wrapData = (amount: bigint) =>
  encodeFunctionData({ abi, functionName: "wrapETH", args: [amount] });
const grant = (selector: Hex, delegated: Hex) =>
  encodeFunctionData({
    abi,
    functionName: "updateDelegation",
    args: [[{ delegated, selector, isDelegated: true }]],
  });

const depositOf = (bench: Bench): BridgeCall => ({
  ...{ kind: "bridge", opType: "transfer", depositor: bench.vault, recipient: bench.vault },
  inputToken: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
  outputToken: "0xaf88d065e77c8cc2239327c5edb3a432268e5831",
  ...{ inputAmountBase: 1_000n, outputAmountBase: 999n, destinationChainId: 42161n },
  ...{
    exclusiveRelayer: zeroAddress,
    exclusivityDeadlineSec: 0,
    navToleranceBps: 0n,
    sourceNativeAmountBase: 0n,
  },
  ...{
    quoteTimestampSec: 0,
    fillDeadlineSec: Math.floor(bench.deps.clock.nowMs() / 1_000) + 60,
    shouldUnwrap: false,
  },
});
/** Each says of itself exactly what its bytes say. */
const hostileDeposits: [string, Partial<BridgeCall>][] = [
  ["that arrives at another account", { recipient: STRANGER }],
  ["whose refund goes to another account", { depositor: STRANGER }],
  ["as another token", { outputToken: "0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9" }],
  ["of which half is the fee", { outputAmountBase: 500n }],
  ["for a relayer of its own", { exclusiveRelayer: STRANGER }],
  ["to no chain of ours", { destinationChainId: 999n }],
];

describe.each(["manual", "delegated"] as const)("a hostile plan, %s", (executionMode) => {
  const refusalOf = async (bench: Bench, plan: CallPlan) => {
    const ctx = bench.context({ executionMode });
    const outcome = await carryOut(ctx, plan, CALL);
    expect(bench.sent).toEqual([]);
    expect(outcome).not.toHaveProperty("transaction");
    // Nothing is simulated for it either: the bytes are judged first.
    return outcome.status === "refused" ? outcome.refusal.code : outcome.status;
  };

  test.each<[string, (bench: Bench) => [Hex, VaultCall]]>([
    ["an amount other than it says", (bench) => [wrapData(2n), wrap(bench, 1n)]],
    [
      "setOwner behind the name of a wrap",
      (bench) => [
        encodeFunctionData({ abi, functionName: "setOwner", args: [STRANGER] }),
        wrap(bench, 1n),
      ],
    ],
    ["bytes behind a good call", (bench) => [`${wrapData(1n)}00`, wrap(bench, 1n)]],
    [
      "a multicall around a good call",
      (bench) => [
        encodeFunctionData({ abi, functionName: "multicall", args: [[wrapData(1n)]] }),
        wrap(bench, 1n),
      ],
    ],
    [
      "bytes that nobody understands, and an expectation that says so",
      () => [
        "0xdeadbeef",
        { kind: "unknown", reason: "selector 0xdeadbeef is none of the calls this service makes" },
      ],
    ],
    ...hostileDeposits.map(([what, change]): [string, (bench: Bench) => [Hex, VaultCall]] => [
      `a deposit into Across ${what}`,
      (bench) => {
        const call: BridgeCall = { ...depositOf(bench), ...change };
        return [encodeDeposit(call), call];
      },
    ]),
    [
      "a swap that goes round the Swap Shield",
      () => {
        const data = calldata("swap.v4-exact-in-usdc-eth");
        return [data, decodeVaultCall(data, factsOf())];
      },
    ],
    [
      "a sweep to a stranger",
      () => {
        const data = calldata("refusal.sweep-to-stranger");
        return [data, decodeVaultCall(data, factsOf())];
      },
    ],
  ])("error: %s is refused", async (_what, make) => {
    const bench = await executionBench();
    const [data, expected] = make(bench);
    expect(await refusalOf(bench, await planOf(bench, data, expected))).toBe(
      executionMode === "delegated" && !["wrap", "swap", "bridge"].includes(expected.kind)
        ? "owner_only"
        : "calldata_rejected",
    );
  });

  test("error: nobody is granted what is never delegated", async () => {
    const bench = await executionBench();
    const selector = "0x13af4035";
    const plan = await planOf(bench, grant(selector, bench.agent), {
      kind: "delegation",
      changes: [{ delegated: bench.agent, selector, isDelegated: true }],
    });
    expect(await refusalOf(bench, plan)).toBe(
      executionMode === "manual" ? "selector_not_allowed" : "owner_only",
    );
  });

  test("error: what moves assets is never planned without what measures it", async () => {
    const bench = await executionBench();
    // As good as those above are not: it gets as far as being measured.
    const deposit = await planOf(bench, encodeDeposit(depositOf(bench)), depositOf(bench));
    await expect(carryOut(bench.context({ executionMode }), deposit, CALL)).rejects.toThrow(
      "what measures it",
    );
    const plan = await planOf(bench, wrapData(1n), wrap(bench, 1n));
    await expect(carryOut(bench.context({ executionMode }), plan, CALL)).rejects.toThrow(
      "without what measures it",
    );
    expect(bench.sent).toEqual([]);
  });
});

test("behavior: never-delegated ones can always be taken away; a refusal names them", async () => {
  const bench = await executionBench();
  const selector = "0x13af4035";
  const change = (isDelegated: boolean) =>
    ({ delegated: bench.agent, selector, isDelegated }) as const;
  const planned = async (isDelegated: boolean) => {
    const args = [[change(isDelegated)]] as const;
    const data = encodeFunctionData({ abi, functionName: "updateDelegation", args });
    const plan = await planOf(bench, data, { kind: "delegation", changes: [change(isDelegated)] });
    return carryOut(bench.context({ executionMode: "manual" }), plan, CALL);
  };
  expect(await planned(true)).toMatchObject({
    refusal: {
      code: "selector_not_allowed",
      message: "0x13af4035 is never delegated to an agent wallet. Nothing was built.",
      details: { selector },
    },
  });
  const taken = await planned(false);
  expect(taken.status === "refused" && taken.refusal.code).not.toBe("selector_not_allowed");
});

test("error: a kind that no tool may plan is named", async () => {
  const bench = await executionBench();
  const data = calldata("refusal.sweep-to-stranger");
  const plan = await planOf(bench, data, decodeVaultCall(data, factsOf()));
  expect(await carryOut(bench.context({ executionMode: "manual" }), plan, CALL)).toMatchObject({
    refusal: {
      code: "calldata_rejected",
      message: "A call of the kind sweep is never built this way. Nothing was sent.",
      details: { kind: "sweep" },
    },
    debugCall: { to: bench.vault },
  });
});

test("error: an owner's call is offered to nobody for approval", async () => {
  const bench = await executionBench();
  const plan = await planOf(bench, grant("0x3593564c", bench.agent), {
    kind: "delegation",
    changes: [{ delegated: bench.agent, selector: "0x3593564c", isDelegated: true }],
  });
  expect(await prepareForApproval(bench.context(), plan)).toMatchObject({
    ok: false,
    code: "owner_only",
  });
});

test.each(["recipient", "depositor"])(
  "error: a %s that is not the vault is named, with the vault",
  async (field) => {
    const bench = await executionBench();
    const call: BridgeCall = { ...depositOf(bench), [field]: STRANGER };
    expect(
      await judgeCall(bench.context(), await planOf(bench, encodeDeposit(call), call)),
    ).toEqual({
      ok: false,
      code: "calldata_rejected",
      message: "The call pays out to another account than the vault. Nothing was sent.",
      details: { field, expected: bench.vault, actual: STRANGER },
    });
  },
);

test("error: a stranger who would get the coin that is left over is named as that", async () => {
  const bench = await executionBench();
  const deadlineSec = Math.floor(bench.deps.clock.nowMs() / 1_000) + 60;
  const pool = {
    currency0: zeroAddress,
    currency1: bench.tokens.usdc,
    fee: 500,
    tickSpacing: 10,
    hooks: zeroAddress,
  };
  const added = { tokenId: 14n, liquidity: 10n, amount0MaxBase: 20n, amount1MaxBase: 30n };
  const data = liquidityCalldata.increase({ ...added, pool }, { vault: STRANGER, deadlineSec });
  const { wrappedNative } = bench.chainDeps.addresses;
  const meant = decodeVaultCall(data, { vault: bench.vault, wrappedNative, routerVersion: "2.0" });
  expect(await judgeCall(bench.context(), await planOf(bench, data, meant))).toMatchObject({
    details: { field: "sweptTo", expected: bench.vault, actual: STRANGER },
  });
});

describe.each([
  // Decision D17: five minutes where the agent sends it, half an hour where a person signs.
  ["delegated", 300],
  ["manual", 1_800],
] as const)("the deadline of a call, %s", (executionMode, longestSec) => {
  const judgedAt = async (afterSec: number) => {
    const bench = await executionBench();
    const call = depositOf(bench);
    call.fillDeadlineSec = bench.startMs / 1_000 + afterSec;
    // The clock of the service is ahead of a whole second by nearly another one.
    bench.pass(999);
    const plan = await planOf(bench, encodeDeposit(call), call);
    return {
      plan,
      nowSec: bench.startMs / 1_000,
      verdict: await judgeCall(bench.context({ executionMode }), plan),
    };
  };

  test.each([0, 1, longestSec - 1, longestSec])("default: now and %i seconds", async (afterSec) => {
    const { plan, nowSec, verdict } = await judgedAt(afterSec);
    expect(verdict).toMatchObject({
      ok: true,
      value: { kind: "call", plan, deadlineSec: nowSec + afterSec },
    });
  });

  test.each([-1, longestSec + 1])("error: now and %i seconds", async (afterSec) => {
    const { nowSec, verdict } = await judgedAt(afterSec);
    expect(verdict).toEqual({
      ok: false,
      code: "deadline_passed",
      message: "The time in which this transaction may be mined has passed. Ask for it again.",
      details: {
        deadlineSec: `${nowSec + afterSec}`,
        earliestSec: nowSec,
        latestSec: nowSec + longestSec,
      },
    });
  });
});

test("default: a call without a deadline has none", async () => {
  const bench = await executionBench();
  const plan = await planOf(bench, wrapData(1n), wrap(bench, 1n));
  expect(await judgeCall(bench.context(), plan)).toMatchObject({
    ok: true,
    value: { kind: "call", deadlineSec: undefined },
  });
});
