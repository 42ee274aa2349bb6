import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import type { RouterSwapCall } from "../../../src/calldata/swap-calls.ts";
import type { VaultCall } from "../../support/decode-vault-call.ts";
import { decodeVaultCall } from "../../support/decode-vault-call.ts";
import * as router from "../../support/router-calldata.ts";
import { factsOf, role, token } from "./safety-vectors.ts";

const { CONTRACT_BALANCE, executeCall, MSG_SENDER, NATIVE, ROUTER } = router;
const VAULT = role("vault");
const STRANGER = role("stranger");
const [USDC, USDT, WETH, DAI] = [token("USDC"), token("USDT"), token("WETH"), token("DAI")];
const NO_HOOKS = NATIVE;

const read = (...commands: router.Command[]): VaultCall =>
  decodeVaultCall(executeCall(commands), factsOf());
const read21 = (...commands: router.Command[]): VaultCall =>
  decodeVaultCall(executeCall(commands), { ...factsOf(), routerVersion: "2.1.2" });

function swapOf(call: VaultCall): RouterSwapCall {
  if (call.kind !== "swap" || call.venue === "0x-allowance-holder")
    throw new Error(JSON.stringify(call, (_, v) => (typeof v === "bigint" ? String(v) : v)));
  return call;
}
/** What matters to the check: who pays what, who gets what, and what else happens. */
function summary(call: VaultCall) {
  const {
    venue,
    mode,
    tokenIn,
    tokenOut,
    amountInBase,
    amountOutBase,
    amountOutMinBase,
    recipient,
    payments,
    leftInRouter,
  } = swapOf(call);
  return {
    venue,
    mode,
    tokenIn,
    tokenOut,
    amountInBase,
    amountOutBase,
    amountOutMinBase,
    recipient,
    payments,
    leftInRouter,
  };
}
const reason = (call: VaultCall) => ("reason" in call ? `${call.kind}: ${call.reason}` : call.kind);

const usdcToUsdt = {
  tokenIn: USDC,
  tokenOut: USDT,
  recipient: VAULT,
  payments: [],
  leftInRouter: [],
};
const v3In = (amount: bigint, limit: bigint, more: object = {}) =>
  router.v3("in", { recipient: MSG_SENDER, amount, limit, path: [USDC, 500, USDT], ...more });
const v3Out = (amount: bigint, limit: bigint, more: object = {}) =>
  router.v3("out", { recipient: MSG_SENDER, amount, limit, path: [USDT, 500, USDC], ...more });
const hop = (to: Address, fee = 500): router.Hop => ({
  token: to,
  fee,
  tickSpacing: 10,
  hooks: NO_HOOKS,
});
const pool = (currency0: Address, currency1: Address): router.Pool => ({
  currency0,
  currency1,
  fee: 500,
  tickSpacing: 10,
  hooks: NO_HOOKS,
});

