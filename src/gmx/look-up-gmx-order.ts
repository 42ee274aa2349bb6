import {
  type Address,
  type Hex,
  keccak256,
  pad,
  parseAbiParameters,
  stringToBytes,
  toEventSelector,
} from "viem";
import { asHex, quantity, type RpcCall } from "../chain/rpc-call.ts";
import { blockReads } from "../chain/transaction-reads.ts";
import type { ChainDeps } from "../deps.ts";
import { decodeAbi } from "../lib/decode-abi.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { sanitize } from "../lib/sanitize.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { GMX } from "./gmx.ts";
import type { GmxOrder } from "./gmx-position.ts";
import { gmxReads } from "./gmx-reads.ts";

/** USD with 30 decimals, collateral in base units. */
export type GmxOrderOutcome = {
  status: "waiting" | "executed" | "cancelled" | "frozen" | "unknown";
  reason: string | null;
  executionPrice: string | null;
  sizeDeltaUsd: string | null;
  collateralDeltaBase: string | null;
  basePnlUsd: string | null;
  transactionHash: Hex | null;
};

type Ordered = {
  vault: Address;
  orderKey: Hex;
  orders?: readonly GmxOrder[];
  /** Block of the order, where logs begin. */
  sinceBlock?: bigint;
};

/** Providers' range of blocks; 40 minutes on this chain. */
const MOST_BLOCKS = 9_999n;
const nothing = {
  reason: null,
  executionPrice: null,
  sizeDeltaUsd: null,
  collateralDeltaBase: null,
  basePnlUsd: null,
  transactionHash: null,
};

/**
 * A listed order waits; others are found in GMX's events. `unknown`: no event in the blocks read.
 * Refuses with rpc_unavailable.
 */
export async function lookUpGmxOrder(
  { chain }: { chain: ChainDeps },
  ordered: Ordered,
): Promise<Verdict<GmxOrderOutcome>> {
  const { vault, orderKey, sinceBlock } = ordered;
  const [[head], orders] = await Promise.all([
    chain.rpc.send([blockReads.latest()]),
    pendingOf(chain, ordered),
  ]);
  if (!head.ok || orders === undefined) return unreadable;
  const pending = orders.find(({ key }) => key === orderKey);
  if (pending !== undefined && !pending.isFrozen) return allow({ ...nothing, status: "waiting" });
  if (pending !== undefined)
    return allow({
      ...nothing,
      status: "frozen",
      reason: "GMX could not execute it; change or cancel it",
    });
  const latest = head.value.number;
  const account = gmxEvents.topicOf(vault);
  const ofEnd = [
    gmxEvents.ofOrder,
    [gmxEvents.executed, gmxEvents.cancelled],
    orderKey,
    account,
  ] as const;
  const ofMove = [
    gmxEvents.ofAccount,
    [gmxEvents.increased, gmxEvents.decreased],
    account,
  ] as const;
  const read = await chain.rpc.send(
    rangesOf(latest, sinceBlock).flatMap((range) => [
      logs({ ...range, topics: ofEnd }),
      logs({ ...range, topics: ofMove }),
    ]),
  );
  if (!read.every((one) => one.ok)) return unreadable;
  const found = read.flatMap((one) => (one.ok ? one.value : []));
  const end = found.findLast(({ topics }) => topics[0] === gmxEvents.ofOrder);
  if (end === undefined) return allow({ ...nothing, status: "unknown" });
  const { transactionHash } = end;
  if (end.topics[1] === gmxEvents.cancelled) {
    const reason = gmxEvents.read(end.data)?.text("reason") ?? "";
    return allow({
      ...nothing,
      status: "cancelled",
      reason: sanitize(reason, 120) || null,
      transactionHash,
    });
  }
  const move = found
    .filter((log) => log.transactionHash === transactionHash)
    .map((log) => gmxEvents.read(log.data))
    .find((read) => read?.word("orderKey")?.toLowerCase() === orderKey);
  const collateral = move?.uint("collateralDeltaAmount") ?? move?.int("collateralDeltaAmount");
  return allow({
    status: "executed",
    reason: null,
    transactionHash,
    executionPrice: move?.uint("executionPrice")?.toString() ?? null,
    sizeDeltaUsd: move?.uint("sizeDeltaUsd")?.toString() ?? null,
    collateralDeltaBase: collateral?.toString() ?? null,
    basePnlUsd: move?.int("basePnlUsd")?.toString() ?? null,
  });
}

