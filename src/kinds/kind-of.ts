import type { AnyOrder } from "../../schemas/any-order.ts";
import { kindOfOrder } from "../../schemas/kind-of-order.ts";
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
