// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPoolManager, IToken, PoolKey} from "./Interfaces.sol";

interface IV3Pool {
    function token0() external view returns (address);
    function token1() external view returns (address);
    function mint(address recipient, int24 lower, int24 upper, uint128 amount, bytes calldata data)
        external
        returns (uint256 amount0, uint256 amount1);
    function swap(address recipient, bool zeroForOne, int256 amount, uint160 limit, bytes calldata data)
        external
        returns (int256 amount0, int256 amount1);
}

/// The dev account with deep pockets: gives the pools their liquidity and moves their prices. Anybody else moves them by `swapTo`.
contract Whale {
    address public immutable keeper;
    IPoolManager private immutable POOL_MANAGER;

    // Far more than any pool holds: a move stops at its price limit.
    int256 private constant UNLIMITED = 1e36;

    constructor(address keeper_, address poolManager) {
        keeper = keeper_;
        POOL_MANAGER = IPoolManager(poolManager);
    }

    modifier onlyKeeper() {
        require(msg.sender == keeper, "NOT_KEEPER");
        _;
    }

    receive() external payable {}

    function addLiquidity(PoolKey calldata key, int24 lower, int24 upper, int256 liquidity) external onlyKeeper {
        IPoolManager.ModifyLiquidityParams memory params =
            IPoolManager.ModifyLiquidityParams(lower, upper, liquidity, 0);
        _unlock(key, abi.encodeCall(IPoolManager.modifyLiquidity, (key, params, "")), address(this));
    }

    function moveTo(PoolKey calldata key, bool zeroForOne, uint160 sqrtPriceX96) external onlyKeeper {
        _move(key, zeroForOne, sqrtPriceX96, address(this));
    }

    /// As `moveTo`, for any account and at its own cost: what the swap takes is its own, coin as the value of the call, of which
    /// the rest comes back.
    function swapTo(PoolKey calldata key, bool zeroForOne, uint160 sqrtPriceX96) external payable {
        uint256 ownWei = address(this).balance - msg.value;
        _move(key, zeroForOne, sqrtPriceX96, msg.sender);
        require(address(this).balance >= ownWei, "NOT_PAID");
        (bool ok,) = msg.sender.call{value: address(this).balance - ownWei}("");
        require(ok, "NOT_GIVEN_BACK");
    }

    function _move(PoolKey calldata key, bool zeroForOne, uint160 sqrtPriceX96, address payer) private {
        IPoolManager.SwapParams memory params = IPoolManager.SwapParams(zeroForOne, -UNLIMITED, sqrtPriceX96);
        _unlock(key, abi.encodeCall(IPoolManager.swap, (key, params, "")), payer);
    }

    function _unlock(PoolKey calldata key, bytes memory call_, address payer) private {
        POOL_MANAGER.unlock(abi.encode(key, call_, payer));
    }

    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        require(msg.sender == address(POOL_MANAGER), "NOT_POOL_MANAGER");
        (PoolKey memory key, bytes memory call_, address payer) = abi.decode(data, (PoolKey, bytes, address));
        (bool ok, bytes memory answer) = address(POOL_MANAGER).call(call_);
        if (!ok) {
            assembly ("memory-safe") {
                revert(add(answer, 32), mload(answer))
            }
        }
        int256 delta;
        assembly ("memory-safe") {
            delta := mload(add(answer, 32))
        }
        _clear(key.currency0, delta >> 128, payer);
        _clear(key.currency1, int256(int128(delta)), payer);
        return "";
    }

    function addLiquidityV3(address pool, int24 lower, int24 upper, uint128 liquidity) external onlyKeeper {
        IV3Pool(pool).mint(address(this), lower, upper, liquidity, abi.encode(pool));
    }

    function moveToV3(address pool, bool zeroForOne, uint160 sqrtPriceX96) external onlyKeeper {
        IV3Pool(pool).swap(address(this), zeroForOne, UNLIMITED, sqrtPriceX96, abi.encode(pool));
    }

    function uniswapV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata) external {
        _payV3(int256(amount0), int256(amount1));
    }

    function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes calldata) external {
        _payV3(amount0, amount1);
    }

    function _payV3(int256 amount0, int256 amount1) private {
        if (amount0 > 0) IToken(IV3Pool(msg.sender).token0()).transfer(msg.sender, uint256(amount0));
        if (amount1 > 0) IToken(IV3Pool(msg.sender).token1()).transfer(msg.sender, uint256(amount1));
    }

    /// Negative: the payer owes the pool manager; positive: it may take.
    function _clear(address token, int256 delta, address payer) private {
        if (delta > 0) {
            POOL_MANAGER.take(token, payer, uint256(delta));
        } else if (delta < 0 && token == address(0)) {
            POOL_MANAGER.settle{value: uint256(-delta)}();
        } else if (delta < 0) {
            POOL_MANAGER.sync(token);
            if (payer == address(this)) IToken(token).transfer(address(POOL_MANAGER), uint256(-delta));
            else IToken(token).transferFrom(payer, address(POOL_MANAGER), uint256(-delta));
            POOL_MANAGER.settle();
        }
    }
}
