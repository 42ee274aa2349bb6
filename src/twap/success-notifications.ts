import type { Notification } from "../../schemas/notification.ts";
import type { TwapEvent } from "../../schemas/twap-event.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import { explorerTxUrl } from "../chain/explorer-tx-url.ts";
import type { SliceOutcome } from "../kinds/slice-outcome.ts";
import { notificationBase } from "./notification-base.ts";

type Success = Extract<SliceOutcome, { kind: "executed" | "notified" }>;

/** And the summary of a completed order (spec, "Events"). `order` is the one after the slice. */
export function successNotifications(order: TwapOrder, outcome: Success, event: TwapEvent): Notification[] {
  const slice = sliceNotification(order, outcome, event);
  if (order.status !== "completed") return [slice];
  return [
    slice,
    {
      ...notificationBase("order_completed", order, event),
      totalSpent: order.amountSpent,
      sellSymbol: order.sellSymbol,
      totalBought: order.totalBought,
      buySymbol: order.buySymbol,
      estimated: order.amountsEstimated,
      broadcast: order.autoExecute,
    },
  ];
}

function sliceNotification(order: TwapOrder, outcome: Success, event: TwapEvent): Notification {
  const amounts = {
    sellAmount: event.sellAmount,
    sellSymbol: order.sellSymbol,
    buyAmount: event.buyAmount,
    buySymbol: order.buySymbol,
  };
  if (outcome.kind === "notified") {
    return { ...notificationBase("manual_slice", order, event), ...amounts, side: order.side, dex: order.dex };
  }
  return {
    ...notificationBase("slice_executed", order, event),
    ...amounts,
    estimated: outcome.estimated,
    hash: outcome.hash,
    blockNumber: outcome.blockNumber.toString(),
    explorerUrl: explorerTxUrl(order.chainId, outcome.hash),
  };
}
