import { encodeAbiParameters, type Hex, keccak256, pad, parseAbiParameters, toHex } from "viem";
import { describe, expect, test } from "vitest";
import type { GmxCall } from "../../../src/calldata/gmx-call.ts";
import type { RpcCall, RpcOutcome } from "../../../src/chain/rpc-call.ts";
import { followGmxOrder } from "../../../src/gmx/gmx-code.ts";
import { lookAtGmxOrder } from "../../../src/gmx/look-at-gmx-order.ts";
import { allow, refuse } from "../../../src/lib/verdict.ts";

const VAULT = `0x${"c3".repeat(20)}` as const;
const [MARKET, WETH, USDC] = [
  `0x${"70".repeat(20)}`,
  `0x${"82".repeat(20)}`,
  `0x${"af".repeat(20)}`,
] as const;
const [HASH, KEY] = [`0x${"ab".repeat(32)}`, `0x${"5e".repeat(32)}`] as const;
// gmx-synthetics, deployments/arbitrum/EventEmitter.json; topics of its EventLog1 and EventLog2 as
// Arbiscan shows them.
const EMITTER = "0xc8ee91a54287db53897056e12d9819156d3822fb";
const EVENT_LOG_1 = "0x137a44067c8961cd7e1d876f4754a5a3a75989b4552f1843fc69c3b372def160";
const EVENT_LOG_2 = "0x468a25a7ba624ceea6e540ad6f49171b52495b648417ae91bca21676d8a24dc5";
const nameOf = (text: string) => keccak256(toHex(text));
const account = pad(VAULT, { size: 32 });
const NOW = 1_790_000_000_000;

const LIST = (type: string) =>
  `((string key, ${type} value)[] items, (string key, ${type}[] value)[] arrays)`;
const DATA = parseAbiParameters(
  `address sender, string name, (${["address", "uint256", "int256", "bool", "bytes32", "bytes", "string"].map((type, i) => `${LIST(type)} l${i}`).join(", ")}) data`,
);
type Values = {
  uints?: Record<string, bigint>;
  ints?: Record<string, bigint>;
  words?: Record<string, Hex>;
  strings?: Record<string, string>;
};
function dataOf({ uints = {}, ints = {}, words = {}, strings = {} }: Values): Hex {
  const list = <T>(of: Record<string, T>) => ({
    items: Object.entries(of).map(([key, value]) => ({ key, value })),
    arrays: [],
  });
  const none = { items: [], arrays: [] };
  const data = {
    l0: none,
    l1: list(uints),
    l2: list(ints),
    l3: none,
    l4: list(words),
    l5: none,
    l6: list(strings),
  };
  return encodeAbiParameters(DATA, [VAULT, "E", data]);
}

const created = (changes: object = {}) => ({
  address: EMITTER,
  topics: [EVENT_LOG_2, nameOf("OrderCreated"), KEY, account],
  data: "0x",
  ...changes,
});
const ended = (name: string, values: Values = {}) => ({
  ...{ address: EMITTER, topics: [EVENT_LOG_2, nameOf(name), KEY, account], data: dataOf(values) },
  ...{ transactionHash: `0x${"ee".repeat(32)}`, blockNumber: "0x65" },
});
const increased = (orderKey: Hex) => ({
  ...{ address: EMITTER, topics: [EVENT_LOG_1, nameOf("PositionIncrease"), account] },
  ...{ transactionHash: `0x${"ee".repeat(32)}`, blockNumber: "0x65" },
  data: dataOf({
    uints: { sizeDeltaUsd: 3_000n * 10n ** 30n, executionPrice: 3_001_500_000_000_000n },
    ints: { collateralDeltaAmount: 998_000_000n, basePnlUsd: 0n },
    words: { orderKey },
  }),
});

