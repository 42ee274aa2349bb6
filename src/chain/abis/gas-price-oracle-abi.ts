import { parseAbi } from "viem";

/** The OP stack's, since Fjord (docs/facts/op-stack-fees.md). */
export const gasPriceOracleAbi = parseAbi([
  "function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)",
]);
