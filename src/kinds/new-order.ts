import type { AnyOrder } from "../../schemas/any-order.ts";
import { kindOf } from "./kind-of.ts";
import type { Tables } from "./tables.ts";

/** For create-order (src/store/orders), without its number, as its kind says it. */
export async function newOrder({ orderKinds }: Pick<Tables, "orderKinds">, order: Omit<AnyOrder, "id">) {
  const { most, hasCard, rules } = kindOf(orderKinds, order);
  const { auditCreated } = await rules();
  return { order, most, hasCard, audit: auditCreated(order) };
}
