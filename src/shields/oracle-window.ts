import type { ChainId } from "../../schemas/chains.ts";
import { chainOf } from "../chain-of.ts";

/** EOracle caps the mean here (docs/facts/oracle.md). */
const NEEDED_SEC = 300;

/**
 * Averaging time of a token's price, `sec` 300 at most. Deployed vaults read min(cardinality, 300)
 * seconds, newer source (4.4.0) cardinality - 1 slots; the smaller counts.
 * @example oracleWindow.sec(8453, 320) // 300
 * @example oracleWindow.sec(8453, 10) // 9
 */
export const oracleWindow = {
  neededSec: NEEDED_SEC,
  sec: (chainId: ChainId, cardinality: number): number =>
    Math.min(NEEDED_SEC, Math.max(0, cardinality - 1) * chainOf(chainId).slotSec),
  slotsNeeded: (chainId: ChainId): number => Math.ceil(NEEDED_SEC / chainOf(chainId).slotSec) + 1,
};

type OracleComparison = { mode: "exactIn" | "exactOut"; quotedBase: bigint; oracleBase: bigint };

/**
 * Basis points for display, truncated toward zero; positive: the venue is worse. Spec
 * "OracleEnrichment", decision D16. `oracleBase` must be above 0; tolerances use exact amounts.
 * @example 1000 taken instead of 990: 101
 */
export function oracleDeltaBps({ mode, quotedBase, oracleBase }: OracleComparison): number {
  const worse = mode === "exactIn" ? oracleBase - quotedBase : quotedBase - oracleBase;
  const bps = (worse * 10_000n) / oracleBase;
  const limit = BigInt(Number.MAX_SAFE_INTEGER);
  return Number(bps > limit ? limit : bps < -limit ? -limit : bps);
}
