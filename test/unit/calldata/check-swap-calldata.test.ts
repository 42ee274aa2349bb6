import type { Address, Hex } from "viem";
import { describe, expect, test } from "vitest";
import type { RouterSwapCall, ZeroExSwapCall } from "../../../src/calldata/swap-calls.ts";
import type { SwapExpectation } from "../../../src/kinds/swap-rules.ts";
import { decodeVaultCall, type VaultCall } from "../../support/decode-vault-call.ts";
import * as router from "../../support/router-calldata.ts";
import { checkVenueCalldata } from "./check-venue-calldata.ts";
import {
  calldata,
  factsOf,
  role,
  safetyVectors,
  token,
  vaultOf,
  vector,
} from "./safety-vectors.ts";

const [VAULT, STRANGER, SETTLER] = [role("vault"), role("stranger"), role("settler")];
const [USDC, USDT, WETH, ETH] = [token("USDC"), token("USDT"), token("WETH"), token("ETH")];
const DEADLINE = 4_102_444_800;

const expectation: SwapExpectation = {
  venue: "uniswap",
  vault: VAULT,
  tokenIn: USDC,
  tokenOut: USDT,
  mode: "exactIn",
  amountBase: 1_000_000_000n,
  limitBase: 995_000_000n,
  deadlineMinSec: DEADLINE,
  deadlineMaxSec: DEADLINE,
};
const decode = (data: Hex) => decodeVaultCall(data, factsOf());
const uniswapCall = decode(calldata("swap.v4-exact-in-usdc-usdt")) as RouterSwapCall;
const check = (call: VaultCall, change: Partial<SwapExpectation> = {}) =>
  checkVenueCalldata(call, { ...expectation, ...change });
/** What a refusal says: which thing differed, what was expected, what was found. */
function refusal(verdict: ReturnType<typeof checkVenueCalldata>) {
  if (verdict.ok) return "allowed";
  expect(verdict.code).toBe("venue_calldata_rejected");
  const { what, expected, actual } = verdict.details ?? {};
  expect(verdict.message).toContain(`(${what}: expected ${expected}, found ${actual})`);
  return `${what}: ${expected} / ${actual}`;
}

describe("every swap of the vectors passes against its own request and no other", () => {
  const swaps = safetyVectors.filter(
    (each) => ["swap", "zeroex"].includes(each.group) && each.decoded.kind === "swap",
  );
  const text = (value: unknown) => (typeof value === "string" ? value : "0");

  test.each(swaps.map((each) => each.id))("args: %s", (id) => {
    const { decoded, ...each } = vector(id);
    const call = decodeVaultCall(each.call.data, factsOf(vaultOf(vector(id))));
    const exactIn = decoded.mode === "exactIn";
    const verdict = checkVenueCalldata(call, {
      venue: each.group === "zeroex" ? "0x" : "uniswap",
      vault: vaultOf(vector(id)),
      tokenIn: decoded.tokenIn as Address,
      tokenOut: decoded.tokenOut as Address,
      mode: exactIn ? "exactIn" : "exactOut",
      amountBase: BigInt(text(exactIn ? decoded.amountIn : decoded.amountOut)),
      limitBase: BigInt(text(exactIn ? decoded.amountOutMin : decoded.amountInMax)),
      deadlineMinSec: 1,
      deadlineMaxSec: DEADLINE,
      settlers: [role("settler")],
    });
    const flawed: Record<string, string> = {
      "swap.v4-exact-out-eth-usdc-no-sweep": `left in the router: nothing / ${ETH}`,
      "swap.v4-exact-in-no-deadline-selector": `deadline: 1 to ${DEADLINE} / none`,
    };
    expect(refusal(verdict)).toBe(flawed[id] ?? "allowed");
    if (!verdict.ok) return;
    expect(verdict.value).toEqual({
      amountInMaxBase: BigInt(text(exactIn ? decoded.amountIn : decoded.amountInMax)),
      minOutBase: BigInt(text(exactIn ? decoded.amountOutMin : decoded.amountOut)),
      deadlineSec: DEADLINE,
    });
  });

  test("default: none is skipped", () => expect(swaps).toHaveLength(23));
});

