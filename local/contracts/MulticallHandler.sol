// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IToken} from "./Interfaces.sol";

/// Gets what a relayer pays in and makes the calls that came with the deposit. Simpler than the real one: it has no
/// makeCallWithBalance.
contract MulticallHandler {
    struct Call {
        address target;
        bytes callData;
        uint256 value;
    }

    struct Instructions {
        Call[] calls;
        address fallbackRecipient;
    }

    error CallReverted(uint256 index, Call[] calls);
    error InvalidCall(uint256 index, Call[] calls);
    error NotSelf();
    error Reentered();

    event CallsFailed(Call[] calls, address indexed fallbackRecipient);
    event DrainedTokens(address indexed recipient, address indexed token, uint256 indexed amount);

    bool private transient entered;

    modifier onlySelf() {
        if (msg.sender != address(this)) revert NotSelf();
        _;
    }

    function handleV3AcrossMessage(address token, uint256, address, bytes memory message) external {
        if (entered) revert Reentered();
        entered = true;
        Instructions memory instructions = abi.decode(message, (Instructions));
        if (instructions.fallbackRecipient == address(0)) {
            this.attemptCalls(instructions.calls);
        } else {
            try this.attemptCalls(instructions.calls) {}
            catch {
                emit CallsFailed(instructions.calls, instructions.fallbackRecipient);
            }
            _drain(token, payable(instructions.fallbackRecipient));
        }
        entered = false;
    }

    function attemptCalls(Call[] memory calls) external onlySelf {
        for (uint256 i; i < calls.length; i++) {
            Call memory call = calls[i];
            if (call.callData.length > 0 && call.target.code.length == 0) revert InvalidCall(i, calls);
            (bool ok,) = call.target.call{value: call.value}(call.callData);
            if (!ok) revert CallReverted(i, calls);
        }
    }

    function drainLeftoverTokens(address token, address payable destination) external onlySelf {
        _drain(token, destination);
    }

    receive() external payable {}

    function _drain(address token, address payable destination) private {
        uint256 amount = token == address(0) ? address(this).balance : IToken(token).balanceOf(address(this));
        if (amount == 0) return;
        (bool ok,) = token == address(0)
            ? destination.call{value: amount}("")
            : token.call(abi.encodeCall(IToken.transfer, (destination, amount)));
        require(ok, "DRAIN_FAILED");
        if (token != address(0)) emit DrainedTokens(destination, token, amount);
    }
}
