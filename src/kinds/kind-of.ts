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