describe("split routes add up to one swap", () => {
  test("default: two V3 legs and one V4 leg", () => {
    const call = read(
      v3In(600n, 590n),
      router.v2("in", { recipient: VAULT, amount: 300n, limit: 290n, path: [USDC, DAI, USDT] }),
      router.v4(
        router.v4Multi("in", USDC, [hop(WETH), hop(USDT)], 100n, 95n),
        router.settleAll(USDC, 100n),
        router.takeAll(USDT, 95n),
      ),
    );
    expect(summary(call)).toEqual({
      ...usdcToUsdt,
      venue: "uniswap-mixed",
      mode: "exactIn",
      amountInBase: 1_000n,
      amountOutBase: null,
      amountOutMinBase: 975n,
    });
    expect(swapOf(call).legs).toEqual([
      { protocol: "v3", path: [USDC, 500, USDT], payerIsUser: true },
      { protocol: "v2", path: [USDC, DAI, USDT], payerIsUser: true },
      { protocol: "v4", pools: [{ ...pool(WETH, USDC), fee: 500 }, pool(WETH, USDT)] },
    ]);
    expect(swapOf(call)).toMatchObject({
      commands: ["V3_SWAP_EXACT_IN", "V2_SWAP_EXACT_IN", "V4_SWAP"],
      actions: ["SWAP_EXACT_IN", "SETTLE_ALL", "TAKE_ALL"],
      nativeFromVaultBase: 0n,
      sweep: null,
      deadlineSec: 2_000_000_000n,
    });
  });

  test("behavior: legs without a minimum of their own, kept together by one SWEEP", () => {
    const call = read(
      v3In(600n, 0n, { recipient: ROUTER }),
      v3In(400n, 0n, { recipient: ROUTER }),
      router.sweep(USDT, MSG_SENDER, 990n),
    );
    expect(summary(call)).toEqual({
      ...usdcToUsdt,
      venue: "uniswap-v3",
      mode: "exactIn",
      amountInBase: 1_000n,
      amountOutBase: null,
      amountOutMinBase: 990n,
    });
    expect(swapOf(call).sweep).toEqual({ token: USDT, recipient: MSG_SENDER, amountMinBase: 990n });
  });

  test("behavior: the minimum of a SWEEP does not lower what the legs already guarantee", () => {
    const call = read(v3In(600n, 595n, { recipient: ROUTER }), router.sweep(USDT, VAULT, 100n));
    expect(swapOf(call).amountOutMinBase).toBe(595n);
  });

  test("behavior: two v4 swaps settled and taken together", () => {
    const call = read(
      router.v4(
        router.v4Multi("in", USDC, [hop(USDT, 100)], 700n, 690n),
        router.v4Multi("in", USDC, [hop(USDT)], 300n, 290n),
        router.settle(USDC, 0n),
        router.take(USDT, MSG_SENDER, 0n),
      ),
    );
    expect(summary(call)).toMatchObject({
      ...usdcToUsdt,
      venue: "uniswap-v4",
      amountInBase: 1_000n,
      amountOutMinBase: 980n,
    });
  });

  test("behavior: exact output over two legs", () => {
    const call = read(v3Out(600n, 610n), v3Out(400n, 405n));
    expect(summary(call)).toEqual({
      ...usdcToUsdt,
      venue: "uniswap-v3",
      mode: "exactOut",
      amountInBase: 1_015n,
      amountOutBase: 1_000n,
      amountOutMinBase: 1_000n,
    });
  });

  test("error: exact-input and exact-output legs mixed", () => {
    expect(reason(read(v3In(600n, 590n), v3Out(400n, 405n)))).toBe(
      "unsupported: exact-input and exact-output swaps are mixed",
    );
  });
});

