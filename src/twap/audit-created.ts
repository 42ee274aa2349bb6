import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { AuditText } from "../kinds/audit-text.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { auditText } from "../store/audit/audit-text.ts";

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
    ...(order.limitPrice !== undefined && { limitPrice: order.limitPrice, limitPriceOf: order.limitPriceOf }),
    ...(order.startAt !== undefined && { startAt: order.startAt }),
    ...(order.expiresAt !== undefined && { expiresAt: order.expiresAt }),
    ...(order.maxGasPrice !== undefined && { maxGasPrice: order.maxGasPrice }),
    ...(order.randomize !== undefined && { randomize: order.randomize }),
    ...(order.catchUp !== undefined && { catchUp: order.catchUp }),
  });
