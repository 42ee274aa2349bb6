import type { OrderShortage } from "../../schemas/order-shortage.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import { chainOf } from "../chain-of.ts";
import type { SeenMeans } from "../kinds/order-kind.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { planOfOrder } from "./plan-of-order.ts";

/**
 * Before its end, by what its slice saw before it was sent: the slice itself counts as still to be paid for. A buy is reckoned at that
 * slice's price. What was not seen is not judged: null.
 */
export function shortagesOf(order: TwapOrder, { swap, gas }: SeenMeans): OrderShortage[] | null {
  if (swap === undefined) return null;
  const { leftBase, nextNumber } = planOfOrder(order, () => 0n);
  const { sellSymbol, sellDecimals } = order;
  const neededBase =
    order.side === "sell"
      ? leftBase
      : swap.amountOutBase === 0n
        ? 0n
        : (swap.amountInBase * leftBase) / swap.amountOutBase;
  const shortages: OrderShortage[] = [];
  if (swap.balanceInBase < neededBase)
    shortages.push({
      ...{ cause: "token", symbol: sellSymbol },
      balance: formatUnits(swap.balanceInBase, sellDecimals),
      needed: formatUnits(neededBase, sellDecimals),
    });
  // An order that only notifies is sent by its owner.
  if (!order.autoExecute) return shortages;
  if (gas === undefined) return null;
  const neededWei = gas.perSliceWei * BigInt(order.sliceCount - nextNumber + 1);
  if (gas.balanceWei < neededWei)
    shortages.push({
      ...{ cause: "gas", symbol: chainOf(order.chainId).nativeCoin, agent: gas.agent },
      balance: formatUnits(gas.balanceWei, 18),
      needed: formatUnits(neededWei, 18),
    });
  return shortages;
}
