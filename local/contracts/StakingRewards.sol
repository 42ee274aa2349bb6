// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IToken} from "./Interfaces.sol";
import {StakingBalances} from "./StakingBalances.sol";

/// The reward side of staking: a pool is credited while an epoch runs, the epoch's end fixes what there is to share, and
/// `finalizePool` shares it. Simpler than the real one: GRG that somebody sends here stands for inflation, and pools share by their
/// credits alone, where the real one weighs them with their stake (Cobb-Douglas). With one pool that is the same.
abstract contract StakingRewards is StakingBalances {
    struct Pool {
        address operator;
        address stakingPal;
        uint32 operatorShare;
        uint32 stakingPalShare;
    }

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
    uint256 private constant PPM = 1_000_000;
    /// Rewards of one unit of stake are added up in fixed point, where the real one adds fractions: a wei may differ.
    uint256 private constant ONE = 1 << 128;
    // Defaults of the real proxy's parameters.
    uint32 public constant rewardDelegatedStakeWeight = 900_000;
    uint256 public constant minimumPoolStake = 100e18;
    uint32 public constant cobbDouglasAlphaNumerator = 2;
    uint32 public constant cobbDouglasAlphaDenominator = 3;

    address public immutable getGrgContract;
    uint256 public grgReservedForPoolRewards;
    mapping(address account => bool) public validPops;
    mapping(address account => bytes32) public poolIdByRbPoolAccount;
    mapping(bytes32 poolId => uint256) public rewardsByPoolId;
    mapping(uint256 epoch => AggregatedStats) public aggregatedStatsByEpoch;
    mapping(bytes32 poolId => mapping(uint256 epoch => PoolStats)) public poolStatsByEpoch;
    mapping(bytes32 poolId => Pool) internal pools;
    /// Of one unit of stake since the pool began, times ONE, as of an epoch in which it was brought up to date.
    mapping(bytes32 poolId => mapping(uint256 epoch => uint256)) private perStake;
    mapping(bytes32 poolId => uint256) private perStakeEpoch;

    constructor(address grg, address pop) {
        getGrgContract = grg;
        validPops[pop] = true;
    }

    /// Only the highest credit of an epoch counts. On Ethereum any account reaches it through ProofOfPerformance.
    function creditPopReward(address poolAccount, uint256 reward) external payable {
        require(validPops[msg.sender], "STAKING_ONLY_CALLABLE_BY_POP_ERROR");
        bytes32 poolId = poolIdByRbPoolAccount[poolAccount];
        require(poolId != 0, "STAKING_NULL_POOL_ID_ERROR");
        uint256 stake = _read(toPool[poolId]).currentEpochBalance;
        require(stake >= minimumPoolStake, "STAKING_STAKE_BELOW_MINIMUM_ERROR");
        PoolStats storage stats = poolStatsByEpoch[poolId][currentEpoch];
        AggregatedStats storage all = aggregatedStatsByEpoch[currentEpoch];
        if (stats.feesCollected == 0) {
            uint256 operatorStake = _read(toPoolOf[pools[poolId].operator][poolId]).currentEpochBalance;
            stats.membersStake = stake - operatorStake;
            stats.weightedStake = operatorStake + stats.membersStake * rewardDelegatedStakeWeight / PPM;
            all.totalWeightedStake += stats.weightedStake;
            all.numPoolsToFinalize++;
        }
        if (reward <= stats.feesCollected) return;
        all.totalFeesCollected += reward - stats.feesCollected;
        stats.feesCollected = reward;
    }

    /// Shares the last epoch's reward of a pool that was credited in it: the operator's part is paid out at once.
    function finalizePool(bytes32 poolId) external {
        AggregatedStats storage all = aggregatedStatsByEpoch[currentEpoch - 1];
        PoolStats memory stats = poolStatsByEpoch[poolId][currentEpoch - 1];
        if (all.numPoolsToFinalize == 0 || stats.feesCollected == 0) return;
        (uint256 ofOperator, uint256 ofMembers) = _unfinalized(poolId);
        delete poolStatsByEpoch[poolId][currentEpoch - 1];
        all.totalRewardsFinalized += ofOperator + ofMembers;
        all.numPoolsToFinalize--;
        Pool memory pool = pools[poolId];
        uint256 ofPal = pool.stakingPal == address(0) ? 0 : ofOperator * pool.stakingPalShare / PPM;
        if (ofPal != 0) IToken(getGrgContract).transfer(pool.stakingPal, ofPal);
        if (ofOperator != ofPal) IToken(getGrgContract).transfer(pool.operator, ofOperator - ofPal);
        if (ofMembers == 0) return;
        rewardsByPoolId[poolId] += ofMembers;
        grgReservedForPoolRewards += ofMembers;
        _addPerStake(poolId, ofMembers * ONE / stats.membersStake);
    }

    function withdrawDelegatorRewards(bytes32 poolId) external {
        _withdraw(poolId, msg.sender);
    }

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

    function computeRewardBalanceOfOperator(bytes32 poolId) external view returns (uint256 reward) {
        (reward,) = _unfinalized(poolId);
    }

    function computeRewardBalanceOfDelegator(bytes32 poolId, address member) external view returns (uint256 reward) {
        reward = _finalized(poolId, member);
        Balance memory balance = toPoolOf[member][poolId];
        (, uint256 ofMembers) = _unfinalized(poolId);
        if (balance.currentEpoch == currentEpoch || ofMembers == 0) return reward;
        uint256 stake = balance.currentEpoch + 1 >= currentEpoch ? balance.currentEpochBalance : balance.nextEpochBalance;
        reward += ofMembers * stake / poolStatsByEpoch[poolId][currentEpoch - 1].membersStake;
    }

    function getStakingPoolStatsThisEpoch(bytes32 poolId) external view returns (PoolStats memory) {
        return poolStatsByEpoch[poolId][currentEpoch];
    }

    function getStakingPool(bytes32 poolId) external view returns (Pool memory) {
        return pools[poolId];
    }

    /// Pays a member what finalized epochs earned, and brings its balance into this epoch, in which it earns nothing more.
    function _withdraw(bytes32 poolId, address member) internal {
        require(poolStatsByEpoch[poolId][currentEpoch - 1].feesCollected == 0, "STAKING_POOL_NOT_FINALIZED_ERROR");
        uint256 reward = _finalized(poolId, member);
        _now(toPoolOf[member][poolId]);
        if (reward != 0) {
            rewardsByPoolId[poolId] -= reward;
            grgReservedForPoolRewards -= reward;
            IToken(getGrgContract).transfer(member, reward);
        }
        _addPerStake(poolId, 0);
    }

    /// Once an epoch: what comes later in it counts from the next one on.
    function _addPerStake(bytes32 poolId, uint256 more) private {
        uint256 last = perStakeEpoch[poolId];
        if (last == currentEpoch) return;
        perStake[poolId][currentEpoch] = perStake[poolId][last] + more;
        perStakeEpoch[poolId] = currentEpoch;
    }

    function _finalized(bytes32 poolId, address member) private view returns (uint256) {
        Balance memory balance = toPoolOf[member][poolId];
        if (balance.currentEpoch == currentEpoch) return 0;
        uint256 next = uint256(balance.currentEpoch) + 1;
        return _between(poolId, balance.currentEpochBalance, balance.currentEpoch, next)
            + _between(poolId, balance.nextEpochBalance, next, currentEpoch);
    }

    function _between(bytes32 poolId, uint256 stake, uint256 first, uint256 last) private view returns (uint256) {
        if (stake == 0 || first == last) return 0;
        return stake * (_perStakeAt(poolId, last) - _perStakeAt(poolId, first)) / ONE;
    }

    /// As of an epoch, of the one before it, or of the newest one before that.
    function _perStakeAt(bytes32 poolId, uint256 epoch) private view returns (uint256) {
        if (perStake[poolId][epoch] != 0) return perStake[poolId][epoch];
        if (epoch != 0 && perStake[poolId][epoch - 1] != 0) return perStake[poolId][epoch - 1];
        uint256 newest = perStakeEpoch[poolId];
        return newest < epoch ? perStake[poolId][newest] : 0;
    }

    /// The last epoch's reward of a pool that was not finalized yet: nothing for one that was, or that earned nothing.
    function _unfinalized(bytes32 poolId) private view returns (uint256 ofOperator, uint256 ofMembers) {
        PoolStats memory stats = poolStatsByEpoch[poolId][currentEpoch - 1];
        if (stats.feesCollected == 0) return (0, 0);
        AggregatedStats memory all = aggregatedStatsByEpoch[currentEpoch - 1];
        uint256 reward = all.rewardsAvailable * stats.feesCollected / all.totalFeesCollected;
        uint256 left = all.rewardsAvailable - all.totalRewardsFinalized;
        if (left < reward) reward = left;
        if (stats.membersStake == 0) return (reward, 0);
        ofOperator = (reward * pools[poolId].operatorShare + PPM - 1) / PPM;
        ofMembers = reward - ofOperator;
    }
}