describe("routes that pass through the router", () => {
  test("default: V3 to the router, then V4 with the router's whole balance", () => {
    const call = read(
      router.v3("in", { recipient: ROUTER, amount: 1_000n, limit: 0n, path: [USDC, 500, WETH] }),
      router.v4(
        router.settle(WETH, CONTRACT_BALANCE, false),
        router.v4Multi("in", WETH, [hop(USDT)], 0n, 985n),
        router.take(USDT, VAULT, 0n),
      ),
    );
    expect(summary(call)).toEqual({
      ...usdcToUsdt,
      venue: "uniswap-mixed",
      mode: "exactIn",
      amountInBase: 1_000n,
      amountOutBase: null,
      amountOutMinBase: 985n,
    });
  });

  test("behavior: V3 to the router, then V2 with the router's whole balance", () => {
    const call = read(
      router.v3("in", { recipient: ROUTER, amount: 1_000n, limit: 7n, path: [USDC, 500, WETH] }),
      router.v2("in", {
        recipient: MSG_SENDER,
        amount: CONTRACT_BALANCE,
        limit: 985n,
        path: [WETH, USDT],
        payerIsUser: false,
      }),
    );
    expect(summary(call)).toMatchObject({
      ...usdcToUsdt,
      amountInBase: 1_000n,
      amountOutMinBase: 985n,
    });
  });

  test("behavior: native in by WRAP_ETH, exact output, the rest unwrapped back", () => {
    const call = read(
      router.wrapEth(ROUTER, 1_000n),
      router.v3("out", {
        recipient: MSG_SENDER,
        amount: 50n,
        limit: 1_000n,
        path: [USDC, 500, WETH],
        payerIsUser: false,
      }),
      router.unwrapWeth(MSG_SENDER, 0n),
    );
    expect(summary(call)).toEqual({
      venue: "uniswap-v3",
      mode: "exactOut",
      tokenIn: NATIVE,
      tokenOut: USDC,
      amountInBase: 1_000n,
      amountOutBase: 50n,
      amountOutMinBase: 50n,
      recipient: VAULT,
      payments: [],
      leftInRouter: [],
    });
    expect(swapOf(call).nativeFromVaultBase).toBe(1_000n);
  });

  test("behavior: the same without the unwrap leaves wrapped coin in the router", () => {
    const call = read(
      router.wrapEth(ROUTER, 1_000n),
      router.v3("out", {
        recipient: MSG_SENDER,
        amount: 50n,
        limit: 1_000n,
        path: [USDC, 500, WETH],
        payerIsUser: false,
      }),
    );
    expect(swapOf(call).leftInRouter).toEqual([WETH]);
  });

  test("behavior: wrapped only as much as needed leaves nothing", () => {
    const call = read(
      router.wrapEth(ROUTER, 70n),
      router.v3("in", {
        recipient: VAULT,
        amount: 70n,
        limit: 3n,
        path: [WETH, 500, USDC],
        payerIsUser: false,
      }),
    );
    expect(summary(call)).toMatchObject({
      tokenIn: NATIVE,
      tokenOut: USDC,
      amountInBase: 70n,
      amountOutMinBase: 3n,
      leftInRouter: [],
    });
  });

  test("behavior: wrapped coin the swap does not use stays behind", () => {
    const call = read(
      router.wrapEth(ROUTER, 71n),
      router.v3("in", {
        recipient: VAULT,
        amount: 70n,
        limit: 3n,
        path: [WETH, 500, USDC],
        payerIsUser: false,
      }),
    );
    expect(swapOf(call).leftInRouter).toEqual([WETH]);
  });

  test("behavior: native output through UNWRAP_WETH to the router and SWEEP", () => {
    const call = read(
      router.v3("in", { recipient: ROUTER, amount: 1_000n, limit: 0n, path: [USDC, 500, WETH] }),
      router.unwrapWeth(ROUTER, 0n),
      router.sweep(NATIVE, MSG_SENDER, 33n),
    );
    expect(summary(call)).toMatchObject({
      tokenIn: USDC,
      tokenOut: NATIVE,
      amountOutMinBase: 33n,
      leftInRouter: [],
      recipient: VAULT,
    });
  });

  test("behavior: a TRANSFER of less than everything leaves the rest behind", () => {
    const swapped = v3In(1_000n, 990n, { recipient: ROUTER });
    expect(summary(read(swapped, router.transfer(USDT, MSG_SENDER, 990n)))).toMatchObject({
      amountOutMinBase: 990n,
      leftInRouter: [USDT],
    });
    expect(
      summary(read(swapped, router.transfer(USDT, MSG_SENDER, CONTRACT_BALANCE))),
    ).toMatchObject({
      amountOutMinBase: 990n,
      leftInRouter: [],
    });
  });

  test("behavior: sub-plans are read as if their commands stood in line", () => {
    const inner = router.subPlan(v3In(400n, 395n), router.subPlan(v3In(100n, 95n)));
    const call = read(v3In(500n, 495n), inner);
    expect(summary(call)).toMatchObject({
      ...usdcToUsdt,
      amountInBase: 1_000n,
      amountOutMinBase: 985n,
    });
    expect(swapOf(call).commands).toEqual([
      "V3_SWAP_EXACT_IN",
      "EXECUTE_SUB_PLAN",
      "V3_SWAP_EXACT_IN",
      "EXECUTE_SUB_PLAN",
      "V3_SWAP_EXACT_IN",
    ]);
  });

  test("error: plans nested deeper than two", () => {
    const deep = router.subPlan(router.subPlan(router.subPlan(v3In(100n, 95n))));
    expect(reason(read(deep))).toBe("unknown: plans are nested more than 2 deep");
    expect(read(router.subPlan(router.subPlan(v3In(100n, 95n)))).kind).toBe("swap");
  });

  test("behavior: BALANCE_CHECK_ERC20 moves nothing", () => {
    expect(summary(read(v3In(1_000n, 990n), router.balanceCheck(VAULT, USDT, 1n)))).toMatchObject({
      ...usdcToUsdt,
      amountOutMinBase: 990n,
    });
  });
});

