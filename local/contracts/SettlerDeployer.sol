// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// Names the current and the previous Settler of a feature, as the aggregator's deployer registry does.
contract SettlerDeployer {
    error ERC721NonexistentToken(uint256 tokenId);

    uint256 private constant TAKER_SUBMITTED = 2;
    address private immutable CURRENT;
    address private immutable PREVIOUS;

    constructor(address current, address previous) {
        CURRENT = current;
        PREVIOUS = previous;
    }

    function ownerOf(uint256 feature) external view returns (address) {
        if (feature != TAKER_SUBMITTED) revert ERC721NonexistentToken(feature);
        return CURRENT;
    }

    function prev(uint128 feature) external view returns (address) {
        if (feature != TAKER_SUBMITTED) revert ERC721NonexistentToken(feature);
        return PREVIOUS;
    }
}
