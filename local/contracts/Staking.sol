// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IToken} from "./Interfaces.sol";
import {Registry} from "./Registry.sol";

/// GRG staking as a vault notices it: epochs of 14 days, stake delegated to the vault's own staking pool, no rewards.
contract Staking {
    /// `current` counts in this epoch, `next` from the coming one on; read through `_synced`.
    struct Stake {
        uint96 current;
        uint96 next;
        uint64 epoch;
    }

    uint256 private constant EPOCH_SEC = 14 days;

    /// Slot 0, written when the chain starts.
    uint256 public currentEpochStartTimeInSeconds;
    uint256 public currentEpoch;
    mapping(address staker => Stake) private undelegated;
    mapping(address staker => Stake) private delegated;
    mapping(address pool => bool) public hasStakingPool;

    address public immutable registry;
    address public immutable grg;

    constructor(address registry_, address grg_) {
        registry = registry_;
        grg = grg_;
    }

    function createStakingPool(address pool) external returns (bytes32 poolId) {
        poolId = Registry(registry).getPoolIdFromAddress(pool);
        require(poolId != 0, "NON_REGISTERED_RB_POOL_ERROR");
        hasStakingPool[pool] = true;
    }

    /// Stakes and delegates to the caller's own pool; the delegation counts from the next epoch on.
    function stakeAndDelegate(uint96 amount) external {
        (bool ok,) = grg.call(abi.encodeCall(IToken.transferFrom, (msg.sender, address(this), amount)));
        require(ok, "TRANSFER_FAILED");
        Stake memory free = _synced(undelegated[msg.sender]);
        free.current += amount;
        undelegated[msg.sender] = free;
        Stake memory bound = _synced(delegated[msg.sender]);
        bound.next += amount;
        delegated[msg.sender] = bound;
    }

    function undelegate(uint96 amount) external {
        Stake memory bound = _synced(delegated[msg.sender]);
        require(bound.next >= amount, "STAKING_INSUFFICIENT_BALANCE_ERROR");
        bound.next -= amount;
        delegated[msg.sender] = bound;
        Stake memory free = _synced(undelegated[msg.sender]);
        free.next += amount;
        undelegated[msg.sender] = free;
    }

    /// Only what is free both now and in the next epoch can leave.
    function unstake(uint96 amount) external {
        Stake memory free = _synced(undelegated[msg.sender]);
        uint96 withdrawable = free.current < free.next ? free.current : free.next;
        require(amount <= withdrawable, "MOVE_STAKE_AMOUNT_HIGHER_THAN_WITHDRAWABLE_ERROR");
        free.current -= amount;
        free.next -= amount;
        undelegated[msg.sender] = free;
        IToken(grg).transfer(msg.sender, amount);
    }

    function getTotalStake(address staker) external view returns (uint256) {
        return uint256(delegated[staker].next) + undelegated[staker].next;
    }

    function endEpoch() external returns (uint256 poolsToFinalize) {
        require(block.timestamp >= currentEpochStartTimeInSeconds + EPOCH_SEC, "STAKING_TIMESTAMP_TOO_LOW_ERROR");
        currentEpoch++;
        currentEpochStartTimeInSeconds = block.timestamp;
        poolsToFinalize = 0;
    }

    function _synced(Stake memory stake) private view returns (Stake memory) {
        if (stake.epoch != currentEpoch) {
            stake.current = stake.next;
            stake.epoch = uint64(currentEpoch);
        }
        return stake;
    }
}