describe("v4 plans", () => {
  const nativeUsdc = pool(NATIVE, USDC);

  test("args: both directions of a pool, both modes", () => {
    const sell = read(
      router.v4(
        router.v4Single("in", nativeUsdc, true, 10n, 9n),
        router.settleAll(NATIVE, 10n),
        router.takeAll(USDC, 9n),
      ),
    );
    const buy = read(
      router.v4(
        router.v4Single("out", nativeUsdc, false, 10n, 12n),
        router.settleAll(USDC, 12n),
        router.takeAll(NATIVE, 10n),
      ),
    );
    expect(summary(sell)).toMatchObject({
      mode: "exactIn",
      tokenIn: NATIVE,
      tokenOut: USDC,
      amountInBase: 10n,
      amountOutMinBase: 9n,
    });
    expect(swapOf(sell).nativeFromVaultBase).toBe(10n);
    expect(summary(buy)).toMatchObject({
      mode: "exactOut",
      tokenIn: USDC,
      tokenOut: NATIVE,
      amountInBase: 12n,
      amountOutBase: 10n,
      amountOutMinBase: 10n,
    });
    expect(swapOf(buy).nativeFromVaultBase).toBe(0n);
  });

  test("args: exact output over several hops names the input in its first hop", () => {
    const call = read(
      router.v4(
        router.v4Multi("out", USDT, [hop(DAI, 100), hop(WETH, 3_000)], 10n, 12n),
        router.settleAll(DAI, 12n),
        router.takeAll(USDT, 10n),
      ),
    );
    expect(summary(call)).toMatchObject({
      tokenIn: DAI,
      tokenOut: USDT,
      amountInBase: 12n,
      amountOutBase: 10n,
    });
    expect(swapOf(call).legs).toEqual([
      {
        protocol: "v4",
        pools: [
          { ...pool(WETH, DAI), fee: 100 },
          { ...pool(WETH, USDT), fee: 3_000 },
        ],
      },
    ]);
  });

  test("behavior: settled first, swapped with what is open, taken by the exact amount", () => {
    const call = read(
      router.v4(
        router.settle(USDC, 1_000n),
        router.v4Multi("in", USDC, [hop(USDT)], 0n, 0n),
        router.take(USDT, VAULT, 980n),
      ),
    );
    expect(summary(call)).toMatchObject({
      ...usdcToUsdt,
      amountInBase: 1_000n,
      amountOutMinBase: 980n,
    });
  });

  test("behavior: SETTLE_ALL bounds what an exact output may cost", () => {
    const swapped = router.v4Multi("out", USDT, [hop(USDC)], 10n, 500n);
    const call = read(router.v4(swapped, router.settleAll(USDC, 12n), router.takeAll(USDT, 10n)));
    expect(summary(call)).toMatchObject({ amountInBase: 12n, amountOutBase: 10n });
    expect(
      swapOf(read(router.v4(swapped, router.settleAll(USDC, 900n), router.takeAll(USDT, 10n))))
        .amountInBase,
    ).toBe(500n);
  });

  test("behavior: an exact output nothing demands is not enforced (a pool may run dry)", () => {
    const swapped = [router.v4Multi("out", USDT, [hop(USDC)], 10n, 12n), router.settle(USDC, 0n)];
    const openTake = read(router.v4(...swapped, router.take(USDT, MSG_SENDER, 0n)));
    expect(summary(openTake)).toMatchObject({ amountOutBase: 10n, amountOutMinBase: 0n });
    expect(summary(read(router.v4(...swapped, router.take(USDT, MSG_SENDER, 10n))))).toMatchObject({
      amountOutBase: 10n,
      amountOutMinBase: 10n,
    });
    const swept = read(
      router.v4(...swapped, router.take(USDT, ROUTER, 0n)),
      router.sweep(USDT, MSG_SENDER, 10n),
    );
    expect(summary(swept)).toMatchObject({
      amountOutBase: 10n,
      amountOutMinBase: 10n,
      leftInRouter: [],
    });
  });

  test("behavior: a stranger's output portion is a payment, lowers the vault's certainty", () => {
    const call = read(
      router.v4(
        router.v4Multi("in", USDC, [hop(USDT)], 1_000n, 1_000n),
        router.settleAll(USDC, 1_000n),
        router.takePortion(USDT, STRANGER, 100n),
        router.takeAll(USDT, 0n),
      ),
    );
    expect(summary(call)).toMatchObject({
      payments: [{ token: USDT, recipient: STRANGER, minBase: 10n }],
      amountOutMinBase: 990n,
      recipient: VAULT,
    });
  });

  test("behavior: what is taken once is not there to be taken again", () => {
    const bought = [
      router.v4Multi("in", USDC, [hop(USDT)], 1_000n, 100n),
      router.settleAll(USDC, 1_000n),
    ];
    const twice = (first: router.Action) =>
      swapOf(read(router.v4(...bought, first, router.takeAll(USDT, 0n)))).amountOutMinBase;
    expect(twice(router.take(USDT, VAULT, 40n))).toBe(100n);
    expect(twice(router.take(USDT, VAULT, 0n))).toBe(100n);
    expect(twice(router.takeAll(USDT, 0n))).toBe(100n);
    const exact = [router.v4Multi("out", USDT, [hop(USDC)], 10n, 12n), router.settleAll(USDC, 12n)];
    const most = (...takes: router.Action[]) =>
      swapOf(read(router.v4(...exact, ...takes))).amountOutBase;
    expect(most(router.take(USDT, VAULT, 0n), router.takeAll(USDT, 0n))).toBe(10n);
    expect(most(router.takeAll(USDT, 0n), router.takeAll(USDT, 0n))).toBe(10n);
    expect(most(router.take(USDT, VAULT, 4n), router.takeAll(USDT, 0n))).toBe(10n);
    expect(most(router.takePortion(USDT, VAULT, 4_000n), router.takeAll(USDT, 0n))).toBe(10n);
    expect(most(router.takePortion(USDT, VAULT, 10_000n))).toBe(10n);
  });

  test("behavior: what is settled is there to be taken back, unless it was swapped", () => {
    const settled = (...actions: router.Action[]) =>
      swapOf(read(v3In(7n, 6n), router.v4(router.settle(USDC, 1_000n), ...actions))).payments;
    const back = router.take(USDC, STRANGER, 0n);
    expect(settled(back)).toEqual([{ token: USDC, recipient: STRANGER, minBase: 1_000n }]);
    const swapped = router.v4Multi("in", USDC, [hop(USDT)], 0n, 3n);
    expect(settled(swapped, back, router.takeAll(USDT, 3n))).toEqual([
      { token: USDC, recipient: STRANGER, minBase: 0n },
    ]);
  });

  test("behavior: a debt that a credit covers in part is settled for the rest at most", () => {
    const call = read(
      router.v4(
        router.v4Multi("in", USDC, [hop(USDT)], 25n, 20n),
        router.v4Multi("in", USDT, [hop(USDC)], 4n, 10n),
        router.settleAll(USDC, 100n),
        router.takeAll(USDT, 0n),
      ),
    );
    expect(swapOf(call)).toMatchObject({ amountInBase: 15n, amountOutMinBase: 16n });
  });

  test.each([
    [
      "SETTLE of the router's balance by the user",
      [router.settle(USDC, CONTRACT_BALANCE, true)],
      "SETTLE takes the router's balance as the vault's debt",
    ],
    [
      "SETTLE_ALL of less than is owed",
      [router.v4Multi("in", USDC, [hop(USDT)], 10n, 9n), router.settleAll(USDC, 9n)],
      "SETTLE_ALL allows less than is owed",
    ],
    [
      "SETTLE by an empty router",
      [router.v4Multi("in", USDC, [hop(USDT)], 10n, 9n), router.settle(USDC, 10n, false)],
      "the router cannot pay what it should settle",
    ],
    [
      "TAKE_PORTION of more than all",
      [router.takePortion(USDT, STRANGER, 10_001n)],
      "TAKE_PORTION takes more than everything",
    ],
    [
      "exact output of an open amount",
      [router.v4Multi("out", USDT, [hop(USDC)], 0n, 12n)],
      "an exact-output swap of an open amount cannot be bounded",
    ],
  ])("error: %s", (_, actions, expected) => {
    const call = read(router.v4(router.v4Multi("in", DAI, [hop(WETH)], 1n, 1n), ...actions));
    expect(reason(call)).toBe(`unsupported: ${expected}`);
  });

  test.each([
    [
      "an action the adapter refuses",
      [{ byte: 13, params: "0x" as const }],
      "V4_SWAP has action 13, which the vault's adapter does not allow",
    ],
    [
      "an empty path",
      [router.v4Multi("in", USDC, [], 10n, 0n)],
      "the parameters of SWAP_EXACT_IN cannot be read for router 2.0",
    ],
    [
      "cut parameters",
      [{ byte: 12, params: "0x00" as const }],
      "the parameters of SETTLE_ALL cannot be read for router 2.0",
    ],
    [
      "cut parameters of SETTLE",
      [{ byte: 11, params: "0x00" as const }],
      "the parameters of SETTLE cannot be read for router 2.0",
    ],
    [
      "cut parameters of TAKE",
      [{ byte: 14, params: "0x00" as const }],
      "the parameters of TAKE cannot be read for router 2.0",
    ],
    [
      "cut parameters of TAKE_ALL",
      [{ byte: 15, params: "0x00" as const }],
      "the parameters of TAKE_ALL cannot be read for router 2.0",
    ],
    [
      "cut parameters of a swap",
      [{ byte: 6, params: "0x00" as const }],
      "the parameters of SWAP_EXACT_IN_SINGLE cannot be read for router 2.0",
    ],
  ])("error: %s", (_, actions, expected) => {
    expect(reason(read(router.v4(...actions)))).toBe(`unknown: ${expected}`);
  });
});

