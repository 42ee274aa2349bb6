// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {AdapterBase} from "./AdapterBase.sol";
import {IAllowanceHolder, IZeroExDeployer} from "./Interfaces.sol";
import {PriceFeed} from "./PriceFeed.sol";
import {VaultStorage} from "./VaultStorage.sol";

/// Checks an AllowanceHolder.exec call down to the Settler's actions, then sends it from the vault.
contract ZeroExAdapter is AdapterBase {
    error ActionNotAllowed(bytes4 action);
    error CounterfeitSettler(address target);
    error OperatorMustEqualTarget();
    error RecipientNotSmartPool();
    error TransferFromRecipientNotSettler(address recipient);
    error UnsupportedSettlerFunction();

    uint128 private constant TAKER_SUBMITTED = 2;
    bytes4 private constant SETTLER_EXECUTE = 0x1fff991f;
    bytes4 private constant TRANSFER_FROM = 0xc1fb425e;
    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    address private immutable ALLOWANCE_HOLDER;
    address private immutable DEPLOYER;
    address private immutable WRAPPED_NATIVE;
    address private immutable ORACLE;

    constructor(address allowanceHolder, address deployer, address wrappedNative, address oracle) {
        ALLOWANCE_HOLDER = allowanceHolder;
        DEPLOYER = deployer;
        WRAPPED_NATIVE = wrappedNative;
        ORACLE = oracle;
    }

    function exec(address operator, address token, uint256 amount, address payable target, bytes calldata data)
        external
        nonReentrant
        onlyDelegateCall
        returns (bytes memory)
    {
        _requireSettler(target);
        if (operator != target) revert OperatorMustEqualTarget();
        if (data.length < 4 || bytes4(data) != SETTLER_EXECUTE) revert UnsupportedSettlerFunction();
        address bought = _requireSafeSwap(target, data);
        VaultStorage.activate(bought);
        uint256 value;
        if (token == NATIVE || token == address(0)) {
            value = amount;
            _requireNative(value);
        } else {
            _approve(token, ALLOWANCE_HOLDER, amount);
        }
        return IAllowanceHolder(ALLOWANCE_HOLDER).exec{value: value}(operator, token, amount, target, data);
    }

    function _requireSettler(address target) private view {
        IZeroExDeployer deployer = IZeroExDeployer(DEPLOYER);
        if (target != deployer.ownerOf(TAKER_SUBMITTED) && target != deployer.prev(TAKER_SUBMITTED)) {
            revert CounterfeitSettler(target);
        }
    }

    function _requireSafeSwap(address settler, bytes calldata data) private view returns (address bought) {
        (address recipient, address buyToken,, bytes[] memory actions,) =
            abi.decode(data[4:], (address, address, uint256, bytes[], bytes32));
        if (recipient != address(this)) revert RecipientNotSmartPool();
        bought = buyToken == NATIVE ? address(0) : buyToken;
        PriceFeed.requireFeed(ORACLE, WRAPPED_NATIVE, bought);
        for (uint256 i; i < actions.length; i++) {
            bytes4 action = bytes4(actions[i]);
            if (!_isAllowed(action)) revert ActionNotAllowed(action);
            if (action == TRANSFER_FROM) _requireRecipient(actions[i], settler);
        }
    }

    function _requireRecipient(bytes memory action, address settler) private pure {
        address recipient;
        assembly ("memory-safe") {
            recipient := mload(add(action, 36))
        }
        if (recipient != settler) revert TransferFromRecipientNotSettler(recipient);
    }

    /// Selectors of the listed Settler actions without RFQ; TRANSFER_FROM as the observed calls encode it.
    function _isAllowed(bytes4 a) private pure returns (bool) {
        return a == TRANSFER_FROM || a == 0xbd01c226 || a == 0x34ee90ca || a == 0x38c9c147 || a == 0x8d68a156
            || a == 0xd5022441 || a == 0x103b48be || a == 0xaf72634f || a == 0xfd8c38e1 || a == 0xd4351666
            || a == 0xdf753f1e || a == 0x2084a6e9 || a == 0x4340af3f || a == 0xb8df6d4d || a == 0xca9e5d0f
            || a == 0xf5b99189 || a == 0x9b59756f || a == 0x736180c8 || a == 0x6c5f9cf9 || a == 0xf61460f9
            || a == 0xfc9ba903 || a == 0x6472b276 || a == 0xb4d5761a || a == 0xd47868c9 || a == 0x131ad428;
    }
}
