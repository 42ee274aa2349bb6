import fc from "fast-check";
import { type Hex, numberToHex } from "viem";
import { describe, expect, test } from "vitest";
import { capPermitDeadline } from "../../../src/calldata/exec-calldata.ts";
import { pinExactOutput, setRouterDeadline } from "../../../src/calldata/execute-calldata.ts";
import { decodeVaultCall } from "../../support/decode-vault-call.ts";
import * as router from "../../support/router-calldata.ts";
import { calldata, factsOf, role, safetyVectors, token } from "./safety-vectors.ts";
import { action, exec } from "./zeroex-calldata.ts";

const OLD = 4_102_444_800;
const deadline = fc.integer({ min: 0, max: 2 ** 40 });
const decode = (data: Hex) => decodeVaultCall(data, factsOf());
const bytesOf = (verdict: ReturnType<typeof setRouterDeadline>): Hex => {
  if (!verdict.ok) throw new Error(verdict.message);
  return verdict.value;
};
const word = (value: number) => value.toString(16).padStart(64, "0");

describe("setRouterDeadline", () => {
  const executes = safetyVectors.filter((each) =>
    ["0x3593564c", "0x24856bc3"].includes(each.call.selector),
  );

  test("default: the deadline changes and nothing else does", () => {
    expect(executes.length).toBeGreaterThan(30);
    fc.assert(
      fc.property(fc.constantFrom(...executes), deadline, ({ call }, deadlineSec) => {
        const dated = bytesOf(setRouterDeadline(call.data, deadlineSec));
        const [before, after] = [decode(call.data), decode(dated)];
        expect(after).toEqual(
          "deadlineSec" in before ? { ...before, deadlineSec: BigInt(deadlineSec) } : before,
        );
        if (call.selector === "0x3593564c")
          expect(bytesOf(setRouterDeadline(dated, OLD)).length).toBe(call.data.length);
      }),
      { numRuns: 150 },
    );
  });

  test("behavior: setting the deadline that was there gives back the same bytes", () => {
    const data = calldata("swap.v4-exact-in-usdc-usdt");
    expect(bytesOf(setRouterDeadline(data, OLD))).toBe(data);
    expect(bytesOf(setRouterDeadline(`${data}c0ffee`, OLD))).toBe(data);
  });

  test("behavior: the form without a deadline becomes the form with one", () => {
    const data = calldata("swap.v4-exact-in-no-deadline-selector");
    expect(bytesOf(setRouterDeadline(data, OLD))).toBe(calldata("swap.v4-exact-in-usdc-usdt"));
  });

  const another = (data: Hex): Hex => `0xdeadbeef${data.slice(10)}`;
  const foreign = ["swap.v4-exact-in-no-deadline-selector", "swap.v4-exact-in-usdc-usdt"]
    .map(calldata)
    .map(another);

  test.each<Hex>([
    "0x",
    "0x3593564c",
    calldata("zeroex.usdc-usdt"),
    calldata("wrap.wrapETH"),
    ...foreign,
  ])("error: not an execute", (data) => {
    expect(setRouterDeadline(data, OLD)).toEqual({
      ok: false,
      code: "venue_calldata_rejected",
      message:
        "The calldata of uniswap is not a readable call of the router's execute, so no " +
        "deadline could be set. Ask for a new quote, or use the other venue.",
      details: { venue: "uniswap", what: "execute" },
    });
  });
});

