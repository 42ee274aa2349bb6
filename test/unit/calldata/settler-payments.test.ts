import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { describe, expect, test } from "vitest";
import { decodeVaultCall } from "../../support/decode-vault-call.ts";
import { checkVenueCalldata } from "./check-venue-calldata.ts";
import { factsOf, role, token } from "./safety-vectors.ts";
import { action, exec } from "./zeroex-calldata.ts";

// What 0x's actions pay to others. The actions are written from ISettlerActions.sol (0x-settler
// f6b7303).

const [USDC, USDT, DAI, SETTLER, VAULT, STRANGER] = [
  token("USDC"),
  token("USDT"),
  token("DAI"),
  role("settler"),
  role("vault"),
  role("stranger"),
];
const WETH = factsOf().wrappedNative;
const NATIVE: Address = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";
const ZERO: Address = `0x${"00".repeat(20)}`;
const erc20 = parseAbi([
  "function transfer(address to, uint256 amount)",
  "function transferFrom(address from, address to, uint256 amount)",
  "function approve(address spender, uint256 amount)",
  "function deposit()",
  "function withdraw(uint256 amount)",
  "function swap(uint256 amount, address to)",
]);
const transfer = (to: Address): Hex =>
  encodeFunctionData({ abi: erc20, functionName: "transfer", args: [to, 0n] });

/** A sale of 5 USDC for at least 3 USDT that also does this. */
const decode = (...more: Hex[]) =>
  decodeVaultCall(exec([action.transferFrom(USDC, 5n, 900n), action.swap(), ...more]), factsOf());
const judge = (fees: { token: Address; amountBase: bigint }[], ...more: Hex[]) =>
  checkVenueCalldata(decode(...more), {
    venue: "0x",
    vault: VAULT,
    tokenIn: USDC,
    tokenOut: USDT,
    mode: "exactIn",
    amountBase: 5n,
    limitBase: 3n,
    deadlineMinSec: 0,
    deadlineMaxSec: 900,
    settlers: [SETTLER],
    fees,
    quotedOutBase: 9_985n,
  });
const check = (...given: Parameters<typeof judge>) => {
  const verdict = judge(...given);
  return verdict.ok ? "allowed" : verdict.details?.what;
};
const feeOf = (bps: bigint, to: Address = STRANGER, paid: Address = USDT) =>
  action.basic(paid, bps, paid, 36n, transfer(to));

describe("a payment to another recipient", () => {
  test.each<[string, Hex]>([
    ["POSITIVE_SLIPPAGE", action.positiveSlippage(STRANGER, USDT, 10_000n)],
    ["POSITIVE_SLIPPAGE of one basis point", action.positiveSlippage(STRANGER, USDT, 1n)],
    ["POSITIVE_SLIPPAGE of native coin", action.positiveSlippage(STRANGER, NATIVE, 10_000n)],
    ["BASIC: a transfer of the bought token", feeOf(500n)],
    ["BASIC: a transfer of the sold token", feeOf(500n, STRANGER, USDC)],
    ["BASIC: a transfer of a token between", feeOf(500n, STRANGER, WETH)],
    ["BASIC: a transfer of a token that is not traded", feeOf(500n, STRANGER, DAI)],
    ["BASIC: native coin", action.basic(NATIVE, 500n, STRANGER, 0n, "0x")],
  ])("error: %s is refused where the quote names no fee", (_what, more) => {
    expect(check([], more)).toBe("payment");
  });

  test.each<[string, Hex]>([
    ["approve", encodeFunctionData({ abi: erc20, functionName: "approve", args: [STRANGER, 1n] })],
    [
      "transferFrom",
      encodeFunctionData({
        abi: erc20,
        functionName: "transferFrom",
        args: [SETTLER, STRANGER, 1n],
      }),
    ],
  ])("error: %s of a token cannot be vouched for, whatever it is called as", (_what, data) => {
    for (const [sold, offset] of [
      [USDT, 36n],
      [USDT, 68n],
      [ZERO, 0n],
    ] as const)
      expect(decode(action.basic(sold, 10_000n, USDT, offset, data)).kind).toBe("unknown");
  });

  test.each<[string, Hex]>([
    ["a fixed amount", action.basic(ZERO, 0n, USDT, 0n, transfer(STRANGER))],
    [
      "the amount written over the recipient",
      action.basic(USDT, 500n, USDT, 4n, transfer(STRANGER)),
    ],
    [
      "another token than the one that is measured",
      action.basic(WETH, 500n, USDT, 36n, transfer(STRANGER)),
    ],
    ["bytes behind the transfer", action.basic(USDT, 500n, USDT, 36n, `${transfer(STRANGER)}00`)],
    ["an unknown method of a traded token", action.basic(USDT, 500n, USDT, 36n, "0xdeadbeef")],
    ["bytes behind the action", `${action.basic(USDT, 500n, USDT, 36n, transfer(STRANGER))}00`],
    ["an unknown method of the wrapped coin", action.basic(USDC, 500n, WETH, 36n, "0xdeadbeef")],
    ["half an action", "0x38c9c147"],
    ["half a surplus", "0x34ee90ca"],
    ["bytes behind a surplus", `${action.positiveSlippage(STRANGER, USDT, 1n)}00`],
  ])("error: %s cannot be vouched for", (_what, more) => {
    expect(decode(more)).toEqual({
      kind: "unknown",
      reason: "an action gives a token away in a form that cannot be vouched for",
    });
  });

  test("behavior: to the vault or the Settler it is none", () => {
    expect(check([], action.positiveSlippage(VAULT, USDT, 10_000n), feeOf(10_000n, SETTLER))).toBe(
      "allowed",
    );
  });

  test("behavior: wrapping, unwrapping, pool trading are none: the minimum bounds them", () => {
    const deposit = encodeFunctionData({ abi: erc20, functionName: "deposit" });
    const withdraw = encodeFunctionData({ abi: erc20, functionName: "withdraw", args: [0n] });
    const swap = encodeFunctionData({ abi: erc20, functionName: "swap", args: [0n, SETTLER] });
    expect(
      check(
        [],
        action.basic(NATIVE, 10_000n, WETH, 0n, "0x"),
        action.basic(NATIVE, 10_000n, WETH, 0n, deposit),
        action.basic(WETH, 10_000n, WETH, 4n, withdraw),
        action.basic(USDC, 10_000n, STRANGER, 4n, swap),
        action.basic(NATIVE, 10_000n, STRANGER, 4n, swap),
      ),
    ).toBe("allowed");
  });
});

