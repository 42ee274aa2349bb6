import type { AnyOrder } from "../../../schemas/any-order.ts";
import type { NavSync } from "../../../schemas/nav-sync.ts";
import type { TriggerOrder } from "../../../schemas/trigger-order.ts";
import type { TwapOrder } from "../../../schemas/twap-order.ts";

/** An order as it is stored: records hold lower-case addresses (decision 9). */
export const orderText = (order: AnyOrder | Omit<TwapOrder | NavSync | TriggerOrder, "id">): string =>
  JSON.stringify({
    ...order,
    vaultAddress: order.vaultAddress.toLowerCase(),
    operatorAddress: order.operatorAddress.toLowerCase(),
    ...("sellTokenAddress" in order && {
      sellTokenAddress: order.sellTokenAddress.toLowerCase(),
      buyTokenAddress: order.buyTokenAddress.toLowerCase(),
    }),
  });
