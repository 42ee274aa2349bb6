// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// What a byte on L1 costs, where an OP-stack chain keeps it. Same interface, units and rounding as the real predeploy
/// has for the upper bound since Fjord; the figures are the local chain's own, and any account may set them.
contract GasPriceOracle {
    uint256 private constant SIGNATURE_BYTES = 68;
    int256 private constant COST_INTERCEPT = -42_585_600;
    int256 private constant COST_PER_FASTLZ_BYTE = 836_500;
    int256 private constant LEAST_BYTES_SCALED = 100_000_000;

    /// Wei per byte, scaled by 10^6: 16 x base fee scalar x L1 base fee + blob base fee scalar x blob base fee.
    uint256 public feeScaled;

    constructor(uint256 initialFeeScaled) {
        feeScaled = initialFeeScaled;
    }

    function setFeeScaled(uint256 newFeeScaled) external {
        feeScaled = newFeeScaled;
    }

    function getL1FeeUpperBound(uint256 unsignedTxSize) external view returns (uint256) {
        uint256 txSize = unsignedTxSize + SIGNATURE_BYTES;
        int256 fastLzBytes = int256(txSize + txSize / 255 + 16);
        int256 estimated = COST_INTERCEPT + COST_PER_FASTLZ_BYTE * fastLzBytes;
        if (estimated < LEAST_BYTES_SCALED) estimated = LEAST_BYTES_SCALED;
        return uint256(estimated) * feeScaled / 1e12;
    }
}
