// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Gmx} from "./GmxTypes.sol";

/// GMX's DataStore, with positions, orders and markets kept as they are instead of field by field. Written by the exchange and the keeper.
contract GmxStore {
    error Unauthorized(address msgSender, string role);

    bytes32 private constant SIZE_IN_USD = keccak256(abi.encode("SIZE_IN_USD"));

    address private immutable EXCHANGE;
    address private immutable KEEPER;

    mapping(bytes32 key => uint256) public getUint;
    mapping(bytes32 key => bool) public getBool;
    mapping(address market => Gmx.Market) private marketOf;
    address[] private marketList;
    mapping(bytes32 key => Gmx.Position) private positionOf;
    mapping(bytes32 key => Gmx.Order) private orderOf;
    mapping(address account => bytes32[]) private positionKeys;
    mapping(address account => bytes32[]) private orderKeys;

    constructor(address exchange, address keeper) {
        EXCHANGE = exchange;
        KEEPER = keeper;
    }

    modifier onlyWriter() {
        if (msg.sender != EXCHANGE && msg.sender != KEEPER) revert Unauthorized(msg.sender, "CONTROLLER");
        _;
    }

    function setUint(bytes32 key, uint256 value) external onlyWriter {
        getUint[key] = value;
    }

    function setBool(bytes32 key, bool value) external onlyWriter {
        getBool[key] = value;
    }

    function addMarket(Gmx.Market calldata market) external onlyWriter {
        marketOf[market.marketToken] = market;
        marketList.push(market.marketToken);
    }

    function setPosition(bytes32 key, Gmx.Position calldata position) external onlyWriter {
        address account = position.addresses.account;
        bool isNew = positionOf[key].addresses.account == address(0);
        bool isEmpty = position.numbers.sizeInUsd == 0;
        getUint[keccak256(abi.encode(key, SIZE_IN_USD))] = position.numbers.sizeInUsd;
        if (isEmpty) {
            delete positionOf[key];
            if (!isNew) _remove(positionKeys[account], key);
            return;
        }
        positionOf[key] = position;
        if (isNew) positionKeys[account].push(key);
    }

    function setOrder(bytes32 key, Gmx.Order calldata order) external onlyWriter {
        if (orderOf[key].addresses.account == address(0)) orderKeys[order.addresses.account].push(key);
        orderOf[key] = order;
    }

    function removeOrder(bytes32 key) external onlyWriter {
        _remove(orderKeys[orderOf[key].addresses.account], key);
        delete orderOf[key];
    }

    function market(address token) external view returns (Gmx.Market memory) {
        return marketOf[token];
    }

    function markets() external view returns (address[] memory) {
        return marketList;
    }

    function position(bytes32 key) external view returns (Gmx.Position memory) {
        return positionOf[key];
    }

    function order(bytes32 key) external view returns (Gmx.Order memory) {
        return orderOf[key];
    }

    function positionKeysOf(address account) external view returns (bytes32[] memory) {
        return positionKeys[account];
    }

    function orderKeysOf(address account) external view returns (bytes32[] memory) {
        return orderKeys[account];
    }

    function _remove(bytes32[] storage keys, bytes32 key) private {
        for (uint256 i; i < keys.length; i++) {
            if (keys[i] != key) continue;
            keys[i] = keys[keys.length - 1];
            keys.pop();
            return;
        }
    }
}
