// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IFactory} from "./Interfaces.sol";
import {Registry} from "./Registry.sol";
import {VaultProxy} from "./VaultProxy.sol";

interface IVaultInit {
    function initializePool() external;
}

/// Creates vaults; the owner's own governance ("DAO") does not exist on this chain.
contract Factory is IFactory {
    event PoolCreated(address poolAddress);

    address public immutable implementation;
    address public immutable getRegistry;
    Parameters private current;

    constructor(address implementation_, address registry_) {
        implementation = implementation_;
        getRegistry = registry_;
    }

    /// What the vault that is being created shall be; empty outside of a creation.
    function parameters() external view returns (Parameters memory) {
        return current;
    }

    function setImplementation(address) external pure {
        revert("FACTORY_CALLER_NOT_DAO_ERROR");
    }

    function setRegistry(address) external pure {
        revert("FACTORY_CALLER_NOT_DAO_ERROR");
    }

    /// The pool id is also the CREATE2 salt, and the creation code is always the same: a name is taken once per creator.
    function createPool(string calldata name, string calldata symbol, address baseToken)
        external
        returns (address newPoolAddress, bytes32 poolId)
    {
        poolId = keccak256(abi.encode(name, msg.sender));
        current = Parameters(name, bytes8(bytes(symbol)), msg.sender, baseToken);
        try new VaultProxy{salt: poolId}(implementation, abi.encodeCall(IVaultInit.initializePool, ())) returns (
            VaultProxy proxy
        ) {
            newPoolAddress = address(proxy);
        } catch Error(string memory reason) {
            revert(reason);
        } catch {
            revert("FACTORY_CREATE2_FAILED_ERROR");
        }
        delete current;
        Registry(getRegistry).register(newPoolAddress, name, symbol, poolId);
        emit PoolCreated(newPoolAddress);
    }
}
