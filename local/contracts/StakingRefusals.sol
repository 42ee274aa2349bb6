// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// What the staking proxy's governance and staking pools' operators may do, which do not exist on this chain:
/// every caller is refused as strangers are on the real one.
abstract contract StakingRefusals {
    string private constant NOT_OWNER = "CALLER_NOT_OWNER_ERROR";
    string private constant NOT_AUTHORIZED = "AUTHORIZABLE_SENDER_NOT_AUTHORIZED_ERROR";
    string private constant NOT_OPERATOR = "CALLER_NOT_OPERATOR_ERROR";

    address[] public authorities;
    mapping(address account => bool) public authorized;
    address public immutable owner = address(this);

    function getAuthorizedAddresses() external view returns (address[] memory) {
        return authorities;
    }

    function addAuthorizedAddress(address) external pure {
        revert(NOT_OWNER);
    }

    function removeAuthorizedAddress(address) external pure {
        revert(NOT_OWNER);
    }

    function removeAuthorizedAddressAtIndex(address, uint256) external pure {
        revert(NOT_OWNER);
    }

    function transferOwnership(address) external pure {
        revert(NOT_OWNER);
    }

    function addPopAddress(address) external pure {
        revert(NOT_AUTHORIZED);
    }

    function removePopAddress(address) external pure {
        revert(NOT_AUTHORIZED);
    }

    function init() external pure {
        revert(NOT_AUTHORIZED);
    }

    function setParams(uint256, uint32, uint256, uint32, uint32) external pure {
        revert(NOT_AUTHORIZED);
    }

    function attachStakingContract(address) external pure {
        revert(NOT_AUTHORIZED);
    }

    function detachStakingContract() external pure {
        revert(NOT_AUTHORIZED);
    }

    function assertValidStorageParams() external pure {}

    function decreaseStakingPoolOperatorShare(bytes32, uint32) external pure {
        revert(NOT_OPERATOR);
    }

    function setStakingPalAddress(bytes32, address) external pure {
        revert(NOT_OPERATOR);
    }
}
