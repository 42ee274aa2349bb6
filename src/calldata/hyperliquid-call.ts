import type { Address } from "viem";

/** Only as a maker, until cancelled, or filled at once and the rest dropped. */
export type HyperliquidTif = "alo" | "gtc" | "ioc";

/** `E8`: times 10^8, prices, sizes and spot USDC; `Base`: USDC with its 6 decimals. Source: docs/facts/hyperliquid.md 2. */
export type HyperliquidOrder = {
  kind: "hlOrder";
  /** The venue's index of the perpetual. */
  asset: number;
  isBuy: boolean;
  limitPriceE8: bigint;
  sizeE8: bigint;
  reduceOnly: boolean;
  tif: HyperliquidTif;
  /** The caller's own, never 0: by it the order is found again. */
  cloid: bigint;
};

/** By the venue's number or by the caller's own. */
export type HyperliquidCancel = { kind: "hlCancel"; asset: number } & (
  | { oid: bigint; cloid: null }
  | { oid: null; cloid: bigint }
);

/** No field names an account but where USDC comes back. */
export type HyperliquidCall =
  | { kind: "hlDeposit"; amountBase: bigint }
  | HyperliquidOrder
  | HyperliquidCancel
  /** From the perpetuals' account to the spot account of the vault. */
  | { kind: "hlClassTransfer"; amountBase: bigint }
  /** USDC from the spot account to the vault on chain 999: the destination is USDC's system address, which means that. */
  | { kind: "hlSpotSend"; destination: Address; amountE8: bigint };