describe("the two router versions cannot be taken for each other", () => {
  const versions = ["2.0", "2.1.2"] as const;
  const plans = (version: router.Version): router.Command[] => [
    v3In(10n, 9n, { version }),
    v3Out(10n, 12n, { version }),
    router.v2("in", { recipient: VAULT, amount: 10n, limit: 9n, path: [USDC, USDT], version }),
    router.v2("out", { recipient: VAULT, amount: 10n, limit: 12n, path: [USDC, USDT], version }),
    router.v4(
      router.v4Single("in", pool(NATIVE, USDC), true, 10n, 9n, version),
      router.settleAll(NATIVE, 10n),
      router.takeAll(USDC, 9n),
    ),
    router.v4(
      router.v4Single("out", pool(NATIVE, USDC), true, 10n, 12n, version),
      router.settleAll(NATIVE, 12n),
      router.takeAll(USDC, 10n),
    ),
    router.v4(
      router.v4Multi("in", NATIVE, [hop(USDC)], 10n, 9n, version),
      router.settleAll(NATIVE, 10n),
      router.takeAll(USDC, 9n),
    ),
    router.v4(
      router.v4Multi("out", NATIVE, [hop(USDC)], 10n, 12n, version),
      router.settleAll(USDC, 12n),
      router.takeAll(NATIVE, 10n),
    ),
  ];

  test.each(versions)("default: %s reads its own", (version) => {
    const calls = plans(version).map((command) =>
      decodeVaultCall(executeCall([command]), { ...factsOf(), routerVersion: version }),
    );
    expect(calls.map((call) => call.kind)).toEqual(plans(version).map(() => "swap"));
    expect(calls.map((call) => swapOf(call).amountInBase)).toEqual([
      10n,
      12n,
      10n,
      12n,
      10n,
      12n,
      10n,
      12n,
    ]);
  });

  test.each(versions)("error: %s refuses the other's", (version) => {
    const other = version === "2.0" ? "2.1.2" : "2.0";
    const calls = plans(other).map((command) =>
      decodeVaultCall(executeCall([command]), { ...factsOf(), routerVersion: version }),
    );
    expect(calls.map((call) => call.kind)).toEqual(plans(other).map(() => "unknown"));
    expect(reason(read21(v3In(1n, 1n)))).toBe(
      "unknown: the input of V3_SWAP_EXACT_IN cannot be read for router 2.1.2",
    );
  });
});

