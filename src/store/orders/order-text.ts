import type { AnyOrder } from "../../../schemas/any-order.ts";

/** Lower-case addresses (decision 9), as their fields' names say. */
export const orderText = (order: AnyOrder | Omit<AnyOrder, "id">): string =>
  JSON.stringify(order, (field, value: unknown) =>
    field.endsWith("Address") && typeof value === "string" ? value.toLowerCase() : value,
  );
