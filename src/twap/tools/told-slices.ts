import type { ChainId } from "../../../schemas/chains.ts";
import type { ToldSlice } from "../../../schemas/order-detail-parts.ts";
import type { SliceEnd } from "../../../schemas/slice-end.ts";
import type { TwapOrder } from "../../../schemas/twap-order.ts";
import { explorerTxUrl } from "../../chain/without-links.ts";
import { formatPrice, formatUnits } from "../../lib/parse-units.ts";
import type { StoredSlice } from "../../store/orders/get-order.ts";
import type { StoredOrder } from "../../store/orders/stored-order.ts";
import type { OrderPlan, PlannedSlice } from "../plan-of-order.ts";
import { quotedSlice } from "../slice-end-of.ts";
import { sideOf } from "../state-of.ts";

type Stored = Pick<StoredOrder, "openAttempt"> & { order: TwapOrder };
type Known = { stored: Stored; plan: OrderPlan; kept: readonly StoredSlice[] };

/**
 * Slices `from` to `to` that ended or are under way. A catch-up trade stands at its first slice.
 */
export function toldSlices(known: Known, from: number, to: number): ToldSlice[] {
  const { kept, plan } = known;
  const byNumber = new Map(kept.map((slice) => [slice.number, slice]));
  const covered = new Set(
    kept.flatMap(({ number, end }) =>
      Array.from({ length: (end?.slices ?? 1) - 1 }, (_, index) => number + index + 1),
    ),
  );
  return plan.slices
    .slice(from - 1, to)
    .filter(({ number }) => !covered.has(number))
    .flatMap((planned) => toldSlice(known, planned, byNumber.get(planned.number)) ?? []);
}

function toldSlice(
  known: Known,
  planned: PlannedSlice,
  kept: StoredSlice | undefined,
): ToldSlice | undefined {
  const { order } = known.stored;
  const status = statusOf(known, planned, kept);
  if (status === undefined) return undefined;
  const end = isTold(status) ? kept?.end : undefined;
  const facts = status === "pending" ? pendingOf(known.stored) : end && humanOf(order, end);
  const plannedBase = end?.plannedBase ?? planned.amountBase.toString();
  return {
    ...facts,
    ...(kept?.moved && {
      ...kept.moved,
      explorerUrl: explorerTxUrl(order.chainId, kept.moved.hash),
    }),
    sliceNumber: planned.number,
    status,
    plannedBase,
    plannedAmount: formatUnits(BigInt(plannedBase), sideOf(order)[1]),
    ...(kept?.refused && { refusal: kept.refused, failures: kept.tries ?? 1 }),
    ...(kept?.waits && { waits: { ...kept.waits, count: kept.looks ?? 1 } }),
    ...(kept?.isTakenBack && { isTakenBack: true as const }),
    ...(planned.state === "done" && facts === undefined && { isUnrecorded: true as const }),
  };
}

const isTold = (status: ToldSlice["status"]): boolean =>
  status !== "waiting" && status !== "pending";

function statusOf(
  { stored: { order }, plan }: Known,
  { number, state }: PlannedSlice,
  kept: StoredSlice | undefined,
): ToldSlice["status"] | undefined {
  if (state === "open") return number === plan.nextNumber ? "pending" : undefined;
  if (state === "skipped") return "skipped";
  if (state === "done") return kept?.end?.status ?? (order.autoExecute ? "executed" : "notified");
  if (number === plan.nextNumber && order.waiting !== undefined && order.active) return "waiting";
  if (state === "left" && order.status === "expired") return "expired";
  return kept?.end?.status;
}

function pendingOf({ order, openAttempt }: Stored): Partial<ToldSlice> {
  if (openAttempt === null) return {};
  const { id, createdAt, hashes, swap } = openAttempt;
  const hash = hashes.at(-1);
  return humanOf(order, {
    at: order.lastExecution ?? createdAt,
    attempt: id,
    ...(hash !== undefined && { hash }),
    ...(swap !== null && quotedSlice(order.side, swap)),
  });
}

function humanOf(order: TwapOrder, end: Partial<SliceEnd>): Partial<ToldSlice> {
  const { status: _, quote, oracle, ...facts } = end;
  const { sellBase, buyBase, hash } = facts;
  return {
    ...facts,
    ...(sellBase !== undefined && {
      sellAmount: formatUnits(BigInt(sellBase), order.sellDecimals),
    }),
    ...(buyBase !== undefined && { buyAmount: formatUnits(BigInt(buyBase), order.buyDecimals) }),
    ...(quote !== undefined && { quote: { ...quote, ...amountsOf(order, quote) } }),
    ...(oracle !== undefined && { oracle: oracle && { ...oracle, ...amountsOf(order, oracle) } }),
    ...(hash !== undefined && { explorerUrl: explorerTxUrl(order.chainId as ChainId, hash) }),
  };
}

function amountsOf(order: TwapOrder, { sellBase, buyBase }: { sellBase: string; buyBase: string }) {
  const { sellDecimals: inDecimals, buyDecimals: outDecimals } = order;
  const [inBase, outBase] = [BigInt(sellBase), BigInt(buyBase)];
  return {
    sellAmount: formatUnits(inBase, inDecimals),
    buyAmount: formatUnits(outBase, outDecimals),
    price: formatPrice({ inBase, inDecimals, outBase, outDecimals }),
  };
}
