import { GMX_ORDER_TYPE, type GmxOrderType } from "./gmx-order-type.ts";

/** Undefined for a code that is none of these (a swap, or one that is newer). */
export const orderTypeName = (code: number): GmxOrderType | undefined =>
  // Safe: the keys of the table are its own names.
  (Object.keys(GMX_ORDER_TYPE) as GmxOrderType[]).find((name) => GMX_ORDER_TYPE[name] === code);
