import type { TwapOrder } from "../../../schemas/twap-order.ts";
import { type AuditText, auditText } from "./audit-text.ts";

/** The entry of a new order, whose number only the store knows. */
export const auditCreated = (order: Omit<TwapOrder, "id">): AuditText =>
  auditText({
    kind: "order_created",
    actor: order.operatorAddress.toLowerCase(),
    side: order.side,
    sellToken: order.sellTokenAddress.toLowerCase(),
    buyToken: order.buyTokenAddress.toLowerCase(),
    totalBase: order.totalBase,
    sliceCount: order.sliceCount,
    intervalMinutes: order.intervalMinutes,
    dex: order.dex,
    autoExecute: order.autoExecute,
  });
