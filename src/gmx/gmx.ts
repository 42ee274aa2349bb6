import type { Address } from "viem";
import table from "../chain/addresses.data.json" with { type: "json" };

// Safe: every entry of the data file is an address, which test/unit/chain/addresses.test.ts checks.
const lower = (text: string): Address => text.toLowerCase() as Address;

/**
 * GMX v2 is on chain 42161 alone, as far as vaults know it: its addresses are constants of the vaults' own library (GmxLib.sol), so nothing
 * here can be replaced. The event emitter is of gmx-synthetics a5c0c88, deployments/arbitrum/EventEmitter.json.
 */
export const GMX = {
  chainId: 42161,
  dataStore: lower(table.gmx_42161.dataStore),
  reader: lower(table.gmx_42161.reader),
  priceFeeds: lower(table.gmx_42161.chainlinkPriceFeedProvider),
  referralStorage: lower(table.gmx_42161.referralStorage),
  eventEmitter: lower(table.gmx_42161.eventEmitter),
  /** The vaults' adapter opens no more positions than this. */
  maxPositions: 32,
} as const;
