// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IToken} from "./Interfaces.sol";

/// Where orders wait with their collateral and their keeper's fee.
contract GmxOrderVault {
    address private immutable EXCHANGE;
    mapping(address token => uint256) private recorded;

    constructor(address exchange) {
        EXCHANGE = exchange;
    }

    modifier onlyExchange() {
        require(msg.sender == EXCHANGE, "NOT_EXCHANGE");
        _;
    }

    /// What came in of a token since the last look.
    function recordTransferIn(address token) external onlyExchange returns (uint256 amount) {
        uint256 balance = IToken(token).balanceOf(address(this));
        amount = balance - recorded[token];
        recorded[token] = balance;
    }

    function transferOut(address token, address to, uint256 amount) external onlyExchange {
        require(IToken(token).transfer(to, amount), "TRANSFER_FAILED");
        recorded[token] = IToken(token).balanceOf(address(this));
    }
}
