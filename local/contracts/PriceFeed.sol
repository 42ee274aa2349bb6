// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {FullMath} from "@uniswap/v4-core/src/libraries/FullMath.sol";
import {TickMath} from "@uniswap/v4-core/src/libraries/TickMath.sol";
import {IOracle, PoolKey} from "./Interfaces.sol";

/// What a vault makes of the oracle: a 300 s mean tick of token per native, and conversion by the difference of two ticks.
library PriceFeed {
    error TokenPriceFeedDoesNotExist(address token);

    uint32 private constant WINDOW_SEC = 300;

    function has(address oracle, address wrappedNative, address token) internal view returns (bool) {
        if (token == address(0) || token == wrappedNative) return true;
        return IOracle(oracle).getState(_key(oracle, token)).cardinality != 0;
    }

    function requireFeed(address oracle, address wrappedNative, address token) internal view {
        if (!has(oracle, wrappedNative, token)) revert TokenPriceFeedDoesNotExist(token);
    }

    /// Rounds towards minus infinity.
    function meanTick(address oracle, address wrappedNative, address token) internal view returns (int24 mean) {
        if (token == address(0) || token == wrappedNative) return 0;
        PoolKey memory key = _key(oracle, token);
        uint16 cardinality = IOracle(oracle).getState(key).cardinality;
        uint32 window = cardinality != 0 && cardinality < WINDOW_SEC ? cardinality : WINDOW_SEC;
        uint32[] memory secondsAgos = new uint32[](2);
        secondsAgos[0] = window;
        (int48[] memory cumulatives,) = IOracle(oracle).observe(key, secondsAgos);
        int48 moved = cumulatives[1] - cumulatives[0];
        int48 span = int48(uint48(window));
        mean = int24(moved / span);
        if (moved < 0 && moved % span != 0) mean--;
    }

    function convert(address oracle, address wrappedNative, address token, int256 amount, address target)
        internal
        view
        returns (int256)
    {
        if (token == wrappedNative) token = address(0);
        if (target == wrappedNative) target = address(0);
        if (amount == 0 || token == target) return amount;
        int256 tick = int256(meanTick(oracle, wrappedNative, target)) - meanTick(oracle, wrappedNative, token);
        if (tick > TickMath.MAX_TICK || tick < TickMath.MIN_TICK) return 0;
        uint256 size = uint256(amount < 0 ? -amount : amount);
        int256 converted = int256(quote(int24(tick), size));
        return amount < 0 ? -converted : converted;
    }

    /// amount times 1.0001^tick, rounded down.
    function quote(int24 tick, uint256 amount) internal pure returns (uint256) {
        uint256 sqrtRatio = TickMath.getSqrtPriceAtTick(tick);
        if (sqrtRatio <= type(uint128).max) return FullMath.mulDiv(sqrtRatio * sqrtRatio, amount, 1 << 192);
        return FullMath.mulDiv(FullMath.mulDiv(sqrtRatio, sqrtRatio, 1 << 64), amount, 1 << 128);
    }

    function _key(address oracle, address token) private pure returns (PoolKey memory) {
        return PoolKey(address(0), token, 0, 32767, oracle);
    }
}
