import type { Address } from "viem";
import type { Verdict } from "../lib/verdict.ts";

/**
 * `E8`: prices, sizes and spot USDC times 10^8; `Base`: USDC with 6 decimals. Text is for people.
 * Source: docs/facts/hyperliquid.md 4.
 */
export type PerpMarket = {
  asset: number;
  name: string;
  szDecimals: number;
  maxLeverage: number;
  onlyIsolated: boolean;
  isDelisted: boolean;
  markPriceE8: bigint;
  oraclePriceE8: bigint;
  /** Per hour, as a fraction. */
  funding: string;
};
type PerpBook = { bidE8: bigint | undefined; askE8: bigint | undefined; timeMs: number };
export type PerpPosition = {
  coin: string;
  /** Negative: short. */
  sizeE8: bigint;
  entryPriceE8: bigint;
  valueBase: bigint;
  unrealizedPnlBase: bigint;
  marginUsedBase: bigint;
  liquidationPrice: string | null;
  leverage: number;
  isIsolated: boolean;
  /** Since it was opened; negative: received. */
  fundingPaidBase: bigint;
};
export type PerpAccount = {
  accountValueBase: bigint;
  notionalBase: bigint;
  marginUsedBase: bigint;
  withdrawableBase: bigint;
  positions: PerpPosition[];
};
export type PerpOrder = {
  coin: string;
  oid: number;
  cloid: string | null;
  isBuy: boolean;
  limitPriceE8: bigint;
  leftE8: bigint;
  sizeE8: bigint;
  reduceOnly: boolean;
  tif: string | null;
  placedMs: number;
};
/** `status` is the venue's own word, `statusMs` its start. */
export type PerpOrderState = { order: PerpOrder; status: string; statusMs: number };
export type PerpFill = {
  coin: string;
  oid: number;
  cloid: string | null;
  isBuy: boolean;
  priceE8: bigint;
  sizeE8: bigint;
  feeBase: bigint;
  closedPnlBase: bigint;
  timeMs: number;
};
/** A change by other means than trading. `amountBase` where the venue names USDC. */
export type PerpLedgerEntry = {
  type: string;
  amountBase: bigint | undefined;
  toPerp: boolean | undefined;
  timeMs: number;
};

/** Public records. All refuse with venue_unavailable or venue_bad_response. Nothing is repeated. */
export type HyperliquidVenue = {
  markets(): Promise<Verdict<PerpMarket[]>>;
  /** The best offers. `coin` as the venue writes it. */
  book(coin: string): Promise<Verdict<PerpBook>>;
  account(user: Address): Promise<Verdict<PerpAccount>>;
  spotUsdcE8(user: Address): Promise<Verdict<bigint>>;
  openOrders(user: Address): Promise<Verdict<PerpOrder[]>>;
  /** By the venue's number or the order's own id (0x and 32 digits). null: unknown there. */
  order(user: Address, id: number | string): Promise<Verdict<PerpOrderState | null>>;
  /** The newest first. */
  fills(user: Address): Promise<Verdict<PerpFill[]>>;
  ledger(user: Address, sinceMs: number): Promise<Verdict<PerpLedgerEntry[]>>;
};
