// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {StakingRefusals} from "./StakingRefusals.sol";

/// The reward side of staking. Nothing is ever earned on this chain: proofs of performance come from governance's own
/// contracts, which are not here. So every figure is zero, and there is never a pool to finalize.
abstract contract StakingRewards is StakingRefusals {
    struct PoolStats {
        uint256 feesCollected;
        uint256 weightedStake;
        uint256 membersStake;
    }

    struct AggregatedStats {
        uint256 rewardsAvailable;
        uint256 numPoolsToFinalize;
        uint256 totalFeesCollected;
        uint256 totalWeightedStake;
        uint256 totalRewardsFinalized;
    }

    uint256 internal constant EPOCH_SEC = 14 days;
    // Defaults of the real proxy's parameters: they can be read, and change nothing here.
    uint32 public constant rewardDelegatedStakeWeight = 900_000;
    uint256 public constant minimumPoolStake = 100e18;
    uint32 public constant cobbDouglasAlphaNumerator = 2;
    uint32 public constant cobbDouglasAlphaDenominator = 3;
    uint256 public constant grgReservedForPoolRewards = 0;

    mapping(bytes32 poolId => uint256) public rewardsByPoolId;
    mapping(uint256 epoch => AggregatedStats) public aggregatedStatsByEpoch;
    mapping(bytes32 poolId => mapping(uint256 epoch => PoolStats)) public poolStatsByEpoch;

    function getParams() external pure returns (uint256, uint32, uint256, uint32, uint32) {
        return (
            EPOCH_SEC,
            rewardDelegatedStakeWeight,
            minimumPoolStake,
            cobbDouglasAlphaNumerator,
            cobbDouglasAlphaDenominator
        );
    }

    function epochDurationInSeconds() external pure returns (uint256) {
        return EPOCH_SEC;
    }

    function finalizePool(bytes32) external pure {}

    function computeRewardBalanceOfDelegator(bytes32, address) external pure returns (uint256) {
        return 0;
    }

    function computeRewardBalanceOfOperator(bytes32) external pure returns (uint256) {
        return 0;
    }

    function getStakingPoolStatsThisEpoch(bytes32) external pure returns (PoolStats memory stats) {}
}
