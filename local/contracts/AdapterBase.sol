// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPermit2, IToken} from "./Interfaces.sol";

/// Adapters run in a vault by delegatecall; a static call from a caller without delegation runs in the adapter itself.
abstract contract AdapterBase {
    error DirectCallNotAllowed();
    error ReentrancyGuardReentrantCall();
    error InsufficientNativeBalance();
    error ApprovalFailed(address token);

    address internal immutable SELF = address(this);
    bool transient private locked;

    /// Writes first, so inside a static call this consumes all gas and answers no data, as on chain.
    modifier nonReentrant() {
        if (locked) revert ReentrancyGuardReentrantCall();
        locked = true;
        _;
        locked = false;
    }

    modifier onlyDelegateCall() {
        if (address(this) == SELF) revert DirectCallNotAllowed();
        _;
    }

    /// A standing maximum allowance to Permit2, and Permit2's to the spender for this block only.
    function _permit(address permit2, address token, address spender) internal {
        if (token == address(0)) return;
        if (IToken(token).allowance(address(this), permit2) < type(uint256).max / 2) {
            _approve(token, permit2, type(uint256).max);
        }
        IPermit2(permit2).approve(token, spender, type(uint160).max, uint48(block.timestamp));
    }

    function _approve(address token, address spender, uint256 amount) internal {
        (bool ok, bytes memory answer) = token.call(abi.encodeCall(IToken.approve, (spender, amount)));
        if (!ok || (answer.length != 0 && !abi.decode(answer, (bool)))) revert ApprovalFailed(token);
    }

    function _requireNative(uint256 amount) internal view {
        if (address(this).balance < amount) revert InsufficientNativeBalance();
    }

    function _bubble(bytes memory reason) internal pure {
        assembly ("memory-safe") {
            revert(add(reason, 32), mload(reason))
        }
    }
}
