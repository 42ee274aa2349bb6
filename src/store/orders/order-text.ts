import type { TwapOrder } from "../../../schemas/twap-order.ts";

/** An order as it is stored: records hold lower-case addresses (decision 9). */
export const orderText = (order: TwapOrder | Omit<TwapOrder, "id">): string =>
  JSON.stringify({
    ...order,
    vaultAddress: order.vaultAddress.toLowerCase(),
    operatorAddress: order.operatorAddress.toLowerCase(),
    sellTokenAddress: order.sellTokenAddress.toLowerCase(),
    buyTokenAddress: order.buyTokenAddress.toLowerCase(),
  });