test("behavior: only the coin's own sign attaches native coin; other empty calls pay none", () => {
  expect(check([], action.basic(ZERO, 10_000n, STRANGER, 0n, "0x"))).toBe("allowed");
  expect(check([], action.basic(USDC, 10_000n, STRANGER, 0n, "0x"))).toBe("allowed");
});

describe("the fee that the quote names", () => {
  // 15 of 10,000 of what was bought, 9,985 of which are left.
  const named = [{ token: USDT, amountBase: 15n }];

  test("default: passes, as a transfer and as a surplus", () => {
    expect(check(named, feeOf(15n))).toBe("allowed");
    expect(check(named, action.positiveSlippage(STRANGER, USDT, 15n))).toBe("allowed");
    expect(check([{ token: USDC, amountBase: 1n }], feeOf(25n, STRANGER, USDC))).toBe("allowed");
  });

  test("behavior: each token's payments count against its fee, all against the limit", () => {
    const both = [...named, { token: USDC, amountBase: 1n }];
    expect(check(both, feeOf(13n), feeOf(12n, STRANGER, USDC))).toBe("allowed");
    // Named, and so are 2,000 bps of the sold token: only their sum speaks against it.
    expect(check(both, feeOf(14n), feeOf(12n, STRANGER, USDC))).toBe("fee");
  });

  test("boundary: one basis point more than named, in another token, or twice, is refused", () => {
    expect(check(named, feeOf(16n))).toBe("payment");
    expect(check(named, feeOf(15n, STRANGER, USDC))).toBe("payment");
    expect(check(named, feeOf(15n), feeOf(15n))).toBe("payment");
  });

  test("error: a refusal says what was named, and what is paid to whom", () => {
    const payment = { what: "payment", expected: "15 bps", actual: `16 bps to ${STRANGER}` };
    expect(judge(named, feeOf(16n))).toMatchObject({ details: payment });
    const most = { what: "fee", expected: "at most 25 bps", actual: "26 bps" };
    expect(judge([{ token: USDT, amountBase: 500n }], feeOf(26n))).toMatchObject({ details: most });
    // 5 USDC are sold: one unit of them is a fifth.
    expect(judge([{ token: USDC, amountBase: 1n }], feeOf(2_001n, STRANGER, USDC))).toMatchObject({
      details: { what: "payment", expected: "2000 bps", actual: `2001 bps to ${STRANGER}` },
    });
  });

  test("boundary: 25 basis points in all, whatever is named", () => {
    const more = [{ token: USDT, amountBase: 500n }];
    expect(check(more, feeOf(25n))).toBe("allowed");
    expect(check(more, feeOf(26n))).toBe("fee");
    expect(
      check([...more, { token: USDC, amountBase: 5n }], feeOf(13n), feeOf(13n, STRANGER, USDC)),
    ).toBe("fee");
  });
});
