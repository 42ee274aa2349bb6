import { type Address, zeroAddress } from "viem";
import { describe, expect, test } from "vitest";
import type { ChainId } from "../../../schemas/chains.ts";
import { chainAddresses } from "../../../src/chain/addresses.ts";
import type { OracleState } from "../../../src/chain/oracle-reads.ts";
import type { RpcOutcome } from "../../../src/chain/rpc-call.ts";
import type { ChainDeps } from "../../../src/deps.ts";
import { judgeOracleWindows, oracleWarning } from "../../../src/vaults/judge-oracle-windows.ts";

const [A, B, C]: [Address, Address, Address] = [
  `0x${"aa".repeat(20)}`,
  `0x${"bb".repeat(20)}`,
  `0x${"cc".repeat(20)}`,
];
const { oracle, wrappedNative } = chainAddresses(8453);
const slots = (
  cardinality: number,
  cardinalityNext = cardinality,
  index = 0,
): RpcOutcome<OracleState> => ({
  ok: true,
  value: { index, cardinality, cardinalityNext },
});

const judged = (
  states: Record<Address, RpcOutcome<OracleState>>,
  { isDelegated = true, chainId = 8453 as ChainId, tokens = Object.keys(states) as Address[] } = {},
) => {
  // Safe: a judgement reads no more of a chain than this.
  const chain = { chainId, addresses: chainAddresses(chainId) } as ChainDeps;
  return judgeOracleWindows(
    chain,
    new Map(Object.entries(states) as [Address, RpcOutcome<OracleState>][]),
    {
      tokens,
      isDelegated,
    },
  );
};

describe("judgeOracleWindows", () => {
  test("default: the shortest window of all, and none is short", () => {
    expect(judged({ [A]: slots(301), [B]: slots(320) })).toEqual({
      ok: true,
      value: { windowSec: 300, short: [] },
    });
    expect(judged({ [A]: slots(301), [B]: slots(10) }, { isDelegated: false })).toMatchObject({
      value: { windowSec: 9, short: [{ token: B }] },
    });
  });

  test("behavior: the native coin and its wrapped form have no pool, and no window", () => {
    expect(judged({}, { tokens: [zeroAddress, wrappedNative] })).toEqual({
      ok: true,
      value: { windowSec: null, short: [] },
    });
  });

  test("error: the shortest one decides and is named, its tokens are all of the short ones", () => {
    const refused = judged({ [A]: slots(10), [B]: slots(5), [C]: slots(301) });
    expect(refused).toMatchObject({
      ok: false,
      code: "oracle_window_too_short",
      // Five observations span four intervals of a second.
      message:
        `The oracle's price of ${B} is a mean over 4 s, not 300, so it can be moved for a ` +
        "moment. Nothing was sent. Any wallet can widen it for good: increaseCardinalityNext " +
        `to 301 slots on the oracle ${oracle}. The vault's owner can still sign the trade.`,
      details: {
        token: B,
        symbol: B,
        windowSec: 4,
        neededSec: 300,
        slots: 5,
        slotsNeeded: 301,
        tokens: [A, B],
      },
    });
  });

  test("behavior: a token of the chain's own table is named by its symbol", () => {
    const usdc = chainAddresses(8453).tokens.find(({ symbol }) => symbol === "USDC");
    if (usdc === undefined) throw new Error("every chain has USDC");
    const refused = judged({ [usdc.address]: slots(10) });
    expect(refused).toMatchObject({ details: { symbol: "USDC" } });
    expect(!refused.ok && refused.message).toMatch(
      /^The oracle's price of USDC is a mean over 9 s, not 300, /,
    );
  });

  test("error: while all short ones are being widened it is a wait, for one trade or more", () => {
    const waits =
      "so it can be moved for a moment. Nothing was sent. Its window is being widened: it " +
      "takes effect after";
    expect(judged({ [A]: slots(10, 301, 3) })).toMatchObject({
      code: "oracle_window_filling",
      message:
        `The oracle's price of ${A} is a mean over 9 s, not 300, ${waits} 7 more trades in ` +
        "the oracle's pool. Try again in 300 s.",
      details: { tradesToWiden: 7, retryAfterSec: 300, tokens: [A] },
    });
    expect(judged({ [A]: slots(10, 302, 9) })).toMatchObject({
      message: expect.stringContaining(`${waits} one more trade in the oracle's pool.`),
    });
    expect(judged({ [A]: slots(10, 301), [B]: slots(20, 301) })).toMatchObject({
      code: "oracle_window_filling",
    });
    // One that nobody widens keeps it short for ever, though the other is the shortest.
    const stuck = judged({ [A]: slots(10, 301), [B]: slots(20, 300) });
    expect(stuck).toMatchObject({
      code: "oracle_window_too_short",
      details: { token: A, tokens: [A, B] },
    });
    expect(stuck).not.toHaveProperty("details.retryAfterSec");
  });

  test("args: a slot stands for 8 s on Ethereum, and 39 are enough there", () => {
    expect(judged({ [A]: slots(10, 39) }, { chainId: 1 })).toMatchObject({
      code: "oracle_window_filling",
      details: { windowSec: 72, slotsNeeded: 39 },
    });
    expect(judged({ [A]: slots(10, 38) }, { chainId: 1 })).toMatchObject({
      code: "oracle_window_too_short",
    });
  });

  test.each<[string, Record<Address, RpcOutcome<OracleState>>]>([
    ["that was not read", {}],
    ["that no node answered", { [A]: { ok: false, kind: "unavailable", message: "no answer" } }],
    [
      "that the oracle refused",
      { [A]: { ok: false, kind: "reverted", data: "0x", message: "reverted" } },
    ],
  ])("error: a window %s lets nothing through, an owner's either", (_what, states) => {
    for (const isDelegated of [true, false])
      expect(judged({ [B]: slots(301), ...states }, { isDelegated, tokens: [B, A] })).toEqual({
        ok: false,
        code: "rpc_unavailable",
        message:
          "The oracle's window could not be read from the chain. Nothing was built; please " +
          "try again.",
      });
  });
});

test("oracleWarning: names every short price, and how to widen it", () => {
  const windows = judged({ [A]: slots(10), [B]: slots(5, 301) }, { isDelegated: false });
  if (!windows.ok) throw new Error(windows.message);
  const { short } = windows.value;
  expect(oracleWarning(short)).toEqual({
    oracleWarning: {
      message:
        `Warning: the oracle's price is a mean over less than 300 s (${A} over 9 s, ${B} ` +
        "over 4 s), so it can have been moved just now, and the shields' figures with it. " +
        "Compare the amounts with another source before you sign. Any wallet can widen it " +
        `for good: increaseCardinalityNext to 301 slots on the oracle ${oracle}.`,
      windows: short,
    },
  });
  expect(
    short.map(({ token, windowSec, tradesToWiden }) => ({ token, windowSec, tradesToWiden })),
  ).toEqual([
    { token: A, windowSec: 9, tradesToWiden: 0 },
    { token: B, windowSec: 4, tradesToWiden: 5 },
  ]);
  expect(oracleWarning([])).toEqual({});
});
