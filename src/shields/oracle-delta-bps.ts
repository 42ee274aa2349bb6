/** Of the same side, in base units of the same token. */
type OracleComparison = { mode: "exactIn" | "exactOut"; quotedBase: bigint; oracleBase: bigint };

/**
 * In basis points, truncated toward zero; positive when the venue is worse. Spec "OracleEnrichment", decision 28. `oracleBase` must be above
 * 0. For display: tolerances are decided on the exact amounts.
 * @example 1000 taken instead of 990: 101
 */
export function oracleDeltaBps({ mode, quotedBase, oracleBase }: OracleComparison): number {
  const worse = mode === "exactIn" ? oracleBase - quotedBase : quotedBase - oracleBase;
  const bps = (worse * 10_000n) / oracleBase;
  const limit = BigInt(Number.MAX_SAFE_INTEGER);
  return Number(bps > limit ? limit : bps < -limit ? -limit : bps);
}
