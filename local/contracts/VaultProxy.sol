// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// EIP-1967 proxy with one payable entry; all rules are in the implementation.
contract VaultProxy {
    event Upgraded(address indexed implementation);

    bytes32 private constant IMPLEMENTATION_SLOT = bytes32(uint256(keccak256("eip1967.proxy.implementation")) - 1);

    constructor(address implementation, bytes memory initData) {
        bytes32 slot = IMPLEMENTATION_SLOT;
        assembly ("memory-safe") {
            sstore(slot, implementation)
        }
        emit Upgraded(implementation);
        (bool ok,) = implementation.delegatecall(initData);
        require(ok, "POOL_INITIALIZATION_FAILED_ERROR");
    }

    receive() external payable {
        _forward();
    }

    fallback() external payable {
        _forward();
    }

    function _forward() private {
        bytes32 slot = IMPLEMENTATION_SLOT;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), sload(slot), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(ok) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }
}
