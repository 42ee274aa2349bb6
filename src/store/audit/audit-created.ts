import type { TwapOrder } from "../../../schemas/twap-order.ts";
import { lowerHex } from "../../lib/lower-hex.ts";
import { type AuditText, auditText } from "./audit-text.ts";

/** The entry of a new order, whose number only the store knows. */
export const auditCreated = (order: Omit<TwapOrder, "id">): AuditText =>
  auditText({
    kind: "order_created",
    actor: lowerHex(order.operatorAddress),
    side: order.side,
    sellToken: lowerHex(order.sellTokenAddress),
    buyToken: lowerHex(order.buyTokenAddress),
    totalBase: order.totalBase,
    sliceCount: order.sliceCount,
    intervalMinutes: order.intervalMinutes,
    dex: order.dex,
    autoExecute: order.autoExecute,
  });
