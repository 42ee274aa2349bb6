// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IToken} from "./Interfaces.sol";
import {Registry} from "./Registry.sol";
import {StakingRewards} from "./StakingRewards.sol";

contract StakingClock {
    /// Slot 0, written when the chain starts.
    uint256 public currentEpochStartTimeInSeconds;
}

/// GRG staking behind its proxy's address: epochs of 14 days, stake that is delegated to a vault's own staking pool, and
/// counts there from the next epoch on. It holds the GRG itself, where the real one has a vault of its own for it.
contract Staking is StakingClock, StakingRewards {
    enum Status {
        UNDELEGATED,
        DELEGATED
    }

    struct StakeInfo {
        Status status;
        bytes32 poolId;
    }

    /// `currentEpochBalance` counts in `currentEpoch`, `nextEpochBalance` from the one after it; read through `_now`.
    struct Balance {
        uint64 currentEpoch;
        uint96 currentEpochBalance;
        uint96 nextEpochBalance;
    }

    struct Pool {
        address operator;
        address stakingPal;
        uint32 operatorShare;
        uint32 stakingPalShare;
    }

    event Stake(address indexed staker, uint256 amount);
    event Unstake(address indexed staker, uint256 amount);

    uint256 public currentEpoch = 1;
    mapping(address account => bytes32) public poolIdByRbPoolAccount;
    mapping(bytes32 poolId => Pool) private pools;
    mapping(Status status => Balance) private total;
    mapping(Status status => mapping(address staker => Balance)) private ofOwner;
    mapping(address staker => mapping(bytes32 poolId => Balance)) private toPoolOf;
    mapping(bytes32 poolId => Balance) private toPool;
    /// When a delegator's rewards were last brought up to date: all there is to write where nothing is earned.
    mapping(bytes32 poolId => mapping(address staker => uint256)) private syncedIn;

    address public immutable getPoolRegistry;
    address public immutable getGrgContract;

    constructor(address registry, address grg) {
        getPoolRegistry = registry;
        getGrgContract = grg;
    }

    function createStakingPool(address account) external returns (bytes32 poolId) {
        poolId = Registry(getPoolRegistry).getPoolIdFromAddress(account);
        require(poolId != 0, "NON_REGISTERED_RB_POOL_ERROR");
        require(poolIdByRbPoolAccount[account] == 0, "STAKING_POOL_ALREADY_EXISTS_ERROR");
        poolIdByRbPoolAccount[account] = poolId;
        pools[poolId] = Pool(account, address(0), 700_000, 100_000);
    }

    function stake(uint256 amount) external {
        (bool ok,) = getGrgContract.call(abi.encodeCall(IToken.transferFrom, (msg.sender, address(this), amount)));
        require(ok, "TRANSFER_FAILED");
        Balance storage free = _now(ofOwner[Status.UNDELEGATED][msg.sender]);
        free.currentEpochBalance += _narrow(amount);
        free.nextEpochBalance += _narrow(amount);
        emit Stake(msg.sender, amount);
    }

    /// Only what is undelegated both now and in the next epoch can leave.
    function unstake(uint256 amount) external {
        Balance memory held = _read(ofOwner[Status.UNDELEGATED][msg.sender]);
        uint96 withdrawable =
            held.currentEpochBalance < held.nextEpochBalance ? held.currentEpochBalance : held.nextEpochBalance;
        require(amount <= withdrawable, "MOVE_STAKE_AMOUNT_HIGHER_THAN_WITHDRAWABLE_ERROR");
        Balance storage free = _now(ofOwner[Status.UNDELEGATED][msg.sender]);
        free.currentEpochBalance -= _narrow(amount);
        free.nextEpochBalance -= _narrow(amount);
        IToken(getGrgContract).transfer(msg.sender, amount);
        emit Unstake(msg.sender, amount);
    }

    function moveStake(StakeInfo calldata from, StakeInfo calldata to, uint256 amount) external {
        require(amount != 0, "MOVE_STAKE_AMOUNT_NULL_ERROR");
        require(
            from.status != Status.UNDELEGATED || to.status != Status.UNDELEGATED,
            "MOVE_STAKE_UNDELEGATED_STATUS_UNCHANGED_ERROR"
        );
        _requirePool(from);
        _requirePool(to);
        require(from.status != to.status, "STAKING_POINTERS_EQUAL_ERROR");
        Balance storage source = _now(ofOwner[from.status][msg.sender]);
        require(amount <= source.nextEpochBalance, "STAKING_INSUFFICIENT_BALANCE_ERROR");
        source.nextEpochBalance -= _narrow(amount);
        _now(ofOwner[to.status][msg.sender]).nextEpochBalance += _narrow(amount);
        if (to.status == Status.DELEGATED) {
            _now(toPoolOf[msg.sender][to.poolId]).nextEpochBalance += _narrow(amount);
            _now(toPool[to.poolId]).nextEpochBalance += _narrow(amount);
            _now(total[Status.DELEGATED]).nextEpochBalance += _narrow(amount);
        } else {
            _now(toPoolOf[msg.sender][from.poolId]).nextEpochBalance -= _narrow(amount);
            _now(toPool[from.poolId]).nextEpochBalance -= _narrow(amount);
            _now(total[Status.DELEGATED]).nextEpochBalance -= _narrow(amount);
        }
    }

    function withdrawDelegatorRewards(bytes32 poolId) external {
        syncedIn[poolId][msg.sender] = currentEpoch;
    }

    function endEpoch() external returns (uint256 poolsToFinalize) {
        require(
            block.timestamp >= getCurrentEpochEarliestEndTimeInSeconds(), "STAKING_TIMESTAMP_TOO_LOW_ERROR"
        );
        currentEpoch++;
        currentEpochStartTimeInSeconds = block.timestamp;
        poolsToFinalize = 0;
    }

    /// The proxy's: several calls of its own, each as its sender's.
    function batchExecute(bytes[] calldata calls) external returns (bytes[] memory results) {
        results = new bytes[](calls.length);
        for (uint256 i; i < calls.length; i++) {
            (bool ok, bytes memory result) = address(this).delegatecall(calls[i]);
            if (!ok) {
                assembly ("memory-safe") {
                    revert(add(result, 32), mload(result))
                }
            }
            results[i] = result;
        }
    }

    function getCurrentEpochEarliestEndTimeInSeconds() public view returns (uint256) {
        return currentEpochStartTimeInSeconds + EPOCH_SEC;
    }

    function stakingContract() external view returns (address) {
        return address(this);
    }

    function getGrgVault() external view returns (address) {
        return address(this);
    }

    function getTotalStake(address staker) external view returns (uint256) {
        return uint256(ofOwner[Status.UNDELEGATED][staker].nextEpochBalance)
            + ofOwner[Status.DELEGATED][staker].nextEpochBalance;
    }

    function getGlobalStakeByStatus(Status status) external view returns (Balance memory) {
        return _read(total[status]);
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

    function getStakingPool(bytes32 poolId) external view returns (Pool memory) {
        return pools[poolId];
    }

    function _requirePool(StakeInfo calldata info) private view {
        if (info.status == Status.UNDELEGATED) return;
        require(pools[info.poolId].operator != address(0), "STAKING_POOL_DOES_NOT_EXIST_ERROR");
    }

    function _read(Balance memory balance) private view returns (Balance memory) {
        if (balance.currentEpoch < currentEpoch) {
            balance.currentEpoch = uint64(currentEpoch);
            balance.currentEpochBalance = balance.nextEpochBalance;
        }
        return balance;
    }

    /// Brought into this epoch, to be written to.
    function _now(Balance storage stored) private returns (Balance storage) {
        Balance memory balance = _read(stored);
        stored.currentEpoch = balance.currentEpoch;
        stored.currentEpochBalance = balance.currentEpochBalance;
        return stored;
    }

    function _narrow(uint256 amount) private pure returns (uint96) {
        require(amount <= type(uint96).max, "STAKING_AMOUNT_OVERFLOW");
        return uint96(amount);
    }
}
