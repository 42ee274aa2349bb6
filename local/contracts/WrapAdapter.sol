// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IWrappedNative} from "./Interfaces.sol";
import {VaultStorage} from "./VaultStorage.sol";

contract WrapAdapter {
    address private immutable SELF = address(this);
    address private immutable WRAPPED_NATIVE;

    constructor(address wrappedNative) {
        WRAPPED_NATIVE = wrappedNative;
    }

    /// Refuses cheaply and without data, as the real one does for a caller without delegation.
    modifier onlyInVault() {
        if (address(this) == SELF) revert();
        _;
    }

    function wrapETH(uint256 amount) external onlyInVault {
        if (amount == 0) return;
        IWrappedNative(WRAPPED_NATIVE).deposit{value: amount}();
        VaultStorage.activate(WRAPPED_NATIVE);
    }

    function unwrapWETH9(uint256 amount) external onlyInVault {
        _unwrap(amount);
    }

    /// The recipient is ignored: the native coin stays in the vault.
    function unwrapWETH9(uint256 amount, address) external onlyInVault {
        _unwrap(amount);
    }

    function _unwrap(uint256 amount) private {
        IWrappedNative(WRAPPED_NATIVE).withdraw(amount);
        VaultStorage.activate(address(0));
    }
}
