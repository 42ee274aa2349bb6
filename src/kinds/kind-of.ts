import type { AnyOrder } from "../../schemas/any-order.ts";
import { kindOfOrder } from "../../schemas/kind-of-order.ts";
import type { OrderKindId, OrderOf } from "../../schemas/order-kinds.ts";
import type { OrderKind } from "./order-kind.ts";
import type { Tables } from "./tables.ts";

/** Throws a plain Error for one that the table does not have: its record would not have been read. */
export function kindOf(kinds: Tables["orderKinds"], record: object): OrderKind {
  const named = kindOfOrder(record);
  const found = Object.values(kinds).find(({ kind }) => kind === named);
  if (found === undefined) throw new Error(`no order is of kind ${named}`);
  return found;
}

/** For create-order (src/store/orders), without its number, as its kind says it. */
export async function newOrder({ orderKinds }: Pick<Tables, "orderKinds">, order: Omit<AnyOrder, "id">) {
  const { most, hasCard, rules } = kindOf(orderKinds, order);
  const { auditCreated } = await rules();
  return { order, most, hasCard, audit: auditCreated(order) };
}

/** An order as the record of this kind, whose schema read it from the store. Throws a plain Error where it is of another kind. */
export function orderAs<K extends OrderKindId>(kind: K, order: AnyOrder): OrderOf<K> {
  if (kindOfOrder(order) !== kind) throw new Error(`an order of kind ${kindOfOrder(order)} is none of kind ${kind}`);
  // Safe: anyOrder reads a record by the schema of the kind that it says.
  return order as OrderOf<K>;
}

/** The orders of one kind among those that a list has, in its order. */
export const ordersOf = <K extends OrderKindId>(kind: K, listed: readonly { order: AnyOrder }[]): OrderOf<K>[] =>
  listed.flatMap(({ order }) => (kindOfOrder(order) === kind ? [orderAs(kind, order)] : []));
