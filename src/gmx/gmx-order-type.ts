/** gmx-synthetics, Order.sol: OrderType. A vault can make only the first and the last three. */
export const GMX_ORDER_TYPE = {
  marketIncrease: 2,
  limitIncrease: 3,
  marketDecrease: 4,
  limitDecrease: 5,
  stopLossDecrease: 6,
  liquidation: 7,
  stopIncrease: 8,
} as const;

export type GmxOrderType = keyof typeof GMX_ORDER_TYPE;

/** Undefined for a code that is none of these (a swap, or one that is newer). */
export const orderTypeName = (code: number): GmxOrderType | undefined =>
  // Safe: the keys of the table are its own names.
  (Object.keys(GMX_ORDER_TYPE) as GmxOrderType[]).find((name) => GMX_ORDER_TYPE[name] === code);
