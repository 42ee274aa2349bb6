import { parseAbi } from "viem";

/** What is read, and what any account may do (docs/facts/staking.md). */
export const stakingAbi = parseAbi([
  "struct StoredBalance { uint64 currentEpoch; uint96 currentEpochBalance; uint96 nextEpochBalance; }",
  "struct StakingPool { address operator; address stakingPal; uint32 operatorShare; uint32 stakingPalShare; }",
  "function getGrgContract() view returns (address)",
  "function poolIdByRbPoolAccount(address account) view returns (bytes32)",
  "function currentEpoch() view returns (uint256)",
  "function getCurrentEpochEarliestEndTimeInSeconds() view returns (uint256)",
  "function getOwnerStakeByStatus(address staker, uint8 status) view returns (StoredBalance)",
  "function computeRewardBalanceOfDelegator(bytes32 poolId, address member) view returns (uint256)",
  "function computeRewardBalanceOfOperator(bytes32 poolId) view returns (uint256)",
  "function getStakingPool(bytes32 poolId) view returns (StakingPool)",
  "function poolStatsByEpoch(bytes32 poolId, uint256 epoch) view returns (uint256 feesCollected, uint256 weightedStake, uint256 membersStake)",
  "function endEpoch() returns (uint256 numPoolsToFinalize)",
  "function finalizePool(bytes32 poolId)",
  "function aggregatedStatsByEpoch(uint256 epoch) view returns (uint256 rewardsAvailable, uint256 numPoolsToFinalize, uint256 totalFeesCollected, uint256 totalWeightedStake, uint256 totalRewardsFinalized)",
]);
