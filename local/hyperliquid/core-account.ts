import type { OrderStatusResponse } from "@nktkas/hyperliquid/api/info";
import type { Address, Hex } from "viem";

/** The venue's own words for what an order is now. */
export type CoreOrderStatus = Extract<OrderStatusResponse, { status: "order" }>["order"]["status"];

export type CoreOrder = {
  asset: number;
  oid: number;
  cloid: Hex;
  isBuy: boolean;
  limitPriceE8: bigint;
  sizeE8: bigint;
  leftE8: bigint;
  reduceOnly: boolean;
  tif: "Alo" | "Gtc" | "Ioc";
  status: CoreOrderStatus;
  placedMs: number;
  statusMs: number;
};
export type CoreFill = {
  order: CoreOrder;
  priceE8: bigint;
  sizeE8: bigint;
  timeMs: number;
  feeBase: bigint;
  tid: number;
};

/** An account of the core. Money of perpetuals with 6 decimals, spot USDC and sizes with 8. */
export type CoreAccount = {
  address: Address;
  exists: boolean;
  cashBase: bigint;
  spotE8: bigint;
  positions: Map<number, { sizeE8: bigint; entryPriceE8: bigint }>;
  orders: CoreOrder[];
  fills: CoreFill[];
  ledger: { timeMs: number; delta: Record<string, unknown> }[];
};

export const coreAccount = (address: Address): CoreAccount => ({
  address,
  exists: false,
  cashBase: 0n,
  spotE8: 0n,
  positions: new Map(),
  orders: [],
  fills: [],
  ledger: [],
});
