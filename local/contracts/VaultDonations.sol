// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {CrosschainTokens} from "./CrosschainTokens.sol";
import {IWrappedNative} from "./Interfaces.sol";
import {PriceFeed} from "./PriceFeed.sol";
import {VaultBase} from "./VaultBase.sol";
import {VaultStorage} from "./VaultStorage.sol";

/// What a vault takes in from a bridge or a refund, in two steps of one transaction. Source: ECrosschain.sol of v3-contracts.
abstract contract VaultDonations is VaultBase {
    error DonationLock(bool locked);
    error BalanceUnderflow();
    error CallerTransferAmount();
    error InvalidOpType();
    error NavManipulationDetected(uint256 expectedNav, uint256 actualNav);
    error TokenNotInitialized();

    event TokensReceived(address indexed from, address indexed token, uint256 amount, uint8 indexed opType);

    struct DestinationMessage {
        uint8 opType;
        bool shouldUnwrapNative;
    }

    uint8 private constant TRANSFER = 0;
    uint8 private constant SYNC = 1;
    /// A first call with this amount opens a donation.
    uint256 private constant OPENS = 1;

    bool private transient isOpen;
    address private transient openToken;
    uint256 private transient openBalance;
    uint256 private transient openNav;
    uint256 private transient openAssets;

    function donate(address token, uint256 amount, DestinationMessage calldata message) external onlyDelegateCall {
        if (amount == OPENS) return _open(token);
        if (!isOpen) revert DonationLock(false);
        if (token != openToken) revert TokenNotInitialized();
        uint256 balance = _balanceOf(token);
        if (balance < openBalance) revert BalanceUnderflow();
        uint256 received = balance - openBalance;
        if (received < amount) revert CallerTransferAmount();
        if (!CrosschainTokens.isAllowedHere(token)) revert CrosschainTokens.UnsupportedCrossChainToken();
        if (token == wrappedNative && message.shouldUnwrapNative) {
            IWrappedNative(wrappedNative).withdraw(received);
            token = address(0);
        }
        bool wasActive = _activate(token);
        if (message.opType == TRANSFER) _takeOnSupply(token, amount);
        else if (message.opType != SYNC) revert InvalidOpType();
        _requireHonest(token, wasActive ? received : received + openBalance, openAssets);
        emit TokensReceived(msg.sender, token, received, message.opType);
        isOpen = false;
        openToken = address(0);
    }

    function _open(address token) private {
        if (isOpen) revert DonationLock(true);
        isOpen = true;
        openToken = token;
        openBalance = _balanceOf(token);
        NetAssetsValue memory nav = updateUnitaryValue();
        openNav = nav.unitaryValue;
        openAssets = nav.netTotalValue;
    }

    function _activate(address token) private returns (bool wasActive) {
        wasActive = token == VaultStorage.pool().baseToken || VaultStorage.activeTokens().position[token] != 0;
        if (wasActive) return true;
        PriceFeed.requireFeed(ORACLE, wrappedNative, token);
        VaultStorage.activate(token);
    }

    function _takeOnSupply(address token, uint256 amount) private {
        uint256 value = _convert(token, amount, VaultStorage.pool().baseToken);
        VaultStorage.moveVirtualSupply(int256(value * _par() / openNav));
    }

    /// To the last unit, and each conversion is rounded: the real one refuses such an arrival too.
    function _requireHonest(address token, uint256 received, uint256 expected) private {
        NetAssetsValue memory nav = updateUnitaryValue();
        if (received > 0) expected += _convert(token, received, VaultStorage.pool().baseToken);
        if (nav.netTotalValue != expected) revert NavManipulationDetected(expected, nav.netTotalValue);
    }
}
