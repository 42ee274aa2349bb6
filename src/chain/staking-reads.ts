import { type Address, type Hex, parseAbi } from "viem";
import { lowerHex } from "../lib/normalize-address.ts";
import { mapCall, type RpcCall, readContract } from "./rpc-call.ts";

/** In the running epoch, and from the next one on. GRG in base units. */
export type StakeBalance = { nowBase: bigint; nextBase: bigint };
/** Who is paid at finalization, and how much, in parts per million. */
export type StakingPool = { operator: Address; stakingPal: Address; operatorShare: number; stakingPalShare: number };

const STATUS = { undelegated: 0, delegated: 1 } as const;

/** Of the staking proxy, `proxy`. Source: docs/facts/staking.md. */
export const stakingReads = {
  grg: (proxy: Address): RpcCall<Address> =>
    mapCall(readContract({ address: proxy, abi: stakingAbi, functionName: "getGrgContract", args: [] }), lowerHex),
  /** 32 zero bytes before the vault's first stake. */
  poolId: (proxy: Address, vault: Address): RpcCall<Hex> =>
    readContract({ address: proxy, abi: stakingAbi, functionName: "poolIdByRbPoolAccount", args: [vault] }),
  currentEpoch: (proxy: Address): RpcCall<bigint> =>
    readContract({ address: proxy, abi: stakingAbi, functionName: "currentEpoch", args: [] }),
  /** Unix seconds from which any account may end the running epoch, which does not end by itself. */
  epochEndsAtSec: (proxy: Address): RpcCall<bigint> =>
    readContract({
      address: proxy,
      abi: stakingAbi,
      functionName: "getCurrentEpochEarliestEndTimeInSeconds",
      args: [],
    }),
  stake: (proxy: Address, staker: Address, status: keyof typeof STATUS): RpcCall<StakeBalance> =>
    mapCall(
      readContract({
        address: proxy,
        abi: stakingAbi,
        functionName: "getOwnerStakeByStatus",
        args: [staker, STATUS[status]],
      }),
      ({ currentEpochBalance, nextEpochBalance }) => ({ nowBase: currentEpochBalance, nextBase: nextEpochBalance }),
    ),
  /** With those that finalization will add. */
  memberReward: (proxy: Address, poolId: Hex, member: Address): RpcCall<bigint> =>
    readContract({
      address: proxy,
      abi: stakingAbi,
      functionName: "computeRewardBalanceOfDelegator",
      args: [poolId, member],
    }),
  /** Of the pool's operator and its pal together; 0 once it was finalized. */
  operatorReward: (proxy: Address, poolId: Hex): RpcCall<bigint> =>
    readContract({ address: proxy, abi: stakingAbi, functionName: "computeRewardBalanceOfOperator", args: [poolId] }),
  pool: (proxy: Address, poolId: Hex): RpcCall<StakingPool> =>
    mapCall(
      readContract({ address: proxy, abi: stakingAbi, functionName: "getStakingPool", args: [poolId] }),
      ({ operator, stakingPal, ...shares }) => ({
        ...shares,
        operator: lowerHex(operator),
        stakingPal: lowerHex(stakingPal),
      }),
    ),
  /** 0 once the pool was finalized for the epoch. */
  creditedFees: (proxy: Address, poolId: Hex, epoch: bigint): RpcCall<bigint> =>
    mapCall(
      readContract({ address: proxy, abi: stakingAbi, functionName: "poolStatsByEpoch", args: [poolId, epoch] }),
      ([feesCollected]) => feesCollected,
    ),
  /** Until it is 0, no later epoch can be ended. */
  poolsToFinalize: (proxy: Address, epoch: bigint): RpcCall<bigint> =>
    mapCall(
      readContract({ address: proxy, abi: stakingAbi, functionName: "aggregatedStatsByEpoch", args: [epoch] }),
      ([, numPoolsToFinalize]) => numPoolsToFinalize,
    ),
};

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
