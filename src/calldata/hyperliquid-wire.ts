import { type AbiParameter, parseAbiParameters } from "viem";
import type { HyperliquidTif } from "./hyperliquid-call.ts";

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
