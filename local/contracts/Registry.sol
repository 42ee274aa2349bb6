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
        for (uint256 i; i < symbolLength; i++) {
            bytes1 c = bytes(symbol)[i];
            require((c >= "A" && c <= "Z") || (c >= "0" && c <= "9"), "LIBSANITIZE_LOWERCASE_CHARACTER_ERROR");
        }
        require(getPoolIdFromAddress[pool] == 0, "REGISTRY_ADDRESS_ALREADY_TAKEN_ERROR");
        getPoolIdFromAddress[pool] = poolId;
        emit Registered(msg.sender, pool, bytes32(bytes(name)), bytes32(bytes(symbol)), poolId);
    }
}
