// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IToken} from "./Interfaces.sol";

/// Lends an operator the caller's allowance for the length of one call, and passes the caller's address to the target (ERC-2771).
contract AllowanceHolder {
    error InsufficientAllowance(uint256 allowed, uint256 amount);
    error TransferFromFailed();

    function exec(address operator, address token, uint256 amount, address payable target, bytes calldata data)
        external
        payable
        returns (bytes memory)
    {
        bytes32 slot = _slot(operator, msg.sender, token);
        _write(slot, amount);
        (bool ok, bytes memory result) = target.call{value: msg.value}(abi.encodePacked(data, msg.sender));
        if (!ok) {
            assembly ("memory-safe") {
                revert(add(result, 32), mload(result))
            }
        }
        _write(slot, 0);
        return result;
    }

    function transferFrom(address token, address owner, address recipient, uint256 amount) external returns (bool) {
        bytes32 slot = _slot(msg.sender, owner, token);
        uint256 allowed = _read(slot);
        if (allowed < amount) revert InsufficientAllowance(allowed, amount);
        _write(slot, allowed - amount);
        (bool ok, bytes memory answer) = token.call(abi.encodeCall(IToken.transferFrom, (owner, recipient, amount)));
        if (!ok) {
            assembly ("memory-safe") {
                revert(add(answer, 32), mload(answer))
            }
        }
        if (answer.length != 0 && !abi.decode(answer, (bool))) revert TransferFromFailed();
        return true;
    }

    function _slot(address operator, address owner, address token) private pure returns (bytes32) {
        return keccak256(abi.encode(operator, owner, token));
    }

    function _read(bytes32 slot) private view returns (uint256 value) {
        assembly ("memory-safe") {
            value := tload(slot)
        }
    }

    function _write(bytes32 slot, uint256 value) private {
        assembly ("memory-safe") {
            tstore(slot, value)
        }
    }
}
