import { parseAbi } from "viem";

/** Source: docs/facts/oracle.md. */
export const oracleAbi = parseAbi([
  "struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "struct ObservationState { uint16 index; uint16 cardinality; uint16 cardinalityNext; }",
  "function getState(PoolKey key) view returns (ObservationState state)",
  "function increaseCardinalityNext(PoolKey key, uint16 cardinalityNext) returns (uint16 cardinalityNextOld, uint16 cardinalityNextNew)",
  "function observe(PoolKey key, uint32[] secondsAgos) view returns (int48[] tickCumulatives, uint144[] secondsPerLiquidityCumulativeX128s)",
]);
