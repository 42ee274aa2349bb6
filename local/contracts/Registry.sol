// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

contract Registry {
    event Registered(address indexed group, address pool, bytes32 indexed name, bytes32 indexed symbol, bytes32 id);

    address public immutable factory;
    mapping(address pool => bytes32) public getPoolIdFromAddress;

    constructor(address factory_) {
        factory = factory_;
    }

    function register(address pool, string calldata name, string calldata symbol, bytes32 poolId) external {
        require(msg.sender == factory, "REGISTRY_FACTORY_NOT_WHITELISTED_ERROR");
        uint256 nameLength = bytes(name).length;
        uint256 symbolLength = bytes(symbol).length;
        require(nameLength >= 4 && nameLength <= 31, "REGISTRY_NAME_LENGTH_ERROR");
        require(symbolLength >= 3 && symbolLength <= 5, "REGISTRY_SYMBOL_LENGTH_ERROR");
        _requireReadable(bytes(name));
        _requireReadable(bytes(symbol));
        for (uint256 i; i < symbolLength; i++) {
            require(bytes(symbol)[i] < "a" || bytes(symbol)[i] > "z", "LIBSANITIZE_UPPERCASE_CHARACTER_ERROR");
        }
        require(getPoolIdFromAddress[pool] == 0, "REGISTRY_ADDRESS_ALREADY_TAKEN_ERROR");
        getPoolIdFromAddress[pool] = poolId;
        emit Registered(msg.sender, pool, bytes32(bytes(name)), bytes32(bytes(symbol)), poolId);
    }

    /// Letters, digits and inner spaces.
    function _requireReadable(bytes memory text) private pure {
        require(text[0] != " ", "LIBSANITIZE_SPACE_AT_BEGINNING_ERROR");
        require(text[text.length - 1] != " ", "LIBSANITIZE_SPACE_AT_END_ERROR");
        for (uint256 i; i < text.length; i++) {
            bytes1 c = text[i];
            bool isLetter = (c >= "A" && c <= "Z") || (c >= "a" && c <= "z");
            bool isDigit = c >= "0" && c <= "9";
            require(isLetter || isDigit || c == " ", "LIBSANITIZE_SPECIAL_CHARACTER_ERROR");
        }
    }
}
