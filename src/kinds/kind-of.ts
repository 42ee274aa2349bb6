import type { AnyOrder } from "../../schemas/any-order.ts";
import { kindOfOrder } from "../../schemas/kind-of-order.ts";
import type { OrderKindId, OrderOf } from "../../schemas/order-kinds.ts";
import type { OrderKind } from "./order-kind.ts";
import type { Tables } from "./tables.ts";

/** Throws a plain Error for a kind outside the table: its record would not have been read. */
export function kindOf(kinds: Tables["orderKinds"], record: object): OrderKind {
  const named = kindOfOrder(record);
  const found = Object.values(kinds).find(({ kind }) => kind === named);
  if (found === undefined) throw new Error(`no order is of kind ${named}`);
  return found;
}

/** For create-order (src/store/orders), which gives it a number. */
export async function newOrder(
  { orderKinds }: Pick<Tables, "orderKinds">,
  order: Omit<AnyOrder, "id">,
) {
  const { most, hasCard, rules } = kindOf(orderKinds, order);
  const { auditCreated } = await rules();
  return { order, most, hasCard, audit: auditCreated(order) };
}

/** Narrows a read order to this kind. Throws a plain Error for another kind. */
export function orderAs<K extends OrderKindId>(kind: K, order: AnyOrder): OrderOf<K> {
  if (kindOfOrder(order) !== kind)
    throw new Error(`an order of kind ${kindOfOrder(order)} is none of kind ${kind}`);
  // Safe: anyOrder parses a record by the schema of its kind.
  return order as OrderOf<K>;
}

/** Orders of one kind in a list, in its order. */
export const ordersOf = <K extends OrderKindId>(
  kind: K,
  listed: readonly { order: AnyOrder }[],
): OrderOf<K>[] =>
  listed.flatMap(({ order }) => (kindOfOrder(order) === kind ? [orderAs(kind, order)] : []));
