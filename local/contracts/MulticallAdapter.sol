// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// Calls the vault again with the same sender, once per entry, so that every entry is checked like a call of its own.
contract MulticallAdapter {
    function multicall(bytes[] calldata data) public returns (bytes[] memory results) {
        results = new bytes[](data.length);
        for (uint256 i; i < data.length; i++) {
            (bool ok, bytes memory result) = address(this).delegatecall(data[i]);
            if (!ok) _refuse(result);
            results[i] = result;
        }
    }

    function multicall(uint256 deadline, bytes[] calldata data) external returns (bytes[] memory) {
        require(block.timestamp <= deadline, "AMULTICALL_DEADLINE_PAST_ERROR");
        return multicall(data);
    }

    function multicall(bytes32 previousBlockhash, bytes[] calldata data) external returns (bytes[] memory) {
        require(blockhash(block.number - 1) == previousBlockhash, "AMULTICALL_BLOCKHASH_ERROR");
        return multicall(data);
    }

    /// Only Error(string) comes through; a custom error is swallowed into empty data.
    function _refuse(bytes memory reason) private pure {
        if (reason.length < 68 || bytes4(reason) != 0x08c379a0) {
            assembly {
                revert(0, 0)
            }
        }
        assembly ("memory-safe") {
            revert(add(reason, 32), mload(reason))
        }
    }
}
