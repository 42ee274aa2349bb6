import { type Address, type Hex, parseAbi } from "viem";
import { lowerHex } from "../lib/normalize-address.ts";
import { mapCall, type RpcCall, readsOf } from "./rpc-call.ts";

/** GRG in base units, in the running epoch and from the next one on. */
export type StakeBalance = { nowBase: bigint; nextBase: bigint };
/** Receivers of the pool's own reward and their shares, in parts per million. */
export type StakingPool = {
  operator: Address;
  stakingPal: Address;
  operatorShare: number;
  stakingPalShare: number;
};

const STATUS = { undelegated: 0, delegated: 1 } as const;

/** Reads of the staking proxy, `proxy`. Source: docs/facts/staking.md. */
export const stakingReads = {
  grg: (proxy: Address): RpcCall<Address> =>
    mapCall(readStaking(proxy, "getGrgContract", []), lowerHex),
  /** 32 zero bytes before the vault's first stake. */
  poolId: (proxy: Address, vault: Address): RpcCall<Hex> =>
    readStaking(proxy, "poolIdByRbPoolAccount", [vault]),
  currentEpoch: (proxy: Address): RpcCall<bigint> => readStaking(proxy, "currentEpoch", []),
  /** Unix second from which any account may end the epoch. It does not end by itself. */
  epochEndsAtSec: (proxy: Address): RpcCall<bigint> =>
    readStaking(proxy, "getCurrentEpochEarliestEndTimeInSeconds", []),
  stake: (proxy: Address, staker: Address, status: keyof typeof STATUS): RpcCall<StakeBalance> =>
    mapCall(
      readStaking(proxy, "getOwnerStakeByStatus", [staker, STATUS[status]]),
      ({ currentEpochBalance, nextEpochBalance }) => ({
        nowBase: currentEpochBalance,
        nextBase: nextEpochBalance,
      }),
    ),
  /** Includes what finalization will add. */
  memberReward: (proxy: Address, poolId: Hex, member: Address): RpcCall<bigint> =>
    readStaking(proxy, "computeRewardBalanceOfDelegator", [poolId, member]),
  /** Sum for operator and pal; 0 once the pool is finalized. */
  operatorReward: (proxy: Address, poolId: Hex): RpcCall<bigint> =>
    readStaking(proxy, "computeRewardBalanceOfOperator", [poolId]),
  pool: (proxy: Address, poolId: Hex): RpcCall<StakingPool> =>
    mapCall(
      readStaking(proxy, "getStakingPool", [poolId]),
      ({ operator, stakingPal, ...shares }) => ({
        ...shares,
        operator: lowerHex(operator),
        stakingPal: lowerHex(stakingPal),
      }),
    ),
  /** 0 once the pool is finalized for the epoch. */
  creditedFees: (proxy: Address, poolId: Hex, epoch: bigint): RpcCall<bigint> =>
    mapCall(
      readStaking(proxy, "poolStatsByEpoch", [poolId, epoch]),
      ([feesCollected]) => feesCollected,
    ),
  /** Until it is 0, no later epoch can be ended. */
  poolsToFinalize: (proxy: Address, epoch: bigint): RpcCall<bigint> =>
    mapCall(
      readStaking(proxy, "aggregatedStatsByEpoch", [epoch]),
      ([, numPoolsToFinalize]) => numPoolsToFinalize,
    ),
};

/** Reads, and calls that any account may make. Source: docs/facts/staking.md. */
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
const readStaking = readsOf(stakingAbi);
