import type { AnyOrder } from "../../schemas/any-order.ts";
import { kindOfOrder } from "../../schemas/kind-of-order.ts";
import type { OrderKindId, OrderOf } from "../../schemas/order-kinds.ts";

/** An order as the record of this kind, whose schema read it from the store. Throws a plain Error where it is of another kind. */
export function orderAs<K extends OrderKindId>(kind: K, order: AnyOrder): OrderOf<K> {
  if (kindOfOrder(order) !== kind) throw new Error(`an order of kind ${kindOfOrder(order)} is none of kind ${kind}`);
  // Safe: anyOrder reads a record by the schema of the kind that it says.
  return order as OrderOf<K>;
}

/** The orders of one kind among those that a list has, in its order. */
export const ordersOf = <K extends OrderKindId>(kind: K, listed: readonly { order: AnyOrder }[]): OrderOf<K>[] =>
  listed.flatMap(({ order }) => (kindOfOrder(order) === kind ? [orderAs(kind, order)] : []));