describe("exact input at the pool DEX", () => {
  test("default: allowed, with the bounds that the calldata enforces", () => {
    expect(check(uniswapCall)).toEqual({
      ok: true,
      value: { amountInMaxBase: 1_000_000_000n, minOutBase: 995_000_000n, deadlineSec: DEADLINE },
    });
  });

  test.each([
    ["venue", { venue: "0x" as const }, "venue: 0x / uniswap-v4"],
    ["recipient", { vault: STRANGER }, `recipient: ${STRANGER} / ${VAULT}`],
    ["token sold", { tokenIn: WETH }, `token sold: ${WETH} / ${USDC}`],
    ["token bought", { tokenOut: WETH }, `token bought: ${WETH} / ${USDT}`],
    ["one unit less sold", { amountBase: 999_999_999n }, "amount sold: 999999999 / 1000000000"],
    ["one unit more sold", { amountBase: 1_000_000_001n }, "amount sold: 1000000001 / 1000000000"],
    [
      "a minimum one unit too low",
      { limitBase: 995_000_001n },
      "minimum bought: at least 995000001 / 995000000",
    ],
    [
      "a deadline one second late",
      { deadlineMinSec: 0, deadlineMaxSec: DEADLINE - 1 },
      `deadline: 0 to ${DEADLINE - 1} / ${DEADLINE}`,
    ],
    [
      "a deadline one second early",
      { deadlineMinSec: DEADLINE + 1, deadlineMaxSec: DEADLINE + 9 },
      `deadline: ${DEADLINE + 1} to ${DEADLINE + 9} / ${DEADLINE}`,
    ],
    [
      "the other mode",
      { mode: "exactOut" as const, amountBase: 995_000_000n, limitBase: 1_000_000_000n },
      "mode: exactOut / exactIn",
    ],
    ["no minimum asked", { limitBase: 0n }, "request: amounts above 0 / 1000000000 and 0"],
    ["no amount asked", { amountBase: 0n }, "request: amounts above 0 / 0 and 995000000"],
  ])("error: %s", (_, change, expected) => {
    expect(refusal(check(uniswapCall, change))).toBe(expected);
  });

  test("behavior: a higher minimum than asked is welcome, and addresses match in any case", () => {
    expect(
      check(uniswapCall, {
        limitBase: 994_999_999n,
        vault: vectorCase(VAULT),
        tokenIn: vectorCase(USDC),
      }).ok,
    ).toBe(true);
  });

  test.each([
    [
      "unknown bytes",
      decode("0x"),
      "kind of call: swap / unknown: selector 0x is none of the calls this service makes",
    ],
    ["a wrap", decode(calldata("wrap.wrapETH")), "kind of call: swap / wrap"],
    ["a sweep", decode(calldata("refusal.sweep-to-stranger")), "kind of call: swap / sweep"],
    [
      "a forbidden command",
      decode(calldata("refusal.command-0a")),
      "kind of call: swap / unsupportedCommand: PERMIT2_PERMIT",
    ],
    [
      "a 0x call of another kind",
      decode(calldata("refusal.zeroex-inner-selector")),
      "kind of call: swap / unsupported: only Settler.execute may run inside exec",
    ],
  ])("error: %s", (_, call, expected) => {
    expect(refusal(check(call))).toBe(expected);
  });

  test("error: a payment to a stranger beside a good swap", () => {
    const fee = { token: USDT, recipient: STRANGER, minBase: 0n };
    expect(refusal(check({ ...uniswapCall, payments: [fee] }))).toBe(
      `payment: none / ${USDT} to ${STRANGER}`,
    );
  });

  test("error: the output to a stranger", () => {
    const call = decode(calldata("refusal.v4-take-to-stranger"));
    const change = { tokenOut: ETH, amountBase: 1_000_000n, limitBase: 1n };
    expect(refusal(check(call, change))).toBe(`recipient: ${VAULT} / ${STRANGER}`);
  });

  test("error: wrapped coin where native was asked, and the other way round", () => {
    const call = decode(
      calldata("swap.v3-exact-in-weth-usdc-explicit-recipient"),
    ) as RouterSwapCall;
    const asked = {
      tokenIn: ETH,
      tokenOut: USDC,
      amountBase: call.amountInBase,
      limitBase: call.amountOutMinBase,
    };
    expect(refusal(check(call, asked))).toBe(`token sold: ${ETH} / ${WETH}`);
    const wrapped = decode(calldata("swap.wrap-then-v3-exact-in")) as RouterSwapCall;
    expect(
      refusal(check(wrapped, { ...asked, tokenIn: WETH, limitBase: wrapped.amountOutMinBase })),
    ).toBe(`token sold: ${WETH} / ${ETH}`);
    expect(check(wrapped, { ...asked, limitBase: wrapped.amountOutMinBase }).ok).toBe(true);
  });
});

