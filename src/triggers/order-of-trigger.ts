import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import { orderFromInput } from "../twap/order-from-input.ts";

/** Without its number: what was resolved and cut when the trigger was created. undefined: it trades once, by itself. */
export function orderOfTrigger(trigger: TriggerOrder, nowMs: number): Omit<TwapOrder, "id"> | undefined {
  const { into, side, sellToken, buyToken, autoExecute, sellSymbol, buySymbol, sellDecimals, buyDecimals } = trigger;
  if (into === undefined) return undefined;
  const [totalBase, sliceBase] = [BigInt(trigger.totalBase), BigInt(into.sliceBase)];
  const plan = {
    totalBase,
    sliceBase,
    sliceCount: into.sliceCount,
    lastSliceBase: totalBase - sliceBase * BigInt(into.sliceCount - 1),
    totalAmount: trigger.totalAmount,
    sliceAmount: into.sliceAmount,
  };
  const order = orderFromInput({
    input: {
      ...{ side, sellToken, buyToken, autoExecute, totalAmount: trigger.totalAmount },
      ...{ dex: trigger.venue, intervalMinutes: into.intervalMinutes },
    },
    chainId: trigger.chainId,
    sell: { address: trigger.sellTokenAddress, symbol: sellSymbol, decimals: sellDecimals },
    buy: { address: trigger.buyTokenAddress, symbol: buySymbol, decimals: buyDecimals },
    plan,
    // Its slices are held to the price that it waited for, too.
    options: trigger.type === "limit" ? { limitPrice: trigger.price, limitPriceOf: trigger.priceOf } : {},
    operator: trigger.operatorAddress,
    vault: trigger.vaultAddress,
    nowMs,
  });
  return { ...order, ...(trigger.namedByCard && { namedByCard: true }) };
}
