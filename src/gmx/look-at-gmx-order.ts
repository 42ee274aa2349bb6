import type { Address, Hex } from "viem";
import type { VenueOrderLook } from "../../schemas/venue-order.ts";
import { transactionReads } from "../chain/transaction-reads.ts";
import type { ChainDeps } from "../deps.ts";
import { formatUnits } from "../lib/parse-units.ts";
import type { GmxVenue } from "../venues/gmx.ts";
import { GMX } from "./gmx.ts";
import { gmxScale } from "./gmx-scale.ts";
import { type GmxOrderOutcome, gmxEvents, lookUpGmxOrder } from "./look-up-gmx-order.ts";

type Followed = { vault: Address; hash: Hex; ordered: Readonly<Record<string, string>> };
type Reads = { chain: ChainDeps; gmx: GmxVenue; nowMs: number };

/** Follows an agent's order (decision D52) by the key in its transaction's events. */
export async function lookAtGmxOrder(
  { chain, gmx, nowMs }: Reads,
  { vault, hash, ordered }: Followed,
): Promise<VenueOrderLook> {
  const [receipt] = await chain.rpc.send([transactionReads.receipt(hash)]);
  if (!receipt.ok || receipt.value === null) return { kind: "unreadable" };
  const { status: outcome, logs, blockNumber } = receipt.value;
  const account = gmxEvents.topicOf(vault);
  const [created, ...more] = logs.filter(
    ({ address, topics: [event, name, , of] }) =>
      address === GMX.eventEmitter &&
      event === gmxEvents.ofOrder &&
      name === gmxEvents.created &&
      of === account,
  );
  const orderKey = created?.topics[2];
  // Our transactions place one order each.
  if (outcome !== "success" || orderKey === undefined || more.length > 0)
    return { kind: "unreadable" };
  const read = await lookUpGmxOrder({ chain }, { vault, orderKey, sinceBlock: blockNumber });
  if (!read.ok || read.value.status === "unknown") return { kind: "unreadable" };
  const { status, reason } = read.value;
  if (status === "waiting") return { kind: "waiting" };
  if (status === "frozen") return { kind: "waiting", isStuck: true };
  return {
    kind: "ended",
    status,
    amounts: status === "executed" ? await amountsOf(gmx, ordered, read.value) : {},
    reason: reason === null ? "" : `GMX says "${reason}".`,
    atMs: nowMs,
  };
}

/** Whole units where GMX's API knows the decimals. */
async function amountsOf(
  gmx: GmxVenue,
  { market, collateralToken }: Followed["ordered"],
  { sizeDeltaUsd, executionPrice, collateralDeltaBase, basePnlUsd }: GmxOrderOutcome,
): Promise<Record<string, string>> {
  const snapshot = await gmx.snapshot();
  const tokenOf = (address = "") =>
    snapshot.ok
      ? [...snapshot.value.tokens].find(([at]) => at === address.toLowerCase())?.[1]
      : undefined;
  const listed = snapshot.ok
    ? snapshot.value.markets.find((one) => one.market === market)
    : undefined;
  const [index, collateral] = [tokenOf(listed?.indexToken), tokenOf(collateralToken)];
  const usd = (text: string) => `${gmxScale.usdText(BigInt(text))} USD`;
  return {
    ...(sizeDeltaUsd !== null && { size: usd(sizeDeltaUsd) }),
    ...(executionPrice !== null &&
      index !== undefined && {
        price: `${gmxScale.priceText(BigInt(executionPrice), index.decimals)} USD`,
      }),
    ...(collateralDeltaBase !== null &&
      collateral !== undefined && {
        collateral:
          `${formatUnits(BigInt(collateralDeltaBase), collateral.decimals)} ` +
          `${collateral.symbol}`,
      }),
    ...(basePnlUsd !== null && basePnlUsd !== "0" && { pnl: usd(basePnlUsd) }),
  };
}
