// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {StakingRefusals} from "./StakingRefusals.sol";

contract StakingClock {
    /// Slot 0, written when the chain starts.
    uint256 public currentEpochStartTimeInSeconds;
}

/// Whose stake counts from which epoch on: by status, by staker and by staking pool.
abstract contract StakingBalances is StakingClock, StakingRefusals {
    enum Status {
        UNDELEGATED,
        DELEGATED
    }

    /// `currentEpochBalance` counts in `currentEpoch`, `nextEpochBalance` from the one after it; read through `_now`.
    struct Balance {
        uint64 currentEpoch;
        uint96 currentEpochBalance;
        uint96 nextEpochBalance;
    }

    uint256 public currentEpoch = 1;
    /// All GRG of stakers. The real contracts keep it in a vault of its own (`getGrgVault`).
    uint256 internal staked;
    Balance internal delegated;
    mapping(Status status => mapping(address staker => Balance)) internal ofOwner;
    mapping(address staker => mapping(bytes32 poolId => Balance)) internal toPoolOf;
    mapping(bytes32 poolId => Balance) internal toPool;

    function getTotalStake(address staker) external view returns (uint256) {
        return uint256(ofOwner[Status.UNDELEGATED][staker].nextEpochBalance)
            + ofOwner[Status.DELEGATED][staker].nextEpochBalance;
    }

    /// What is not delegated is the rest of all stake.
    function getGlobalStakeByStatus(Status status) external view returns (Balance memory balance) {
        balance = _read(delegated);
        if (status == Status.DELEGATED) return balance;
        balance.currentEpochBalance = _narrow(staked - balance.currentEpochBalance);
        balance.nextEpochBalance = _narrow(staked - balance.nextEpochBalance);
    }

    function getOwnerStakeByStatus(address staker, Status status) external view returns (Balance memory) {
        return _read(ofOwner[status][staker]);
    }

    function getStakeDelegatedToPoolByOwner(address staker, bytes32 poolId) external view returns (Balance memory) {
        return _read(toPoolOf[staker][poolId]);
    }

    function getTotalStakeDelegatedToPool(bytes32 poolId) external view returns (Balance memory) {
        return _read(toPool[poolId]);
    }

    function _read(Balance memory balance) internal view returns (Balance memory) {
        if (balance.currentEpoch < currentEpoch) {
            balance.currentEpoch = uint64(currentEpoch);
            balance.currentEpochBalance = balance.nextEpochBalance;
        }
        return balance;
    }

    /// Brought into this epoch, to be written to.
    function _now(Balance storage stored) internal returns (Balance storage) {
        Balance memory balance = _read(stored);
        stored.currentEpoch = balance.currentEpoch;
        stored.currentEpochBalance = balance.currentEpochBalance;
        return stored;
    }

    function _narrow(uint256 amount) internal pure returns (uint96) {
        require(amount <= type(uint96).max, "VALUE_TOO_LARGE_TO_DOWNCAST_TO_UINT96");
        return uint96(amount);
    }
}
