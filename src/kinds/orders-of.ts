import type { AnyOrder } from "../../schemas/any-order.ts";
import { kindOfOrder } from "../../schemas/kind-of-order.ts";
import type { OrderKindId, OrderOf } from "../../schemas/order-kinds.ts";
import { orderAs } from "./order-as.ts";

/** The orders of one kind among those that a list has, in its order. */
export const ordersOf = <K extends OrderKindId>(kind: K, listed: readonly { order: AnyOrder }[]): OrderOf<K>[] =>
  listed.flatMap(({ order }) => (kindOfOrder(order) === kind ? [orderAs(kind, order)] : []));
