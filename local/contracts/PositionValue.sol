// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {FullMath} from "@uniswap/v4-core/src/libraries/FullMath.sol";
import {TickMath} from "@uniswap/v4-core/src/libraries/TickMath.sol";
import {IPositionManager, PoolKey} from "./Interfaces.sol";
import {PriceFeed} from "./PriceFeed.sol";

/// What Uniswap v4 positions hold at the oracle's price (not the pool's), unclaimed fees left out.
library PositionValue {
    struct Balance {
        address token;
        int256 amount;
    }

    /// One entry per token; `staked` is the vault's stake, left out when zero.
    function balances(
        address positionManager,
        address oracle,
        address wrappedNative,
        uint256[] memory tokenIds,
        Balance memory staked
    ) internal view returns (Balance[] memory merged) {
        merged = new Balance[](tokenIds.length * 2 + 1);
        uint256 count;
        if (staked.amount != 0) merged[count++] = staked;
        for (uint256 i; i < tokenIds.length; i++) {
            (PoolKey memory key, uint256 info) = IPositionManager(positionManager).getPoolAndPositionInfo(tokenIds[i]);
            uint128 liquidity = IPositionManager(positionManager).getPositionLiquidity(tokenIds[i]);
            int24 tick = PriceFeed.meanTick(oracle, wrappedNative, key.currency1)
                - PriceFeed.meanTick(oracle, wrappedNative, key.currency0);
            (uint256 amount0, uint256 amount1) = _amounts(
                TickMath.getSqrtPriceAtTick(tick),
                TickMath.getSqrtPriceAtTick(int24(uint24(info >> 8))),
                TickMath.getSqrtPriceAtTick(int24(uint24(info >> 32))),
                liquidity
            );
            count = _add(merged, count, key.currency0, amount0);
            count = _add(merged, count, key.currency1, amount1);
        }
        assembly ("memory-safe") {
            mstore(merged, count)
        }
    }

    function _amounts(uint160 price, uint160 lower, uint160 upper, uint128 liquidity)
        private
        pure
        returns (uint256 amount0, uint256 amount1)
    {
        if (price < lower) price = lower;
        if (price > upper) price = upper;
        amount0 = FullMath.mulDiv(uint256(liquidity) << 96, upper - price, upper) / price;
        amount1 = FullMath.mulDiv(liquidity, price - lower, 1 << 96);
    }

    function _add(Balance[] memory merged, uint256 count, address token, uint256 amount)
        private
        pure
        returns (uint256)
    {
        for (uint256 i; i < count; i++) {
            if (merged[i].token == token) {
                merged[i].amount += int256(amount);
                return count;
            }
        }
        merged[count] = Balance(token, int256(amount));
        return count + 1;
    }
}
