// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IToken} from "./Interfaces.sol";
import {Registry} from "./Registry.sol";
import {StakingRewards} from "./StakingRewards.sol";

interface IOwned {
    function owner() external view returns (address);
}

/// GRG staking behind its proxy's address: epochs of 14 days, stake that is delegated to a vault's own staking pool, and
/// counts there from the next epoch on. It holds the GRG itself, where the real one has a vault of its own for it.
contract Staking is StakingRewards {
    struct StakeInfo {
        Status status;
        bytes32 poolId;
    }

    event Stake(address indexed staker, uint256 amount);
    event Unstake(address indexed staker, uint256 amount);
    event MoveStake(
        address indexed staker,
        uint256 amount,
        uint8 fromStatus,
        bytes32 indexed fromPool,
        uint8 toStatus,
        bytes32 indexed toPool
    );
    event EpochEnded(
        uint256 indexed epoch,
        uint256 numPoolsToFinalize,
        uint256 rewardsAvailable,
        uint256 totalFeesCollected,
        uint256 totalWeightedStake
    );

    address public immutable getPoolRegistry;

    constructor(address registry, address grg, address pop) StakingRewards(grg, pop) {
        getPoolRegistry = registry;
    }

    /// The vault's owner of now becomes the operator, and is paid most of what the pool earns; the vault has a tenth of that as its pal.
    function createStakingPool(address account) external returns (bytes32 poolId) {
        poolId = Registry(getPoolRegistry).getPoolIdFromAddress(account);
        require(poolId != 0, "NON_REGISTERED_RB_POOL_ERROR");
        address operator = IOwned(account).owner();
        require(poolIdByRbPoolAccount[account] == 0, "STAKING_POOL_ALREADY_EXISTS_ERROR");
        poolIdByRbPoolAccount[account] = poolId;
        pools[poolId] = Pool(operator, msg.sender == operator ? address(0) : msg.sender, 700_000, 100_000);
    }

    function stake(uint256 amount) external {
        (bool ok,) = getGrgContract.call(abi.encodeCall(IToken.transferFrom, (msg.sender, address(this), amount)));
        require(ok, "TRANSFER_FAILED");
        staked += amount;
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
        staked -= amount;
        IToken(getGrgContract).transfer(msg.sender, amount);
        emit Unstake(msg.sender, amount);
    }

    function moveStake(StakeInfo calldata from, StakeInfo calldata to, uint256 amount) external {
        require(amount != 0, "MOVE_STAKE_AMOUNT_NULL_ERROR");
        require(
            from.status != Status.UNDELEGATED || to.status != Status.UNDELEGATED,
            "MOVE_STAKE_UNDELEGATED_STATUS_UNCHANGED_ERROR"
        );
        if (from.status == Status.DELEGATED) {
            _beforeMove(from.poolId);
            _now(toPoolOf[msg.sender][from.poolId]).nextEpochBalance -= _narrow(amount);
            _now(toPool[from.poolId]).nextEpochBalance -= _narrow(amount);
            _now(delegated).nextEpochBalance -= _narrow(amount);
        }
        if (to.status == Status.DELEGATED) {
            _beforeMove(to.poolId);
            _now(toPoolOf[msg.sender][to.poolId]).nextEpochBalance += _narrow(amount);
            _now(toPool[to.poolId]).nextEpochBalance += _narrow(amount);
            _now(delegated).nextEpochBalance += _narrow(amount);
        }
        require(from.status != to.status, "STAKING_POINTERS_EQUAL_ERROR");
        Balance storage source = _now(ofOwner[from.status][msg.sender]);
        require(amount <= source.nextEpochBalance, "STAKING_INSUFFICIENT_BALANCE_ERROR");
        source.nextEpochBalance -= _narrow(amount);
        _now(ofOwner[to.status][msg.sender]).nextEpochBalance += _narrow(amount);
        emit MoveStake(msg.sender, amount, uint8(from.status), from.poolId, uint8(to.status), to.poolId);
    }

    /// Any account's. What was sent here and is neither stake nor reserved is what the pools of the ended epoch share.
    function endEpoch() external returns (uint256 poolsToFinalize) {
        require(
            aggregatedStatsByEpoch[currentEpoch - 1].numPoolsToFinalize == 0,
            "STAKING_MISSING_POOLS_TO_BE_FINALIZED_ERROR"
        );
        AggregatedStats storage ended = aggregatedStatsByEpoch[currentEpoch];
        ended.rewardsAvailable =
            IToken(getGrgContract).balanceOf(address(this)) - staked - grgReservedForPoolRewards;
        poolsToFinalize = ended.numPoolsToFinalize;
        emit EpochEnded(
            currentEpoch, poolsToFinalize, ended.rewardsAvailable, ended.totalFeesCollected, ended.totalWeightedStake
        );
        require(block.timestamp >= getCurrentEpochEarliestEndTimeInSeconds(), "STAKING_TIMESTAMP_TOO_LOW_ERROR");
        currentEpoch++;
        currentEpochStartTimeInSeconds = block.timestamp;
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

    function _beforeMove(bytes32 poolId) private {
        require(pools[poolId].operator != address(0), "STAKING_POOL_DOES_NOT_EXIST_ERROR");
        _withdraw(poolId, msg.sender);
    }
}
