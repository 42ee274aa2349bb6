import { type AbiParameter, type Address, parseAbiParameters } from "viem";

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

/** For encoder and decoder. Source: docs/facts/hyperliquid.md 1 and 2. */
export const HYPERLIQUID_WIRE = {
  selectors: { deposit: "0x2b2dfd2c", depositFor: "0xc23c545a", sendRawAction: "0x17938e13" },
  /** deposit(amount, destinationDex): 0 is the perpetuals' account, all the adapter takes. */
  deposit: parseAbiParameters("uint256, uint32"),
  raw: parseAbiParameters("bytes"),
  /** The first byte of an action is its version, the next three its number. */
  header: (action: number): string => `01${action.toString(16).padStart(6, "0")}`,
  actions: {
    order: { id: 1, params: parseAbiParameters("uint32, bool, uint64, uint64, bool, uint8, uint128") },
    spotSend: { id: 6, params: parseAbiParameters("address, uint64, uint64") },
    classTransfer: { id: 7, params: parseAbiParameters("uint64, bool") },
    cancelByOid: { id: 10, params: parseAbiParameters("uint32, uint64") },
    cancelByCloid: { id: 11, params: parseAbiParameters("uint32, uint128") },
  },
  /** From here on come spot, other people's markets and outcomes. */
  assetsBelow: 10_000,
  usdcToken: 0n,
  usdcSystemAddress: "0x2000000000000000000000000000000000000000",
  tifs: { alo: 1, gtc: 2, ioc: 3 },
} as const satisfies {
  actions: Record<string, { id: number; params: readonly AbiParameter[] }>;
  tifs: Record<HyperliquidTif, number>;
} & Record<string, unknown>;
