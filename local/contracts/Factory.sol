// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Registry} from "./Registry.sol";
import {VaultProxy} from "./VaultProxy.sol";

interface IVaultInit {
    function initializePool(string calldata name, string calldata symbol, address owner, address baseToken) external;
}

contract Factory {
    event PoolCreated(address poolAddress);

    address public immutable implementation;
    address public immutable getRegistry;

    constructor(address implementation_, address registry_) {
        implementation = implementation_;
        getRegistry = registry_;
    }

    /// The pool id is also the CREATE2 salt, so a name is taken once per creator.
    function createPool(string calldata name, string calldata symbol, address baseToken)
        external
        returns (address newPoolAddress, bytes32 poolId)
    {
        poolId = keccak256(abi.encode(name, msg.sender));
        bytes memory initData = abi.encodeCall(IVaultInit.initializePool, (name, symbol, msg.sender, baseToken));
        try new VaultProxy{salt: poolId}(implementation, initData) returns (VaultProxy proxy) {
            newPoolAddress = address(proxy);
        } catch Error(string memory reason) {
            revert(reason);
        } catch {
            revert("FACTORY_CREATE2_FAILED_ERROR");
        }
        Registry(getRegistry).register(newPoolAddress, name, symbol, poolId);
        emit PoolCreated(newPoolAddress);
    }
}