describe("exact output at the pool DEX", () => {
  const call = decode(calldata("swap.v4-exact-out-eth-usdc-sweep")) as RouterSwapCall;
  const asked: Partial<SwapExpectation> = {
    mode: "exactOut",
    tokenIn: ETH,
    tokenOut: USDC,
    amountBase: 2_000_000_000n,
    limitBase: 10n ** 18n,
  };

  test("default: allowed, with the bounds that the calldata enforces", () => {
    expect(check(call, asked)).toEqual({
      ok: true,
      value: { amountInMaxBase: 10n ** 18n, minOutBase: 2_000_000_000n, deadlineSec: DEADLINE },
    });
    expect(check(call, { ...asked, limitBase: 10n ** 18n + 1n }).ok).toBe(true);
  });

  test.each([
    [
      "a maximum one unit too high",
      { limitBase: 10n ** 18n - 1n },
      "maximum sold: at most 999999999999999999 / 1000000000000000000",
    ],
    [
      "one unit less than asked",
      { amountBase: 2_000_000_001n },
      "amount bought: at least 2000000001, enforced / 2000000000",
    ],
    [
      "one unit more than asked",
      { amountBase: 1_999_999_999n },
      "amount bought: 1999999999 / 2000000000",
    ],
    [
      "the other mode",
      { mode: "exactIn" as const, amountBase: 10n ** 18n, limitBase: 2_000_000_000n },
      "mode: exactIn / exactOut",
    ],
  ])("error: %s", (_, change, expected) => {
    expect(refusal(check(call, { ...asked, ...change }))).toBe(expected);
  });

  test("error: unspent native coin would stay in the router", () => {
    const unswept = decode(calldata("swap.v4-exact-out-eth-usdc-no-sweep"));
    expect(refusal(check(unswept, asked))).toBe(`left in the router: nothing / ${ETH}`);
  });

  test("error: an output that is asked for but not enforced", () => {
    const open = router.v4(
      router.v4Multi(
        "out",
        USDT,
        [{ token: USDC, fee: 100, tickSpacing: 1, hooks: ETH }],
        500n,
        600n,
      ),
      router.settleAll(USDC, 600n),
      router.take(USDT, router.MSG_SENDER, 0n),
    );
    const verdict = check(decode(router.executeCall([open], BigInt(DEADLINE))), {
      mode: "exactOut",
      amountBase: 500n,
      limitBase: 600n,
    });
    expect(refusal(verdict)).toBe("amount bought: at least 500, enforced / 0");
  });
});

test("error: an exact output whose amount the calldata leaves open", () => {
  const open: RouterSwapCall = { ...uniswapCall, mode: "exactOut", amountOutBase: null };
  const asked = { mode: "exactOut", amountBase: 995_000_000n, limitBase: 1_000_000_000n } as const;
  expect(refusal(check(open, asked))).toBe("amount bought: 995000000 / open");
});

