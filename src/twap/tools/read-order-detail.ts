import type { Address } from "viem";
import type * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import type { ComingSlice, orderDetailParts } from "../../../schemas/order-detail-parts.ts";
import type { TwapOrder } from "../../../schemas/twap-order.ts";
import type { Deps } from "../../deps.ts";
import type { CallContext } from "../../kinds/call-context.ts";
import { orderAs } from "../../kinds/kind-of.ts";
import { formatUnits } from "../../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../../lib/verdict.ts";
import { getOrder } from "../../store/orders/get-order.ts";
import { orderChangeText } from "../order-change-text.ts";
import { type OrderPlan, type PlannedSlice, planOfOrder } from "../plan-of-order.ts";
import { sideOf } from "../state-of.ts";
import { twapKind } from "../twap-kind.ts";
import { withState } from "./order-output.ts";
import { toldSlices } from "./told-slices.ts";

type Asked = { chainId: ChainId; vault: Address; id: number; cursor: number; limit: number };
type Schemas = ReturnType<typeof orderDetailParts>;
type Parts = { [K in keyof Schemas]: z.input<Schemas[K]> };
export type OrderDetail = Parts & { order: ReturnType<typeof withState> };

/** A catch-up trade stands at its first slice, which may be on the page before. */
const MOST_BEHIND = 2;

/**
 * Detail of an order, in one trip to the store; no chain is asked. Refuses with
 * twap_order_not_found.
 */
export async function readOrderDetail(
  deps: Deps,
  asked: Asked,
  context: Promise<CallContext>,
): Promise<Verdict<OrderDetail>> {
  const { chainId, vault, id, cursor, limit } = asked;
  const last = cursor + limit - 1;
  const [{ found }, { delegation, frozen }] = await Promise.all([
    getOrder.run(deps.redis, deps.keys, {
      nowMs: deps.clock.nowMs(),
      vault,
      kind: twapKind.kind,
      chainIds: [chainId],
      id,
      from: Math.max(1, cursor - MOST_BEHIND),
      to: last,
    }),
    context,
  ]);
  if (found === null)
    return refuse(
      "twap_order_not_found",
      `There is no TWAP order #${id} of this vault on this chain.`,
      { id },
    );
  const { slices: kept, openAttempt, changes, lastGasWei, failedCall } = found;
  const order = orderAs("twap", found.order);
  const plan = planOfOrder(order, deps.draw);
  const toCome = plan.slices.filter(isToCome).map((planned) => comingSlice(order, planned));
  const running = toCome.filter(({ isAfterEnd }) => !isAfterEnd);
  return allow({
    order: withState(order),
    slices: toldSlices({ stored: { order, openAttempt }, plan, kept }, cursor, last),
    upcoming: toCome.filter(({ sliceNumber }) => sliceNumber >= cursor && sliceNumber <= last),
    next: running[0] ?? null,
    planned: {
      executedBase: plan.tradedBase.toString(),
      skippedBase: plan.skippedBase.toString(),
      leftBase: plan.leftBase.toString(),
      lateBase: plan.lateBase.toString(),
      lastPlannedAt: running.at(-1)?.plannedAt ?? null,
    },
    changes: changes.toReversed().map((change) => ({ ...change, text: orderChangeText(change) })),
    failedCall,
    funding: {
      ...toSellOf(order, plan, running.length > 0),
      gasPerSliceWei: lastGasWei,
      gasToComeWei:
        lastGasWei === null ? null : (BigInt(lastGasWei) * BigInt(running.length)).toString(),
      agent: delegation?.agent ?? null,
      isDelegated: delegation?.enabled ?? false,
      isFrozen: frozen,
    },
    page: { cursor, limit, nextCursor: last < order.sliceCount ? last + 1 : null },
  });
}

const isToCome = ({ state }: PlannedSlice): boolean => state === "to_come" || state === "late";

const comingSlice = (
  order: TwapOrder,
  { number, plannedMs, amountBase, state }: PlannedSlice,
): ComingSlice => ({
  sliceNumber: number,
  plannedAt: plannedMs,
  amountBase: amountBase.toString(),
  amount: formatUnits(amountBase, sideOf(order)[1]),
  ...(state === "late" && { isAfterEnd: true }),
});

/** A purchase is estimated at the price paid so far, rounded up. */
function toSellOf(order: TwapOrder, { leftBase, lateBase }: OrderPlan, isRunning: boolean) {
  const sideBase = isRunning ? leftBase - lateBase : 0n;
  const [spent, bought] = [BigInt(order.spentBase), BigInt(order.boughtBase)];
  const isEstimated = order.side === "buy" && sideBase > 0n;
  const base = !isEstimated
    ? sideBase
    : bought > 0n
      ? (sideBase * spent + bought - 1n) / bought
      : null;
  return {
    toSellBase: base?.toString() ?? null,
    toSell: base === null ? null : formatUnits(base, order.sellDecimals),
    isEstimated,
  };
}
