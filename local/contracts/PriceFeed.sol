// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {FullMath} from "@uniswap/v4-core/src/libraries/FullMath.sol";
import {TickMath} from "@uniswap/v4-core/src/libraries/TickMath.sol";
import {IOracle, PoolKey} from "./Interfaces.sol";

/// What a vault makes of the oracle: a mean tick of token per native over at most 300 s, and conversion by the difference of two ticks.
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

    /// Truncated towards zero.
    function meanTick(address oracle, address wrappedNative, address token) internal view returns (int24) {
        if (token == address(0) || token == wrappedNative) return 0;
        PoolKey memory key = _key(oracle, token);
        uint32[] memory secondsAgos = new uint32[](2);
        secondsAgos[0] = _window(IOracle(oracle).getState(key).cardinality);
        (int48[] memory cumulatives,) = IOracle(oracle).observe(key, secondsAgos);
        return int24((cumulatives[1] - cumulatives[0]) / int48(uint48(secondsAgos[0])));
    }

    /// The target's price is read first, whatever the amount.
    function convert(address oracle, address wrappedNative, address token, int256 amount, address target)
        internal
        view
        returns (int256)
    {
        int24 targetTick = meanTick(oracle, wrappedNative, target);
        if (token == wrappedNative) token = address(0);
        if (target == wrappedNative) target = address(0);
        if (amount == 0 || token == target) return amount;
        int256 tick = int256(targetTick) - meanTick(oracle, wrappedNative, token);
        bool isCross = token != address(0) && target != address(0);
        if (isCross && (tick > TickMath.MAX_TICK || tick < TickMath.MIN_TICK)) return 0;
        uint256 size = uint256(amount < 0 ? -amount : amount);
        int256 converted = int256(quote(int24(tick), size));
        return amount < 0 ? -converted : converted;
    }

    /// amount times 1.0001^tick, rounded down. From a price of 2^64 on (tick 443,636) its square does not fit: Panic 0x11.
    function quote(int24 tick, uint256 amount) internal pure returns (uint256) {
        uint256 sqrtRatio = TickMath.getSqrtPriceAtTick(tick);
        return FullMath.mulDiv(amount, sqrtRatio * sqrtRatio, 1 << 192);
    }

    /// Seconds of the mean: one a slot (eight on Ethereum), at most 300.
    function _window(uint16 cardinality) private view returns (uint32) {
        uint16 slotSec = block.chainid == 1 ? 8 : 1;
        uint32 sec = uint32(cardinality * slotSec);
        return sec > WINDOW_SEC ? WINDOW_SEC : sec;
    }

    function _key(address oracle, address token) private pure returns (PoolKey memory) {
        return PoolKey(address(0), token, 0, 32767, oracle);
    }
}
