// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

contract Authority {
    address public immutable governance;
    mapping(bytes4 selector => address) public getApplicationAdapter;

    constructor(address governance_) {
        governance = governance_;
    }

    function addMethod(bytes4 selector, address adapter) external {
        require(msg.sender == governance, "AUTHORITY_SENDER_NOT_WHITELISTER_ERROR");
        require(getApplicationAdapter[selector] == address(0), "SELECTOR_EXISTS_ERROR");
        getApplicationAdapter[selector] = adapter;
    }

    function removeMethod(bytes4 selector, address adapter) external {
        require(msg.sender == governance, "AUTHORITY_SENDER_NOT_WHITELISTER_ERROR");
        require(getApplicationAdapter[selector] == adapter, "AUTHORITY_METHOD_NOT_APPROVED_ERROR");
        delete getApplicationAdapter[selector];
    }
}
