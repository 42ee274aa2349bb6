import type { OrderKindId } from "../../schemas/order-kinds.ts";
import type { OrderKind } from "./order-kind.ts";

/**
 * The members of the service: each row a total table of plain objects, one for each id of its closed list. A part that a member
 * leaves out does not compile. Rooms get their table through `deps.tables` and never import one.
 */
export type Tables = {
  readonly orderKinds: Readonly<Record<OrderKindId, OrderKind>>;
};