describe("capPermitDeadline", () => {
  const data = calldata("zeroex.usdc-usdt");
  const deadlineOf = (call: Hex) => {
    const read = decode(call);
    return read.kind === "swap" ? read.deadlineSec : read.kind;
  };

  test("default: a later deadline is lowered, an earlier one stays, nothing else changes", () => {
    fc.assert(
      fc.property(deadline, deadline, (first, second) => {
        const once = bytesOf(capPermitDeadline(data, first));
        const twice = bytesOf(capPermitDeadline(once, second));
        const before = decode(data);
        const lowest = BigInt(Math.min(OLD, first, second));
        expect(deadlineOf(once)).toBe(BigInt(Math.min(OLD, first)));
        expect(deadlineOf(twice)).toBe(lowest);
        if (before.kind !== "swap" || before.venue !== "0x-allowance-holder")
          throw new Error("the vector is a swap");
        expect(decode(twice)).toEqual({
          ...before,
          deadlineSec: lowest,
          permits: before.permits.map((permit) => ({ ...permit, deadlineSec: lowest })),
        });
      }),
      { numRuns: 100 },
    );
  });

  test("behavior: on both sides of the limit", () => {
    expect(bytesOf(capPermitDeadline(data, OLD))).toBe(data);
    expect(bytesOf(capPermitDeadline(data, OLD + 1))).toBe(data);
    expect(bytesOf(capPermitDeadline(data, OLD - 1))).toBe(data.replace(word(OLD), word(OLD - 1)));
    expect(bytesOf(capPermitDeadline(`${data}00`, OLD))).toBe(data);
  });

  test("behavior: only the first action is touched", () => {
    const call = exec([
      action.transferFrom(token("USDC"), 5n, 900n),
      action.transferFrom(token("USDC"), 5n, 900n),
    ]);
    const read = decode(bytesOf(capPermitDeadline(call, 800)));
    if (read.kind !== "swap" || read.venue !== "0x-allowance-holder") throw new Error(read.kind);
    expect(read.permits.map((permit) => permit.deadlineSec)).toEqual([800n, 900n]);
  });

  test("behavior: native coin carries its deadline in NATIVE_CHECK", () => {
    const call = exec([action.nativeCheck(900n, 5n), action.swap()], { token: token("ETH") });
    expect(deadlineOf(call)).toBe(900n);
    expect(bytesOf(capPermitDeadline(call, 900))).toBe(call);
    expect(bytesOf(capPermitDeadline(call, 899))).toBe(
      exec([action.nativeCheck(899n, 5n), action.swap()], { token: token("ETH") }),
    );
  });

  test("behavior: a native sale may begin without a deadline, and stays as it is", () => {
    for (const call of [
      calldata("refusal.zeroex-too-little-received"),
      exec([action.swap(), action.nativeCheck(900n, 5n)], { token: token("ETH") }),
    ])
      expect(bytesOf(capPermitDeadline(call, 800))).toBe(call);
  });

  test.each<[string, Hex, string]>([
    [
      "a native sale of no action",
      exec([], { token: token("ETH") }),
      "a first action with a deadline",
    ],
    [
      "a native sale that begins with an unknown action",
      exec(["0xdeadbeef"], { token: token("ETH") }),
      "a first action with a deadline",
    ],
    [
      "a native sale that begins with what no vault may run",
      exec(["0x131ad428"], { token: token("ETH") }),
      "a first action with a deadline",
    ],
    [
      "no call of exec",
      calldata("swap.v4-exact-in-usdc-usdt"),
      "a readable call of exec around Settler.execute",
    ],
    [
      "the same arguments for another function",
      `0xdeadbeef${data.slice(10)}`,
      "a readable call of exec around Settler.execute",
    ],
    ["nothing", "0x", "a readable call of exec around Settler.execute"],
    [
      "another inner call",
      calldata("refusal.zeroex-inner-selector"),
      "a readable call of exec around Settler.execute",
    ],
    [
      "no deadline in the first action of a token's sale",
      exec([action.swap(), action.transferFrom(token("USDC"), 5n, 900n)]),
      "a first action with a deadline",
    ],
    ["no action", exec([]), "a first action with a deadline"],
    ["an unknown first action", exec(["0xdeadbeef"]), "a first action with a deadline"],
    ["a cut first action", exec(["0xc1fb425e"]), "a first action of full length"],
    [
      "a first action cut within its deadline",
      exec([action.transferFrom(token("USDC"), 5n, 900n).slice(0, 10 + 5 * 64 - 2) as Hex]),
      "a first action of full length",
    ],
  ])("error: %s", (_, call, what) => {
    const message =
      `The calldata of 0x has no deadline that could be set: it lacks ${what}. Ask for a new ` +
      "quote, or use the other venue.";
    expect(capPermitDeadline(call, OLD)).toEqual({
      ok: false,
      code: "venue_calldata_rejected",
      message,
      details: { venue: "0x", what },
    });
  });

  test("behavior: a first action that ends with its deadline is long enough", () => {
    const short = action.transferFrom(token("USDC"), 5n, 900n).slice(0, 10 + 5 * 64) as Hex;
    expect(bytesOf(capPermitDeadline(exec([short]), 800))).toBe(
      exec([`${short.slice(0, -64)}${word(800)}` as Hex]),
    );
  });
});

