import { parseAbi } from "viem";

/** The one method used of the OP stack's GasPriceOracle, there since Fjord (docs/facts/op-stack-fees.md). */
export const gasPriceOracleAbi = parseAbi([
  "function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)",
]);
