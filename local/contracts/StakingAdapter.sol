// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IToken} from "./Interfaces.sol";
import {Staking} from "./Staking.sol";
import {StakingBalances} from "./StakingBalances.sol";

/// The vault's staking methods. Called without delegation it is no registered pool, and says so.
contract StakingAdapter {
    Staking private immutable STAKING;
    address private immutable GRG;

    constructor(address staking, address grg) {
        STAKING = Staking(staking);
        GRG = grg;
    }

    /// Stakes, and delegates to the vault's own staking pool, which the first stake creates.
    function stake(uint256 amount) external {
        require(amount != 0, "STAKE_AMOUNT_NULL_ERROR");
        bytes32 poolId = STAKING.poolIdByRbPoolAccount(address(this));
        if (poolId == 0) poolId = STAKING.createStakingPool(address(this));
        IToken(GRG).approve(address(STAKING), amount);
        STAKING.stake(amount);
        STAKING.moveStake(_free(poolId), _delegated(poolId), amount);
    }

    function undelegateStake(uint256 amount) external {
        bytes32 poolId = STAKING.poolIdByRbPoolAccount(address(this));
        STAKING.moveStake(_delegated(poolId), _free(poolId), amount);
    }

    function unstake(uint256 amount) external {
        STAKING.unstake(amount);
    }

    function withdrawDelegatorRewards() external {
        bytes32 poolId = STAKING.poolIdByRbPoolAccount(address(this));
        STAKING.finalizePool(poolId);
        STAKING.withdrawDelegatorRewards(poolId);
    }

    function _free(bytes32 poolId) private pure returns (Staking.StakeInfo memory) {
        return Staking.StakeInfo(StakingBalances.Status.UNDELEGATED, poolId);
    }

    function _delegated(bytes32 poolId) private pure returns (Staking.StakeInfo memory) {
        return Staking.StakeInfo(StakingBalances.Status.DELEGATED, poolId);
    }
}