describe("pinExactOutput", () => {
  const [USDC, USDT, DAI] = [token("USDC"), token("USDT"), token("DAI")];
  const hops = (to: `0x${string}`) => [
    { token: to, fee: 100, tickSpacing: 1, hooks: token("ETH") },
  ];
  const buy = router.v4Multi("out", USDT, hops(USDC), 500n, 600n);
  const open = router.take(USDT, router.MSG_SENDER, 0n);
  const exact = router.take(USDT, router.MSG_SENDER, 500n);
  const call = (...actions: router.Action[]) => router.executeCall([router.v4(...actions)]);

  test("default: an open TAKE of an exact output takes exactly that", () => {
    expect(pinExactOutput(call(buy, router.settle(USDC, 0n), open), factsOf())).toBe(
      call(buy, router.settle(USDC, 0n), exact),
    );
    const pinned = decode(pinExactOutput(call(buy, router.settle(USDC, 0n), open), factsOf()));
    expect(pinned).toMatchObject({ kind: "swap", amountOutBase: 500n, amountOutMinBase: 500n });
  });

  test("behavior: several exact outputs of one token are taken together", () => {
    const both = [
      buy,
      router.v4Multi("out", USDT, hops(USDC), 300n, 400n),
      router.settle(USDC, 0n),
    ];
    expect(pinExactOutput(call(...both, open), factsOf())).toBe(
      call(...both, router.take(USDT, router.MSG_SENDER, 800n)),
    );
  });

  test("behavior: every V4_SWAP of a call, others untouched, with or without a deadline", () => {
    const swapped = (last: router.Action, deadlineSec: bigint | null) =>
      router.executeCall(
        [
          router.v4(buy, router.settle(USDC, 0n), last),
          router.sweep(USDC, router.MSG_SENDER, 0n),
          router.v4(buy, router.settle(USDC, 0n), last),
        ],
        deadlineSec,
      );
    expect(pinExactOutput(swapped(open, 7n), factsOf())).toBe(swapped(exact, 7n));
    expect(pinExactOutput(swapped(open, null), factsOf())).toBe(swapped(exact, null));
  });

  test.each<[string, router.Action[]]>([
    ["an exact TAKE", [buy, router.settle(USDC, 0n), router.take(USDT, router.MSG_SENDER, 499n)]],
    [
      "a SETTLE of the whole debt in the output",
      [buy, router.settleAll(USDC, 600n), router.settle(USDT, 0n)],
    ],
    ["TAKE_ALL", [buy, router.settle(USDC, 0n), router.takeAll(USDT, 0n)]],
    [
      "an exact input",
      [router.v4Multi("in", USDC, hops(USDT), 500n, 400n), router.settle(USDC, 0n), open],
    ],
    [
      "an exact input beside the exact output",
      [buy, router.v4Multi("in", USDC, hops(USDT), 500n, 400n), router.settle(USDC, 0n), open],
    ],
    [
      "a second TAKE of the token",
      [buy, router.settle(USDC, 0n), router.take(USDT, role("stranger"), 1n), open],
    ],
    [
      "an output that is swapped on",
      [buy, router.v4Multi("in", USDT, hops(DAI), 0n, 0n), router.settle(USDC, 0n), open],
    ],
    ["a token that nothing pays out", [open]],
    ["something unreadable", [buy, { byte: 13, params: "0x" }, open]],
  ])("behavior: %s is left as it is", (_, actions) => {
    expect(pinExactOutput(call(...actions), factsOf())).toBe(call(...actions));
  });

  test("behavior: what other tokens do in the same V4_SWAP does not matter", () => {
    const aside = [
      router.v4Multi("in", DAI, hops(token("WETH")), 5n, 4n),
      router.settleAll(DAI, 5n),
      router.takeAll(token("WETH"), 0n),
    ];
    const plan = [buy, ...aside, router.settle(USDC, 0n)];
    expect(pinExactOutput(call(...plan, open), factsOf())).toBe(call(...plan, exact));
  });

  test("behavior: a settled output, or one that pays for another, is left as it is", () => {
    for (const beside of [
      router.settle(USDT, 5n),
      router.v4Multi("out", USDC, hops(USDT), 5n, 6n),
    ]) {
      expect(pinExactOutput(call(buy, beside, open), factsOf())).toBe(call(buy, beside, open));
    }
  });

  test("behavior: an input of another command that reads like a V4_SWAP is left as it is", () => {
    const { input } = router.v4(buy, router.settle(USDC, 0n), open);
    const data = router.executeCall([{ byte: 33, input }]);
    expect(pinExactOutput(data, factsOf())).toBe(data);
  });

  test.each<Hex>(["0x", "0x3593564c", calldata("zeroex.usdc-usdt")])(
    "behavior: what is no router call is returned as it came",
    (data) => {
      expect(pinExactOutput(data, factsOf())).toBe(data);
    },
  );

  test("behavior: a V4_SWAP that cannot be read is left for the check", () => {
    const data = router.executeCall([{ byte: 16, input: numberToHex(1) }]);
    expect(pinExactOutput(data, factsOf())).toBe(data);
  });
});
