// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// GMX's EventEmitter: all events of the exchange are logs of this one contract, told apart by the hash of their name.
contract GmxEvents {
    struct AddressItem {
        string key;
        address value;
    }

    struct AddressArrayItem {
        string key;
        address[] value;
    }

    struct AddressItems {
        AddressItem[] items;
        AddressArrayItem[] arrayItems;
    }

    struct UintItem {
        string key;
        uint256 value;
    }

    struct UintArrayItem {
        string key;
        uint256[] value;
    }

    struct UintItems {
        UintItem[] items;
        UintArrayItem[] arrayItems;
    }

    struct IntItem {
        string key;
        int256 value;
    }

    struct IntArrayItem {
        string key;
        int256[] value;
    }

    struct IntItems {
        IntItem[] items;
        IntArrayItem[] arrayItems;
    }

    struct BoolItem {
        string key;
        bool value;
    }

    struct BoolArrayItem {
        string key;
        bool[] value;
    }

    struct BoolItems {
        BoolItem[] items;
        BoolArrayItem[] arrayItems;
    }

    struct Bytes32Item {
        string key;
        bytes32 value;
    }

    struct Bytes32ArrayItem {
        string key;
        bytes32[] value;
    }

    struct Bytes32Items {
        Bytes32Item[] items;
        Bytes32ArrayItem[] arrayItems;
    }

    struct BytesItem {
        string key;
        bytes value;
    }

    struct BytesArrayItem {
        string key;
        bytes[] value;
    }

    struct BytesItems {
        BytesItem[] items;
        BytesArrayItem[] arrayItems;
    }

    struct StringItem {
        string key;
        string value;
    }

    struct StringArrayItem {
        string key;
        string[] value;
    }

    struct StringItems {
        StringItem[] items;
        StringArrayItem[] arrayItems;
    }

    struct Data {
        AddressItems addressItems;
        UintItems uintItems;
        IntItems intItems;
        BoolItems boolItems;
        Bytes32Items bytes32Items;
        BytesItems bytesItems;
        StringItems stringItems;
    }

    event EventLog1(
        address msgSender, string eventName, string indexed eventNameHash, bytes32 indexed topic1, Data eventData
    );
    event EventLog2(
        address msgSender,
        string eventName,
        string indexed eventNameHash,
        bytes32 indexed topic1,
        bytes32 indexed topic2,
        Data eventData
    );

    address private immutable EXCHANGE;

    constructor(address exchange) {
        EXCHANGE = exchange;
    }

    function order(string calldata name, bytes32 key, address account, string calldata reason, bytes calldata reasonBytes)
        external
    {
        require(msg.sender == EXCHANGE, "NOT_EXCHANGE");
        Data memory data;
        data.bytes32Items.items = new Bytes32Item[](1);
        data.bytes32Items.items[0] = Bytes32Item("key", key);
        data.addressItems.items = new AddressItem[](1);
        data.addressItems.items[0] = AddressItem("account", account);
        if (bytes(reason).length != 0) {
            data.stringItems.items = new StringItem[](1);
            data.stringItems.items[0] = StringItem("reason", reason);
            data.bytesItems.items = new BytesItem[](1);
            data.bytesItems.items[0] = BytesItem("reasonBytes", reasonBytes);
        }
        emit EventLog2(msg.sender, name, name, key, bytes32(uint256(uint160(account))), data);
    }

    /// `amounts`: executionPrice, sizeDeltaUsd, sizeInUsd, collateralAmount, collateralDeltaAmount.
    function position(
        string calldata name,
        bytes32 orderKey,
        address account,
        address market,
        uint256[5] calldata amounts,
        int256 basePnlUsd
    ) external {
        require(msg.sender == EXCHANGE, "NOT_EXCHANGE");
        Data memory data;
        data.addressItems.items = new AddressItem[](2);
        data.addressItems.items[0] = AddressItem("account", account);
        data.addressItems.items[1] = AddressItem("market", market);
        string[5] memory names =
            ["executionPrice", "sizeDeltaUsd", "sizeInUsd", "collateralAmount", "collateralDeltaAmount"];
        data.uintItems.items = new UintItem[](5);
        for (uint256 i; i < 5; i++) {
            data.uintItems.items[i] = UintItem(names[i], amounts[i]);
        }
        data.intItems.items = new IntItem[](1);
        data.intItems.items[0] = IntItem("basePnlUsd", basePnlUsd);
        data.bytes32Items.items = new Bytes32Item[](1);
        data.bytes32Items.items[0] = Bytes32Item("orderKey", orderKey);
        emit EventLog1(msg.sender, name, name, bytes32(uint256(uint160(account))), data);
    }
}