/**
 * Right after the order, where most end, and the newest blocks: looks every 15 minutes leave no
 * gap.
 */
function rangesOf(latest: bigint, sinceBlock: bigint | undefined): { from: bigint; to: bigint }[] {
  const newest = { from: latest > MOST_BLOCKS ? latest - MOST_BLOCKS : 0n, to: latest };
  if (sinceBlock === undefined || sinceBlock >= newest.from) return [newest];
  const to = sinceBlock + MOST_BLOCKS;
  return [{ from: sinceBlock, to: to < newest.from ? to : newest.from - 1n }, newest];
}

async function pendingOf(
  chain: ChainDeps,
  { vault, orders }: Ordered,
): Promise<readonly GmxOrder[] | undefined> {
  if (orders !== undefined) return orders;
  const [read] = await chain.rpc.send([gmxReads.orders(vault)]);
  return read.ok ? read.value : undefined;
}

type EventLog = { topics: readonly Hex[]; data: Hex; transactionHash: Hex };

function logs(of: {
  from: bigint;
  to: bigint;
  topics: readonly (Hex | readonly Hex[])[];
}): RpcCall<EventLog[]> {
  const hex = (block: bigint) => `0x${block.toString(16)}`;
  return {
    method: "eth_getLogs",
    params: [
      {
        address: GMX.eventEmitter,
        fromBlock: hex(of.from),
        toBlock: hex(of.to),
        topics: of.topics,
      },
    ],
    read: (result) => {
      if (!Array.isArray(result)) throw new Error("no list of logs");
      return result.map(({ topics, data, transactionHash, blockNumber }) => {
        // A log without a block is pending.
        quantity(blockNumber);
        return {
          topics: topics.map((topic: unknown) => lowerHex(asHex(topic))),
          data: asHex(data),
          transactionHash: asHex(transactionHash),
        };
      });
    },
  };
}

const unreadable = refuse(
  "rpc_unavailable",
  "GMX's events could not be read from the chain. Please try again.",
);

const DATA =
  "(((string key, address value)[] items, (string key, address[] value)[] arrays) addresses, " +
  "((string key, uint256 value)[] items, (string key, uint256[] value)[] arrays) uints, " +
  "((string key, int256 value)[] items, (string key, int256[] value)[] arrays) ints, " +
  "((string key, bool value)[] items, (string key, bool[] value)[] arrays) bools, ((string " +
  "key, bytes32 value)[] items, (string key, bytes32[] value)[] arrays) words, ((string key, " +
  "bytes value)[] items, (string key, bytes[] value)[] arrays) bytesItems, ((string key, " +
  "string value)[] items, (string key, string[] value)[] arrays) strings)";
const PARAMS = parseAbiParameters(`address msgSender, string eventName, ${DATA} data`);
/** Without names. */
const EVENT_DATA = DATA.replace(
  / (?:key|value|items|arrays|addresses|u?ints|bools|words|bytesItems|strings)\b/g,
  "",
);
const name = (text: string): Hex => keccak256(stringToBytes(text));

/** GMX's event emitter (docs/facts/gmx.md, "Events"). */
export const gmxEvents = {
  /** topic 2: order key; topic 3: account. */
  ofOrder: toEventSelector(`EventLog2(address,string,string,bytes32,bytes32,${EVENT_DATA})`),
  /** topic 2: account. */
  ofAccount: toEventSelector(`EventLog1(address,string,string,bytes32,${EVENT_DATA})`),
  created: name("OrderCreated"),
  executed: name("OrderExecuted"),
  cancelled: name("OrderCancelled"),
  frozen: name("OrderFrozen"),
  increased: name("PositionIncrease"),
  decreased: name("PositionDecrease"),
  topicOf: (account: Address): Hex => pad(account, { size: 32 }),
  /** Values by key; undefined for other logs. */
  read: (data: Hex) => {
    const found = decodeAbi(PARAMS, data);
    if (found === null) return undefined;
    const { uints, ints, words, strings } = found[2];
    const value =
      <T>(list: readonly { key: string; value: T }[]) =>
      (key: string): T | undefined =>
        list.find((one) => one.key === key)?.value;
    return {
      uint: value(uints.items),
      int: value(ints.items),
      word: value(words.items),
      text: value(strings.items),
    };
  },
};