describe("what is no swap, or not one swap", () => {
  test.each([
    ["nothing at all", [], "unsupported: the plan has no swap in it"],
    [
      "two sweeps",
      [router.sweep(USDC, VAULT, 0n), router.sweep(USDC, VAULT, 0n)],
      "unsupported: the plan has no swap in it",
    ],
    ["a wrap", [router.wrapEth(MSG_SENDER, 5n)], "unsupported: the plan has no swap in it"],
    [
      "a sweep to the router",
      [router.sweep(USDC, ROUTER, 0n)],
      "unsupported: the plan moves something from the router to itself",
    ],
    [
      "two tokens sold",
      [
        v3In(10n, 9n),
        router.v3("in", { recipient: VAULT, amount: 1n, limit: 1n, path: [DAI, 500, USDT] }),
      ],
      "unsupported: not exactly one token leaves the vault",
    ],
    [
      "two tokens bought",
      [
        v3In(10n, 9n),
        router.v3("in", { recipient: VAULT, amount: 1n, limit: 1n, path: [USDC, 500, DAI] }),
      ],
      "unsupported: not exactly one token comes out of the swap",
    ],
    [
      "the output left in the router",
      [v3In(10n, 9n, { recipient: ROUTER })],
      "unsupported: not exactly one token comes out of the swap",
    ],
    [
      "two payments and nothing for the vault",
      [
        v3In(10n, 9n, { recipient: ROUTER }),
        router.payPortion(USDT, STRANGER, 1n),
        router.sweep(USDT, STRANGER, 0n),
      ],
      "unsupported: not exactly one token comes out of the swap",
    ],
    ["nothing sold", [v3In(0n, 9n)], "unsupported: not exactly one token leaves the vault"],
    [
      "the router's balance as the vault's amount",
      [v3In(CONTRACT_BALANCE, 9n)],
      "unsupported: a swap takes the router's balance as the vault's amount",
    ],
    [
      "an empty router that should pay",
      [v3In(10n, 9n, { payerIsUser: false })],
      "unsupported: the router cannot pay for a swap",
    ],
    [
      "the router's balance wrapped",
      [router.wrapEth(ROUTER, CONTRACT_BALANCE), v3In(10n, 9n)],
      "unsupported: WRAP_ETH of the router's balance has no bound",
    ],
    [
      "a sweep with an overlong minimum",
      [v3In(10n, 9n), router.sweep(USDT, VAULT, 2n ** 160n)],
      "unsupported: SWEEP has a minimum that does not fit a uint160",
    ],
    [
      "a transfer out of an empty router",
      [v3In(10n, 9n), router.transfer(USDT, VAULT, 1n)],
      "unsupported: the router cannot pay what the plan takes from it",
    ],
    [
      "a flag transfer of native coin",
      [v3In(10n, 9n), router.transfer(NATIVE, VAULT, CONTRACT_BALANCE)],
      "unsupported: TRANSFER has no flag for the whole native balance",
    ],
    [
      "a portion above all",
      [v3In(10n, 9n), router.payPortion(USDT, VAULT, 10_001n)],
      "unsupported: PAY_PORTION pays more than everything",
    ],
    [
      "a cut input",
      [{ byte: 0, input: "0x00" as const }],
      "unknown: the input of V3_SWAP_EXACT_IN cannot be read for router 2.0",
    ],
    [
      "a cut wrap",
      [{ byte: 11, input: "0x00" as const }],
      "unknown: the input of WRAP_ETH cannot be read for router 2.0",
    ],
    [
      "a cut sweep",
      [{ byte: 4, input: "0x00" as const }],
      "unknown: the input of SWEEP cannot be read for router 2.0",
    ],
    [
      "a cut V4 plan",
      [{ byte: 16, input: "0x00" as const }],
      "unknown: V4_SWAP is not the standard encoding of (bytes actions, bytes[] params)",
    ],
    [
      "a cut sub-plan",
      [{ byte: 33, input: "0x00" as const }],
      "unknown: EXECUTE_SUB_PLAN cannot be read",
    ],
    [
      "a path of one token",
      [router.v2("in", { recipient: VAULT, amount: 1n, limit: 1n, path: [USDC] })],
      "unknown: the input of V2_SWAP_EXACT_IN cannot be read for router 2.0",
    ],
    [
      "a packed path of one token",
      [v3In(1n, 1n, { path: [USDC] })],
      "unknown: the input of V3_SWAP_EXACT_IN cannot be read for router 2.0",
    ],
    [
      "a packed path that ends within a hop",
      [v3In(1n, 1n, { path: [USDC, 500] })],
      "unknown: the input of V3_SWAP_EXACT_IN cannot be read for router 2.0",
    ],
  ] as [string, router.Command[], string][])("error: %s", (_, commands, expected) => {
    expect(reason(read(...commands))).toBe(expected);
  });

  test("behavior: the largest minimum that fits is fine", () => {
    expect(
      read(v3In(10n, 9n, { recipient: ROUTER }), router.sweep(USDT, VAULT, 2n ** 160n - 1n)).kind,
    ).toBe("swap");
  });

  test("behavior: a fee to a stranger is a payment beside the vault's output", () => {
    const call = read(
      v3In(1_000n, 0n, { recipient: ROUTER }),
      router.payPortion(USDT, STRANGER, 30n),
      router.sweep(USDT, MSG_SENDER, 990n),
    );
    expect(summary(call)).toMatchObject({
      ...usdcToUsdt,
      amountOutMinBase: 990n,
      payments: [{ token: USDT, recipient: STRANGER, minBase: 0n }],
    });
  });

  test("behavior: exact output portions are known exactly, and all of it leaves nothing", () => {
    const bought = v3Out(10n, 12n, { recipient: ROUTER });
    const half = read(bought, router.payPortion(USDT, MSG_SENDER, 5_000n));
    expect(summary(half)).toMatchObject({
      amountOutBase: 5n,
      amountOutMinBase: 5n,
      leftInRouter: [USDT],
    });
    const rest = read(
      bought,
      router.payPortion(USDT, MSG_SENDER, 5_000n),
      router.sweep(USDT, MSG_SENDER, 0n),
    );
    expect(summary(rest)).toMatchObject({
      amountOutBase: 10n,
      amountOutMinBase: 10n,
      leftInRouter: [],
    });
    const all = read(bought, router.payPortion(USDT, MSG_SENDER, 10_000n));
    expect(summary(all)).toMatchObject({
      amountOutBase: 10n,
      amountOutMinBase: 10n,
      leftInRouter: [],
    });
    const sent = read(
      bought,
      router.transfer(USDT, MSG_SENDER, 4n),
      router.sweep(USDT, MSG_SENDER, 0n),
    );
    expect(summary(sent)).toMatchObject({
      amountOutBase: 10n,
      amountOutMinBase: 10n,
      leftInRouter: [],
    });
  });

  test("behavior: a V4_SWAP without actions swaps nothing", () => {
    expect(reason(read(router.v4()))).toBe("unsupported: the plan has no swap in it");
  });

  test("behavior: the router's balance to an exact input is an amount to exact output", () => {
    const all = {
      recipient: MSG_SENDER,
      amount: router.CONTRACT_BALANCE,
      limit: 5n,
      path: [USDT, 500, USDC],
    };
    expect(read(router.v3("out", all))).toMatchObject({
      ...{ kind: "swap", mode: "exactOut", tokenIn: USDC, amountInBase: 5n },
      amountOutMinBase: router.CONTRACT_BALANCE,
    });
  });

  test("behavior: packed paths of several hops are read token by token", () => {
    const path = [USDC, 500, WETH, 3_000, DAI, 100, USDT];
    expect(swapOf(read(v3In(10n, 9n, { path }))).legs).toEqual([
      { protocol: "v3", path, payerIsUser: true },
    ]);
  });

  test("behavior: a refusal names the venue", () => {
    expect(read()).toEqual({
      kind: "unsupported",
      venue: "uniswap",
      reason: "the plan has no swap in it",
    });
  });

  test("behavior: the last SWEEP is reported, whatever follows it", () => {
    const call = read(
      v3In(10n, 9n, { recipient: ROUTER }),
      router.sweep(USDT, VAULT, 8n),
      router.unwrapWeth(MSG_SENDER, 0n),
    );
    expect(swapOf(call).sweep).toEqual({ token: USDT, recipient: VAULT, amountMinBase: 8n });
  });

  test("behavior: a fee paid to the vault itself counts as its own", () => {
    const call = read(
      v3In(1_000n, 1_000n, { recipient: ROUTER }),
      router.payPortion(USDT, MSG_SENDER, 2_500n),
      router.sweep(USDT, MSG_SENDER, 0n),
    );
    expect(summary(call)).toMatchObject({ ...usdcToUsdt, amountOutMinBase: 1_000n });
  });

  test("behavior: all output to one stranger is a swap for that stranger", () => {
    const call = read(v3In(1_000n, 7n, { recipient: STRANGER }));
    expect(summary(call)).toMatchObject({
      recipient: STRANGER,
      tokenOut: USDT,
      amountOutMinBase: 7n,
      amountOutBase: null,
      payments: [{ token: USDT, recipient: STRANGER, minBase: 7n }],
    });
  });

  test("behavior: a lone TRANSFER or SWEEP is named with its recipient", () => {
    expect(read(router.transfer(USDC, STRANGER, 7n))).toEqual({
      kind: "transfer",
      token: USDC,
      recipient: STRANGER,
      amountBase: 7n,
      deadlineSec: 2_000_000_000n,
    });
    expect(read(router.sweep(USDC, MSG_SENDER, 8n))).toEqual({
      kind: "sweep",
      token: USDC,
      recipient: VAULT,
      amountBase: 8n,
      deadlineSec: 2_000_000_000n,
    });
  });

  test.each([
    [0x07, "unknown command"],
    [0x0d, "PERMIT2_TRANSFER_FROM_BATCH"],
    [0x14, "V4_POSITION_MANAGER_CALL"],
    [0x80, "unknown command"],
    [0x84, "unknown command"],
    [0x40, "unknown command"],
    [0x50, "unknown command"],
  ])("error: command %i may not run, nor any with a flag", (byte, name) => {
    const call = read(v3In(10n, 9n), { byte, input: v3In(10n, 9n).input });
    expect(call).toEqual({
      kind: "unsupportedCommand",
      command: `0x${byte.toString(16).padStart(2, "0")}`,
      name,
      deadlineSec: 2_000_000_000n,
    });
  });

  test("error: another number of inputs than of commands", () => {
    const data = executeCall([v3In(10n, 9n), v3In(10n, 9n)]);
    const short = data.replace(`${"2".padStart(64, "0")}0000`, `${"1".padStart(64, "0")}0000`);
    expect(short).not.toBe(data);
    expect(reason(decodeVaultCall(short as `0x${string}`, factsOf()))).toBe(
      "unknown: the plan has another number of commands than of inputs",
    );
    const actions = router.v4(router.settleAll(USDC, 1n), router.settleAll(USDC, 1n));
    const shortActions = {
      byte: 16,
      input: actions.input.replace(
        `${"2".padStart(64, "0")}0c0c`,
        `${"1".padStart(64, "0")}0c00`,
      ) as `0x${string}`,
    };
    expect(reason(read(shortActions))).toBe(
      "unknown: V4_SWAP has another number of actions than of parameters",
    );
  });
});