type Chain = {
  receipt?: object | null;
  pending?: readonly { key: Hex; isFrozen: boolean }[];
  ends?: readonly object[];
  moves?: readonly object[];
  isSilent?: boolean;
  hasApi?: boolean;
};
const receiptOf = (logs: readonly object[], status = "0x1") => ({
  ...{
    transactionHash: HASH,
    status,
    blockNumber: "0x64",
    blockHash: HASH,
    from: VAULT,
    to: VAULT,
  },
  ...{ gasUsed: "0x1", effectiveGasPrice: "0x1", logs },
});

/** A chain behind the port, and GMX's API: what each is asked, in order. */
function depsOf({
  receipt = receiptOf([created()]),
  pending = [],
  ends = [],
  moves = [],
  isSilent,
  hasApi = true,
}: Chain) {
  const asked: string[] = [];
  const answer = (call: RpcCall<unknown>): RpcOutcome<unknown> => {
    asked.push(call.method);
    if (isSilent) return { ok: false, kind: "unavailable", message: "no node" };
    if (call.method === "eth_call") return { ok: true, value: pending };
    if (call.method === "eth_getTransactionReceipt") return { ok: true, value: call.read(receipt) };
    if (call.method === "eth_getBlockByNumber")
      return {
        ok: true,
        value: call.read({ number: "0x100", timestamp: "0x1", baseFeePerGas: "0x1" }),
      };
    const [{ topics }] = call.params as [{ topics: Hex[] }];
    return { ok: true, value: call.read(topics[0] === EVENT_LOG_2 ? ends : moves) };
  };
  const deps = {
    nowMs: NOW,
    chain: { rpc: { send: async (calls: readonly RpcCall<unknown>[]) => calls.map(answer) } },
    gmx: {
      snapshot: async () =>
        hasApi
          ? allow({
              markets: [{ market: MARKET, indexToken: WETH }],
              tokens: new Map([
                [WETH, { symbol: "ETH", decimals: 18 }],
                [USDC, { symbol: "USDC", decimals: 6 }],
              ]),
            })
          : refuse("venue_unavailable", "No."),
    },
  } as unknown as Parameters<typeof lookAtGmxOrder>[0];
  return { deps, asked };
}
const look = (
  chain: Chain,
  ordered: Record<string, string> = { market: MARKET, collateralToken: USDC },
) => lookAtGmxOrder(depsOf(chain).deps, { vault: VAULT, hash: HASH, ordered });

