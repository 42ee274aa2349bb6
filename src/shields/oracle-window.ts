import type { ChainId } from "../../schemas/chains.ts";
import { chainOf } from "../chain-of.ts";

/** EOracle caps the mean here (docs/facts/oracle.md). */
const NEEDED_SEC = 300;

/**
 * Over how long a token's price is a mean. Deployed vaults read min(cardinality, 300) seconds, newer source (4.4.0) cardinality - 1 slots;
 * the smaller one is counted. `sec` is capped at 300.
 * @example oracleWindow.sec(8453, 320) // 300
 * @example oracleWindow.sec(8453, 10) // 9
 */
export const oracleWindow = {
  neededSec: NEEDED_SEC,
  sec: (chainId: ChainId, cardinality: number): number =>
    Math.min(NEEDED_SEC, Math.max(0, cardinality - 1) * chainOf(chainId).slotSec),
  slotsNeeded: (chainId: ChainId): number => Math.ceil(NEEDED_SEC / chainOf(chainId).slotSec) + 1,
};
