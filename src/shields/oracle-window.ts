import type { ChainId } from "../../schemas/chains.ts";

/** The mean that the vaults mean to read: EOracle caps it here (docs/facts/oracle.md). */
const NEEDED_SEC = 300;

/** Seconds that one slot of observations stands for: EOracle counts 8 on Ethereum and 1 on every other chain. */
const SLOT_SEC = { 1: 8, 10: 1, 56: 1, 130: 1, 137: 1, 999: 1, 8453: 1, 42161: 1 } as const satisfies Record<
  ChainId,
  number
>;

/**
 * Over how long a token's price is a mean. Deployed vaults read min(cardinality, 300) seconds, newer source (4.4.0)
 * cardinality - 1 slots: n observations span n - 1 intervals, so the smaller one is counted. `sec` is capped at 300.
 * @example oracleWindow.sec(8453, 320) // 300
 * @example oracleWindow.sec(8453, 10) // 9
 */
export const oracleWindow = {
  neededSec: NEEDED_SEC,
  sec: (chainId: ChainId, cardinality: number): number =>
    Math.min(NEEDED_SEC, Math.max(0, cardinality - 1) * SLOT_SEC[chainId]),
  slotsNeeded: (chainId: ChainId): number => Math.ceil(NEEDED_SEC / SLOT_SEC[chainId]) + 1,
};