describe("a look at an order of GMX", () => {
  test("default: what its event executed, in whole units, in four requests at most", async () => {
    const chain = {
      ends: [ended("OrderExecuted")],
      moves: [increased(`0x${"11".repeat(32)}`), increased(KEY)],
    };
    expect(await look(chain)).toEqual({
      kind: "ended",
      status: "executed",
      amounts: { size: "3000 USD", price: "3001.5 USD", collateral: "998 USDC" },
      reason: "",
      atMs: NOW,
    });
    const { deps, asked } = depsOf(chain);
    await lookAtGmxOrder(deps, { vault: VAULT, hash: HASH, ordered: {} });
    expect(asked).toEqual([
      ...[
        "eth_getTransactionReceipt",
        "eth_getBlockByNumber",
        "eth_call",
        "eth_getLogs",
        "eth_getLogs",
      ],
    ]);
  });

  test("behavior: without GMX's API it is executed all the same, in dollars alone", async () => {
    const found = await look({
      hasApi: false,
      ends: [ended("OrderExecuted")],
      moves: [increased(KEY)],
    });
    expect(found).toMatchObject({ status: "executed", amounts: { size: "3000 USD" } });
    expect(found).not.toHaveProperty("amounts.price");
  });

  test("behavior: cancelled with GMX's reason", async () => {
    expect(
      await look({
        ends: [
          ended("OrderCancelled", { strings: { reason: "OrderNotFulfillableAtAcceptablePrice" } }),
        ],
      }),
    ).toEqual({
      ...{ kind: "ended", status: "cancelled", amounts: {}, atMs: NOW },
      reason: 'GMX says "OrderNotFulfillableAtAcceptablePrice".',
    });
  });

  test("behavior: it waits while GMX lists it, and is stuck where that is frozen", async () => {
    expect(await look({ pending: [{ key: KEY, isFrozen: false }] })).toEqual({ kind: "waiting" });
    expect(await look({ pending: [{ key: KEY, isFrozen: true }] })).toEqual({
      kind: "waiting",
      isStuck: true,
    });
  });

  test.each<[string, Chain]>([
    ["neither GMX's list nor its events know it", {}],
    ["no node answers", { isSilent: true }],
    ["its transaction has no receipt", { receipt: null, ends: [ended("OrderExecuted")] }],
    [
      "its transaction reverted",
      { receipt: receiptOf([created()], "0x0"), ends: [ended("OrderExecuted")] },
    ],
    ["its transaction placed none", { receipt: receiptOf([]), ends: [ended("OrderExecuted")] }],
    [
      "its transaction placed two",
      { receipt: receiptOf([created(), created()]), ends: [ended("OrderExecuted")] },
    ],
    [
      "another contract says that it was placed",
      { receipt: receiptOf([created({ address: VAULT })]), ends: [ended("OrderExecuted")] },
    ],
    [
      "it was placed for another account",
      {
        receipt: receiptOf([
          created({ topics: [EVENT_LOG_2, nameOf("OrderCreated"), KEY, pad(WETH, { size: 32 })] }),
        ]),
        ends: [ended("OrderExecuted")],
      },
    ],
  ])("error: where %s, nothing is said of it", async (_what, chain) => {
    expect(await look(chain)).toEqual({ kind: "unreadable" });
  });
});

describe("what is followed at GMX", () => {
  const fields = {
    ...{
      receiver: VAULT,
      cancellationReceiver: VAULT,
      callbackContract: VAULT,
      uiFeeReceiver: VAULT,
      market: MARKET,
    },
    ...{
      collateralToken: USDC,
      swapPath: [],
      sizeDeltaUsd: 3_000n * 10n ** 30n,
      collateralDeltaBase: 1n,
    },
    ...{
      triggerPrice: 0n,
      acceptablePrice: 1n,
      executionFeeWei: 1n,
      callbackGasLimit: 0n,
      minOutputBase: 0n,
    },
    ...{
      validFromSec: 0n,
      decreasePositionSwapType: 0,
      isLong: true,
      shouldUnwrapNativeToken: false,
    },
    ...{ autoCancel: false, referralCode: "0x", dataList: [] },
  } as const;

  // gmx-synthetics, Order.sol: 2 and 4 are executed at once, 5 and 6 wait for their trigger.
  test.each([
    ["gmxIncrease", 2, `Increase a GMX long by 3000 USD in market ${MARKET}`, undefined],
    ["gmxDecrease", 4, `Decrease a GMX long by 3000 USD in market ${MARKET}`, undefined],
    ["gmxDecrease", 5, `Take profit on a GMX long by 3000 USD in market ${MARKET}`, true],
    ["gmxDecrease", 6, `Stop loss on a GMX long by 3000 USD in market ${MARKET}`, true],
  ] as const)("default: %s of type %i", (kind, orderType, summary, rests) => {
    const followed = followGmxOrder({ kind, ...fields, orderType } as GmxCall);
    expect(followed).toMatchObject({
      family: "perp_a",
      summary,
      ordered: { market: MARKET, collateralToken: USDC },
    });
    expect(followed?.rests).toBe(rests);
  });

  test("behavior: what is done with its transaction is not", () => {
    expect(followGmxOrder({ kind: "gmxCancel", orderKey: KEY })).toBeUndefined();
    expect(
      followGmxOrder({ kind: "gmxClaimFunding", markets: [], tokens: [], receiver: VAULT }),
    ).toBeUndefined();
  });
});
