// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IToken} from "./Interfaces.sol";

interface IDonations {
    struct DestinationMessage {
        uint8 opType;
        bool shouldUnwrapNative;
    }

    function donate(address token, uint256 amount, DestinationMessage calldata message) external;
}

/// The depositor of a vault's transfers, one per kind: a refund comes here, and any caller hands it on to the vault.
contract Escrow {
    error InvalidAmount();
    error InvalidPool();
    error UnsupportedToken();
    error TransferFailed();

    event TokensDonated(address indexed token, uint256 amount);

    address public immutable pool;
    uint8 public immutable opType;

    constructor(address pool_, uint8 opType_) {
        if (pool_.code.length == 0) revert InvalidPool();
        pool = pool_;
        opType = opType_;
    }

    function refundVault(address token) external {
        if (token == address(0)) revert UnsupportedToken();
        uint256 balance = IToken(token).balanceOf(address(this));
        if (balance == 0) revert InvalidAmount();
        IDonations.DestinationMessage memory message = IDonations.DestinationMessage(opType, false);
        IDonations(pool).donate(token, 1, message);
        if (!IToken(token).transfer(pool, balance)) revert TransferFailed();
        IDonations(pool).donate(token, balance, message);
        emit TokensDonated(token, balance);
    }
}
