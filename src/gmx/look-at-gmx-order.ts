import type { Address, Hex } from "viem";
import type { VenueOrderLook } from "../../schemas/venue-order.ts";
import { transactionReads } from "../chain/transaction-reads.ts";
import type { ChainDeps } from "../deps.ts";
import { GMX } from "./gmx.ts";
import { gmxEvents } from "./gmx-events.ts";
import { gmxScale } from "./gmx-scale.ts";
import { lookUpGmxOrder } from "./look-up-gmx-order.ts";

type Followed = { vault: Address; hash: Hex };

/** One look at an order that the agent has placed (decision 287): its key is in the events of its own transaction. */
export async function lookAtGmxOrder(
  { chain, nowMs }: { chain: ChainDeps; nowMs: number },
  { vault, hash }: Followed,
): Promise<VenueOrderLook> {
  const [receipt] = await chain.rpc.send([transactionReads.receipt(hash)]);
  if (!receipt.ok || receipt.value === null) return { kind: "unreadable" };
  const { logs, blockNumber } = receipt.value;
  const account = gmxEvents.topicOf(vault);
  const created = logs.find(
    ({ address, topics: [event, name, , of] }) =>
      address === GMX.eventEmitter && event === gmxEvents.ofOrder && name === gmxEvents.created && of === account,
  );
  const orderKey = created?.topics[2];
  if (orderKey === undefined) return { kind: "unreadable" };
  const read = await lookUpGmxOrder({ chain }, { vault, orderKey, sinceBlock: blockNumber });
  if (!read.ok || read.value.status === "unknown") return { kind: "unreadable" };
  const { status, reason, sizeDeltaUsd, basePnlUsd } = read.value;
  if (status === "waiting") return { kind: "waiting" };
  if (status === "frozen") return { kind: "waiting", isStuck: true };
  const usd = (text: string | null) => (text === null ? undefined : `${gmxScale.usdText(BigInt(text))} USD`);
  const [size, pnl] = [usd(sizeDeltaUsd), usd(basePnlUsd)];
  return {
    kind: "ended",
    status,
    amounts: { ...(size !== undefined && { size }), ...(pnl !== undefined && pnl !== "0 USD" && { pnl }) },
    reason: reason === null ? "" : `GMX says "${reason}".`,
    atMs: nowMs,
  };
}
