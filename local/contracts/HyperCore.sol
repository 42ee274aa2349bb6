// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IToken} from "./Interfaces.sol";

/// Takes actions for the venue's core, which reads them from the log: nothing of them happens in this transaction.
contract CoreWriter {
    event RawAction(address indexed user, bytes data);

    function sendRawAction(bytes calldata data) external {
        emit RawAction(msg.sender, data);
    }
}

/// USDC on its way into the venue; the keeper pays out what comes back.
contract CoreDepositWallet {
    event DepositedFor(address indexed recipient, uint256 amount, uint32 destinationDex);

    address private immutable USDC;
    address private immutable KEEPER;

    constructor(address usdc, address keeper) {
        USDC = usdc;
        KEEPER = keeper;
    }

    function depositFor(address recipient, uint256 amount, uint32 destinationDex) external {
        require(IToken(USDC).transferFrom(msg.sender, address(this), amount), "TRANSFER");
        emit DepositedFor(recipient, amount, destinationDex);
    }

    function release(address to, uint256 amount) external {
        require(msg.sender == KEEPER, "NOT_KEEPER");
        require(IToken(USDC).transfer(to, amount), "TRANSFER");
    }
}

/// A read precompile: arguments without a selector, answers that the keeper wrote. What it never heard of is zeros, or an error.
contract HyperPrecompile {
    mapping(bytes32 input => bytes output) private answers;
    address private immutable KEEPER;
    uint256 private immutable DEFAULT_WORDS;

    constructor(address keeper, uint256 defaultWords) {
        KEEPER = keeper;
        DEFAULT_WORDS = defaultWords;
    }

    fallback(bytes calldata input) external returns (bytes memory output) {
        if (msg.sender == KEEPER) {
            bytes memory asked;
            (asked, output) = abi.decode(input, (bytes, bytes));
            answers[keccak256(asked)] = output;
            return "";
        }
        output = answers[keccak256(input)];
        if (output.length != 0) return output;
        require(DEFAULT_WORDS != 0, "UNKNOWN_INPUT");
        return new bytes(DEFAULT_WORDS * 32);
    }
}
