// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {PriceFeed} from "./PriceFeed.sol";
import {VaultHolders} from "./VaultHolders.sol";
import {VaultStorage} from "./VaultStorage.sol";

/// What only the owner may do; no delegation reaches it.
abstract contract VaultOwner is VaultHolders {
    error OwnerActionInputIsSameAsCurrent();
    error PoolFeeBiggerThanMax(uint16 maximumBps);
    error PoolInputIsNotContract();
    error PoolLockupPeriodInvalid(uint48 minimumSec, uint48 maximumSec);
    error PoolNullOwnerInput();
    error PoolSpreadInvalid(uint16 maximumBps);

    event NewOwner(address indexed old, address indexed current);
    event NewFee(address indexed who, address indexed pool, uint16 transactionFee);
    event NewCollector(address indexed who, address indexed pool, address feeCollector);
    event MinimumPeriodChanged(address indexed pool, uint48 minimumPeriod);
    event SpreadChanged(address indexed pool, uint16 spread);
    event KycProviderSet(address indexed pool, address indexed kycProvider);

    struct Delegation {
        address delegated;
        bytes4 selector;
        bool isDelegated;
    }

    uint16 private constant MAXIMUM_SPREAD_BPS = 500;
    uint16 private constant MAXIMUM_FEE_BPS = 100;

    function updateDelegation(Delegation[] calldata entries) external onlyOwner {
        for (uint256 i; i < entries.length; i++) {
            VaultStorage.setDelegation(entries[i].delegated, entries[i].selector, entries[i].isDelegated);
        }
    }

    function revokeAllDelegations(address delegated) external onlyOwner {
        bytes4[] memory selectors = VaultStorage.delegations().selectorsOf[delegated];
        for (uint256 i; i < selectors.length; i++) {
            VaultStorage.setDelegation(delegated, selectors[i], false);
        }
    }

    function revokeAllDelegationsForSelector(bytes4 selector) external onlyOwner {
        address[] memory delegated = VaultStorage.delegations().addressesOf[selector];
        for (uint256 i; i < delegated.length; i++) {
            VaultStorage.setDelegation(delegated[i], selector, false);
        }
    }

    function setOwner(address newOwner) external onlyOwner {
        if (newOwner == address(0)) revert PoolNullOwnerInput();
        _requireChange(newOwner != VaultStorage.pool().owner);
        VaultStorage.pool().owner = newOwner;
        emit NewOwner(msg.sender, newOwner);
    }

    function setKycProvider(address kycProvider) external onlyOwner {
        if (kycProvider != address(0) && kycProvider.code.length == 0) revert PoolInputIsNotContract();
        _requireChange(kycProvider != VaultStorage.params().kycProvider);
        VaultStorage.params().kycProvider = kycProvider;
        emit KycProviderSet(address(this), kycProvider);
    }

    function setTransactionFee(uint16 transactionFee) external onlyOwner {
        if (transactionFee > MAXIMUM_FEE_BPS) revert PoolFeeBiggerThanMax(MAXIMUM_FEE_BPS);
        _requireChange(transactionFee != VaultStorage.params().transactionFee);
        VaultStorage.params().transactionFee = transactionFee;
        emit NewFee(msg.sender, address(this), transactionFee);
    }

    function changeSpread(uint16 newSpread) external onlyOwner {
        if (newSpread == 0 || newSpread > MAXIMUM_SPREAD_BPS) revert PoolSpreadInvalid(MAXIMUM_SPREAD_BPS);
        _requireChange(newSpread != VaultStorage.params().spread);
        VaultStorage.params().spread = newSpread;
        emit SpreadChanged(address(this), newSpread);
    }

    function changeMinPeriod(uint48 minPeriod) external onlyOwner {
        if (minPeriod < 1 days || minPeriod > 30 days) revert PoolLockupPeriodInvalid(1 days, 30 days);
        _requireChange(minPeriod != VaultStorage.params().minPeriod);
        VaultStorage.params().minPeriod = minPeriod;
        emit MinimumPeriodChanged(address(this), minPeriod);
    }

    /// An account becomes the collector only if it has agreed.
    function changeFeeCollector(address feeCollector) external onlyOwner {
        if (msg.sender != feeCollector && !_isOperator(feeCollector, msg.sender)) revert InvalidOperator();
        _requireChange(feeCollector != VaultStorage.params().feeCollector);
        VaultStorage.params().feeCollector = feeCollector;
        emit NewCollector(msg.sender, address(this), feeCollector);
    }

    function setAcceptableMintToken(address token, bool isAccepted) external onlyOwner {
        if (!isAccepted) return VaultStorage.refuseToken(token);
        PriceFeed.requireFeed(ORACLE, wrappedNative, token);
        VaultStorage.acceptToken(token);
    }

    function purgeInactiveTokensAndApps() external onlyOwner {
        address[] memory active = VaultStorage.activeTokens().list;
        for (uint256 i; i < active.length; i++) {
            if (_balanceOf(active[i]) <= 1) VaultStorage.deactivate(active[i]);
        }
    }

    function _requireChange(bool isOther) private pure {
        if (!isOther) revert OwnerActionInputIsSameAsCurrent();
    }
}
