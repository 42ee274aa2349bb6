// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IToken} from "./Interfaces.sol";
import {Staking} from "./Staking.sol";

/// The vault's staking methods. Called without delegation it is no registered pool, and says so.
contract StakingAdapter {
    Staking private immutable STAKING;
    address private immutable GRG;

    constructor(address staking, address grg) {
        STAKING = Staking(staking);
        GRG = grg;
    }

    function stake(uint256 amount) external {
        if (!STAKING.hasStakingPool(address(this))) STAKING.createStakingPool(address(this));
        IToken(GRG).approve(address(STAKING), amount);
        STAKING.stakeAndDelegate(_narrow(amount));
    }

    function undelegateStake(uint256 amount) external {
        STAKING.undelegate(_narrow(amount));
    }

    function unstake(uint256 amount) external {
        STAKING.unstake(_narrow(amount));
    }

    /// Nothing is ever earned on this chain.
    function withdrawDelegatorRewards() external {}

    function _narrow(uint256 amount) private pure returns (uint96) {
        require(amount <= type(uint96).max, "STAKING_AMOUNT_OVERFLOW");
        return uint96(amount);
    }
}
