// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Gmx} from "./GmxTypes.sol";

/// GMX's way to Chainlink's feeds on chain. A token without a feed reverts, as the real one does; its time is the block's, whatever the feed's.
contract GmxPrices {
    error EmptyChainlinkPriceFeed(address token);

    address private immutable KEEPER;
    mapping(address token => Gmx.Price) public priceOf;

    constructor(address keeper) {
        KEEPER = keeper;
    }

    function set(address token, uint256 min, uint256 max) external {
        require(msg.sender == KEEPER, "NOT_KEEPER");
        priceOf[token] = Gmx.Price(min, max);
    }

    function getOraclePrice(address token, bytes calldata) external view returns (Gmx.ValidatedPrice memory) {
        Gmx.Price memory price = priceOf[token];
        if (price.min == 0) revert EmptyChainlinkPriceFeed(token);
        return Gmx.ValidatedPrice(token, price.min, price.max, block.timestamp, address(this));
    }
}
