import type { Address, Hex } from "viem";
import { describe, expect, test } from "vitest";
import type { RpcCall } from "../../../src/chain/rpc-call.ts";
import type { ChainDeps } from "../../../src/deps.ts";
import type { GmxOrder } from "../../../src/gmx/gmx-position.ts";
import { gmxEvents, lookUpGmxOrder } from "../../../src/gmx/look-up-gmx-order.ts";
import sdk from "./sdk-events.data.json" with { type: "json" };

const [vault, orderKey] = [sdk.account as Address, sdk.orderKey as Hex];
const HASH = `0x${"11".repeat(32)}`;
const HEAD = 1_000_000n;

type Log = { topics: string[]; data: string };
/**
 * A node at block 1,000,000 that answers for logs of at most 10,000 blocks, and has these in a
 * block.
 */
function nodeWith(logs: readonly Log[], at: bigint, seen: string[] = []) {
  const answer = ({ method, params, read }: RpcCall<unknown>) => {
    if (method === "eth_getBlockByNumber")
      return read({ number: `0x${HEAD.toString(16)}`, timestamp: "0x1", baseFeePerGas: "0x1" });
    const [{ fromBlock, toBlock, topics }] = params as [
      { fromBlock: Hex; toBlock: Hex; topics: (string | string[])[] },
    ];
    seen.push(`${BigInt(fromBlock)}-${BigInt(toBlock)}`);
    if (BigInt(toBlock) - BigInt(fromBlock) >= 10_000n) throw new Error("too many blocks");
    const isAsked = at >= BigInt(fromBlock) && at <= BigInt(toBlock);
    const fits = (log: Log) =>
      topics.every((one, index) => [one].flat().includes(log.topics[index] ?? ""));
    return read(
      logs
        .filter((log) => isAsked && fits(log))
        .map((log) => ({ ...log, blockNumber: `0x${at.toString(16)}`, transactionHash: HASH })),
    );
  };
  const rpc = {
    send: async (calls: RpcCall<unknown>[]) =>
      calls.map((call) => ({ ok: true, value: answer(call) })),
  };
  return { rpc } as unknown as ChainDeps;
}
const lookUp = async (
  chain: ChainDeps,
  orders: readonly Partial<GmxOrder>[] = [],
  sinceBlock?: bigint,
) => {
  const ordered = {
    vault,
    orderKey,
    orders: orders as GmxOrder[],
    ...(sinceBlock !== undefined && { sinceBlock }),
  };
  const read = await lookUpGmxOrder({ chain }, ordered);
  if (!read.ok) throw new Error(read.code);
  return read.value;
};

describe("what became of an order at GMX", () => {
  test("default: its topics are those of GMX's own ABI", () => {
    expect(sdk.orderExecuted.topics).toEqual([
      gmxEvents.ofOrder,
      gmxEvents.executed,
      orderKey,
      gmxEvents.topicOf(vault),
    ]);
    expect(sdk.orderCancelled.topics.slice(0, 2)).toEqual([gmxEvents.ofOrder, gmxEvents.cancelled]);
    expect(sdk.positionIncrease.topics).toEqual([
      gmxEvents.ofAccount,
      gmxEvents.increased,
      gmxEvents.topicOf(vault),
    ]);
  });

  test("default: executed, price and amounts from the same transaction's event", async () => {
    expect(await lookUp(nodeWith([sdk.orderExecuted, sdk.positionIncrease], HEAD - 5n))).toEqual({
      ...{
        status: "executed",
        reason: null,
        executionPrice: String(2_505n * 10n ** 12n),
        basePnlUsd: null,
      },
      ...{
        sizeDeltaUsd: String(4_000n * 10n ** 30n),
        collateralDeltaBase: "1997600000",
        transactionHash: HASH,
      },
    });
  });

  test("default: cancelled with GMX's reason; waiting and frozen while GMX lists it", async () => {
    const cancelled = nodeWith([sdk.orderCancelled], HEAD);
    expect(await lookUp(cancelled)).toMatchObject({
      status: "cancelled",
      reason: "USER_INITIATED_CANCEL",
    });
    expect(await lookUp(cancelled, [{ key: orderKey, isFrozen: false }])).toMatchObject({
      status: "waiting",
    });
    expect(await lookUp(cancelled, [{ key: orderKey, isFrozen: true }])).toMatchObject({
      status: "frozen",
    });
    expect(await lookUp(nodeWith([], HEAD))).toMatchObject({
      status: "unknown",
      transactionHash: null,
    });
  });

  test("behavior: blocks after the order and the newest, never above provider limits", async () => {
    const seen: string[] = [];
    const early = await lookUp(nodeWith([sdk.orderExecuted], 500_100n, seen), [], 500_000n);
    expect(early.status).toBe("executed");
    expect([...new Set(seen)]).toEqual(["500000-509999", "990001-1000000"]);
    expect((await lookUp(nodeWith([sdk.orderExecuted], 700_000n), [], 500_000n)).status).toBe(
      "unknown",
    );
    const near: string[] = [];
    await lookUp(nodeWith([], 1n, near), [], 985_000n);
    expect([...new Set(near)]).toEqual(["985000-990000", "990001-1000000"]);
  });
});