describe("0x", () => {
  const call = decode(calldata("zeroex.usdc-usdt")) as ZeroExSwapCall;
  const asked: Partial<SwapExpectation> = { venue: "0x", settlers: [STRANGER, SETTLER] };
  const [permit] = call.permits;
  if (permit === undefined) throw new Error("the vector has a permit");

  test("default: allowed, with the deadline of the first action", () => {
    expect(check(call, asked)).toEqual({
      ok: true,
      value: { amountInMaxBase: 1_000_000_000n, minOutBase: 995_000_000n, deadlineSec: DEADLINE },
    });
    expect(check(call, { ...asked, settlers: [vectorCase(SETTLER)] }).ok).toBe(true);
  });

  test.each<[string, Partial<ZeroExSwapCall>, Partial<SwapExpectation>, string]>([
    [
      "a Settler that is not current",
      {},
      { settlers: [STRANGER] },
      `settler: ${STRANGER} / ${SETTLER}`,
    ],
    [
      "two Settlers, neither of them",
      {},
      { settlers: [STRANGER, VAULT] },
      `settler: ${STRANGER} or ${VAULT} / ${SETTLER}`,
    ],
    ["no Settler known", {}, { settlers: [] }, `settler: none known / ${SETTLER}`],
    ["another operator", { operator: STRANGER }, {}, `operator: ${SETTLER} / ${STRANGER}`],
    ["no deadline", { deadlineSec: null }, {}, `deadline: ${DEADLINE} to ${DEADLINE} / none`],
    ["another recipient", { recipient: STRANGER }, {}, `recipient: ${VAULT} / ${STRANGER}`],
    [
      "a permit for less",
      { permits: [{ ...permit, amountBase: 999_999_999n }] },
      {},
      "amount permitted: 1000000000 / 999999999",
    ],
    [
      "a permit for more",
      { permits: [{ ...permit, amountBase: 1_000_000_001n }] },
      {},
      "amount permitted: 1000000000 / 1000000001",
    ],
    [
      "a second permit",
      { permits: [permit, permit] },
      {},
      "amount permitted: 1000000000 / 2000000000",
    ],
    ["no permit", { permits: [] }, {}, "amount permitted: 1000000000 / 0"],
    [
      "a permit for another token",
      { permits: [{ ...permit, token: WETH }] },
      {},
      `token permitted: ${USDC} / ${WETH}`,
    ],
    [
      "a transfer past the Settler",
      { permits: [{ ...permit, recipient: STRANGER }] },
      {},
      `transfer to: ${SETTLER} / ${STRANGER}`,
    ],
    ["the pool DEX asked", {}, { venue: "uniswap" }, "venue: uniswap / 0x-allowance-holder"],
  ])("error: %s", (_, change, more, expected) => {
    expect(refusal(check({ ...call, ...change }, { ...asked, ...more }))).toBe(expected);
  });

  test("behavior: the agent may leave a native sale's deadline to its nonce, nothing else", () => {
    const sale: ZeroExSwapCall = {
      ...call,
      tokenIn: ETH,
      permits: [],
      nativeFromVaultBase: call.amountInBase,
      deadlineSec: null,
    };
    const own = { ...asked, tokenIn: ETH };
    const sent = { ...own, endsByNonce: true };
    expect(check(sale, sent)).toMatchObject({ ok: true, value: { deadlineSec: DEADLINE } });
    expect(check({ ...sale, deadlineSec: BigInt(DEADLINE) }, sent).ok).toBe(true);
    const none = `deadline: ${DEADLINE} to ${DEADLINE} / none`;
    expect(refusal(check(sale, own))).toBe(none);
    expect(refusal(check({ ...call, deadlineSec: null }, { ...asked, endsByNonce: true }))).toBe(
      none,
    );
    expect(refusal(check({ ...uniswapCall, deadlineSec: null }, { endsByNonce: true }))).toBe(none);
    // The router's own calls carry their deadline, whoever sends them.
    const coin = {
      ...uniswapCall,
      tokenIn: ETH,
      nativeFromVaultBase: uniswapCall.amountInBase,
      deadlineSec: null,
    };
    expect(refusal(check(coin, { tokenIn: ETH, endsByNonce: true }))).toBe(none);
    expect(refusal(check(coin, { tokenIn: ETH, deadlineMinSec: 0 }))).toBe(
      `deadline: 0 to ${DEADLINE} / none`,
    );
    const past = { ...sent, deadlineMinSec: DEADLINE + 1 };
    expect(refusal(check(sale, past))).toBe(
      `deadline: ${DEADLINE + 1} to ${DEADLINE} / ${DEADLINE}`,
    );
    const wrapped = { ...sale, isInMulticall: true, deadlineSec: BigInt(DEADLINE) };
    expect(check(wrapped, own).ok).toBe(true);
    expect(refusal(check(wrapped, sent))).toBe("call: exec alone / exec inside multicall");
  });

  test("behavior: a VIP action may send its output onward, the minimum holds at the end", () => {
    const vip = { ...permit, action: "UNISWAPV3_VIP", recipient: STRANGER };
    expect(check({ ...call, permits: [vip] }, asked).ok).toBe(true);
    const parts = [
      { ...permit, amountBase: 400_000_000n },
      { ...permit, amountBase: 600_000_000n },
    ];
    expect(check({ ...call, permits: parts }, asked).ok).toBe(true);
  });

  test("error: a payment where the quote says nothing of fees", () => {
    const payments = [{ token: USDT, recipient: STRANGER, bps: 1n }];
    expect(refusal(check({ ...call, payments }, asked))).toBe(
      `payment: 0 bps / 1 bps to ${STRANGER}`,
    );
  });

  test("error: no settlers given at all", () => {
    expect(refusal(check(call, { venue: "0x" }))).toBe(`settler: none known / ${SETTLER}`);
  });

  test("behavior: exact output sells at most the maximum and enforces the amount", () => {
    const buy: Partial<SwapExpectation> = {
      ...asked,
      mode: "exactOut",
      amountBase: 995_000_000n,
      limitBase: 1_000_000_000n,
    };
    expect(check(call, buy)).toEqual({
      ok: true,
      value: { amountInMaxBase: 1_000_000_000n, minOutBase: 995_000_000n, deadlineSec: DEADLINE },
    });
    expect(check(call, { ...buy, amountBase: 994_999_999n }).ok).toBe(true);
    expect(check({ ...call, permits: [{ ...permit, amountBase: 999_999_999n }] }, buy).ok).toBe(
      true,
    );
    expect(
      refusal(check({ ...call, permits: [{ ...permit, amountBase: 1_000_000_001n }] }, buy)),
    ).toBe("amount permitted: 1000000000 / 1000000001");
    expect(refusal(check(call, { ...buy, limitBase: 999_999_999n }))).toBe(
      "maximum sold: at most 999999999 / 1000000000",
    );
    expect(refusal(check(call, { ...buy, amountBase: 995_000_001n }))).toBe(
      "amount bought: at least 995000001, enforced / 995000000",
    );
  });

  test("behavior: native coin needs a deadline but no permit", () => {
    const native: ZeroExSwapCall = {
      ...call,
      tokenIn: ETH,
      permits: [],
      nativeFromVaultBase: call.amountInBase,
    };
    const sell = { ...asked, tokenIn: "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE" as Address };
    expect(check(native, sell).ok).toBe(true);
    expect(refusal(check({ ...native, deadlineSec: null }, sell))).toBe(
      `deadline: ${DEADLINE} to ${DEADLINE} / none`,
    );
    expect(refusal(check({ ...native, permits: [permit] }, sell))).toBe(
      "amount permitted: 0 / 1000000000",
    );
  });

  test.each([
    "refusal.zeroex-counterfeit-settler",
    "refusal.zeroex-recipient-agent",
    "refusal.zeroex-operator-not-target",
    "refusal.zeroex-inner-selector",
    "refusal.zeroex-action-not-allowed",
  ])("error: %s, as on chain", (id) => {
    const { decoded } = vector(id);
    const request = {
      ...asked,
      settlers: [SETTLER],
      tokenIn: (decoded.tokenIn ?? USDC) as Address,
      tokenOut: (decoded.tokenOut ?? USDT) as Address,
    };
    const amounts = {
      amountBase: BigInt((decoded.amountIn as string) ?? 1n),
      limitBase: 1n,
      deadlineMinSec: 0,
    };
    expect(check(decode(calldata(id)), { ...request, ...amounts }).ok).toBe(false);
  });
});

/** The same address in another case. */
function vectorCase(address: Address): Address {
  return `0x${address.slice(2).toUpperCase()}`;
}
