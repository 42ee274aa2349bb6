import type { AnyOrder } from "../../../schemas/any-order.ts";

/** An order as it is stored: records hold lower-case addresses (decision 9), which their fields' names say. */
export const orderText = (order: AnyOrder | Omit<AnyOrder, "id">): string =>
  JSON.stringify(order, (field, value: unknown) =>
    field.endsWith("Address") && typeof value === "string" ? value.toLowerCase() : value,
  );
