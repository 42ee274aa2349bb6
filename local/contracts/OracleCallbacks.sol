// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPoolManager, PoolKey} from "./Interfaces.sol";

/// A hook's callbacks that the oracle's address has no permission for, and what it says of its permissions. Every callback is
/// the pool manager's alone.
abstract contract OracleCallbacks {
    error HookNotImplemented();
    error NotPoolManager();

    struct Permissions {
        bool beforeInitialize;
        bool afterInitialize;
        bool beforeAddLiquidity;
        bool afterAddLiquidity;
        bool beforeRemoveLiquidity;
        bool afterRemoveLiquidity;
        bool beforeSwap;
        bool afterSwap;
        bool beforeDonate;
        bool afterDonate;
        bool beforeSwapReturnDelta;
        bool afterSwapReturnDelta;
        bool afterAddLiquidityReturnDelta;
        bool afterRemoveLiquidityReturnDelta;
    }

    address public immutable poolManager;

    constructor(address poolManager_) {
        poolManager = poolManager_;
    }

    modifier onlyManager() {
        if (msg.sender != poolManager) revert NotPoolManager();
        _;
    }

    function getHookPermissions() external pure returns (Permissions memory permissions) {
        permissions.beforeInitialize = true;
        permissions.afterInitialize = true;
        permissions.beforeAddLiquidity = true;
        permissions.beforeRemoveLiquidity = true;
        permissions.beforeSwap = true;
        permissions.afterSwap = true;
    }

    function afterAddLiquidity(
        address,
        PoolKey calldata,
        IPoolManager.ModifyLiquidityParams calldata,
        int256,
        int256,
        bytes calldata
    ) external view onlyManager {
        revert HookNotImplemented();
    }

    function afterRemoveLiquidity(
        address,
        PoolKey calldata,
        IPoolManager.ModifyLiquidityParams calldata,
        int256,
        int256,
        bytes calldata
    ) external view onlyManager {
        revert HookNotImplemented();
    }

    function beforeDonate(address, PoolKey calldata, uint256, uint256, bytes calldata) external view onlyManager {
        revert HookNotImplemented();
    }

    function afterDonate(address, PoolKey calldata, uint256, uint256, bytes calldata) external view onlyManager {
        revert HookNotImplemented();
    }
}
