// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// The storage a vault shares with the adapters that run in it by delegatecall.
library VaultStorage {
    struct Pool {
        string name;
        string symbol;
        uint8 decimals;
        address owner;
        address baseToken;
    }

    struct Params {
        uint48 minPeriod;
        uint16 spread;
        uint16 transactionFee;
        address feeCollector;
        address kycProvider;
    }

    struct Tokens {
        uint256 unitaryValue;
        uint256 totalSupply;
    }

    struct Account {
        uint208 userBalance;
        uint48 activation;
    }

    struct Holders {
        mapping(address holder => Account) accountOf;
        mapping(address holder => mapping(address operator => bool)) isOperator;
    }

    struct AddressSet {
        address[] list;
        mapping(address item => uint256 indexPlusOne) position;
    }

    struct NumberSet {
        uint256[] list;
        mapping(uint256 item => uint256 indexPlusOne) position;
    }

    struct Delegations {
        mapping(bytes4 selector => address[]) addressesOf;
        mapping(bytes4 selector => mapping(address delegated => uint256 indexPlusOne)) addressPosition;
        mapping(address delegated => bytes4[]) selectorsOf;
        mapping(address delegated => mapping(bytes4 selector => uint256 indexPlusOne)) selectorPosition;
    }

    event TokenStatusChanged(address indexed token, bool isActive);
    event VirtualSupplyUpdated(int256 adjustment, int256 newSupply);
    event DelegationUpdated(
        address indexed pool, address indexed delegated, bytes4 indexed selector, bool isDelegated
    );

    error EffectiveSupplyTooLow();

    /// Effective supply is at least this part of what holders have.
    int256 private constant MINIMUM_SUPPLY_RATIO = 20;

    // keccak256("pool.proxy.token") - 1, and the slots of delegations and virtual supply of the real vaults; the others are our own.
    bytes32 private constant TOKENS = 0xf46fb7ff9ff9a406787c810524417c818e45ab2f1997f38c2555c845d23bb9f6;
    bytes32 private constant DELEGATIONS = 0x1de728329845ca9693f4e251833e4fd20a461e4f39179bee6e55171aedb6dc19;
    bytes32 private constant VIRTUAL_SUPPLY = 0xc1634c3ed93b1f7aa4d725c710ac3b239c1d30894404e630b60009ee3411450f;
    bytes32 private constant POOL = keccak256("sextant.local.pool");
    bytes32 private constant PARAMS = keccak256("sextant.local.params");
    bytes32 private constant HOLDERS = keccak256("sextant.local.holders");
    bytes32 private constant ACTIVE_TOKENS = keccak256("sextant.local.active-tokens");
    bytes32 private constant ACCEPTED_TOKENS = keccak256("sextant.local.accepted-tokens");
    bytes32 private constant IMPLEMENTATION = bytes32(uint256(keccak256("eip1967.proxy.implementation")) - 1);
    bytes32 private constant POSITIONS = keccak256("sextant.local.positions");
    bytes32 private constant PERPS = keccak256("sextant.local.perps");

    function pool() internal pure returns (Pool storage s) {
        bytes32 slot = POOL;
        assembly {
            s.slot := slot
        }
    }

    function params() internal pure returns (Params storage s) {
        bytes32 slot = PARAMS;
        assembly {
            s.slot := slot
        }
    }

    function tokens() internal pure returns (Tokens storage s) {
        bytes32 slot = TOKENS;
        assembly {
            s.slot := slot
        }
    }

    function holders() internal pure returns (Holders storage s) {
        bytes32 slot = HOLDERS;
        assembly {
            s.slot := slot
        }
    }

    function activeTokens() internal pure returns (AddressSet storage s) {
        bytes32 slot = ACTIVE_TOKENS;
        assembly {
            s.slot := slot
        }
    }

    function acceptedTokens() internal pure returns (AddressSet storage s) {
        bytes32 slot = ACCEPTED_TOKENS;
        assembly {
            s.slot := slot
        }
    }

    function positions() internal pure returns (NumberSet storage s) {
        bytes32 slot = POSITIONS;
        assembly {
            s.slot := slot
        }
    }

    function delegations() internal pure returns (Delegations storage s) {
        bytes32 slot = DELEGATIONS;
        assembly {
            s.slot := slot
        }
    }

    /// Whether the vault ever ordered a position at GMX: only then is it asked what it has there.
    function hasPerps() internal view returns (bool marked) {
        bytes32 slot = PERPS;
        assembly {
            marked := sload(slot)
        }
    }

    function markPerps() internal {
        bytes32 slot = PERPS;
        assembly ("memory-safe") {
            sstore(slot, 1)
        }
    }

    /// What left for other chains (negative) or came from them, in vault tokens that no holder has.
    function virtualSupply() internal view returns (int256 supply) {
        bytes32 slot = VIRTUAL_SUPPLY;
        assembly {
            supply := sload(slot)
        }
    }

    function moveVirtualSupply(int256 adjustment) internal {
        int256 moved = virtualSupply() + adjustment;
        bytes32 slot = VIRTUAL_SUPPLY;
        assembly {
            sstore(slot, moved)
        }
        emit VirtualSupplyUpdated(adjustment, moved);
    }

    /// All supply that assets here stand for. It may not fall below a twentieth of what holders have.
    function requireSupply() internal view returns (uint256) {
        int256 held = int256(tokens().totalSupply);
        int256 away = virtualSupply();
        if (away < 0 && -away * MINIMUM_SUPPLY_RATIO > held * (MINIMUM_SUPPLY_RATIO - 1)) revert EffectiveSupplyTooLow();
        return uint256(held + away);
    }

    function activate(address token) internal {
        if (_add(activeTokens(), token)) emit TokenStatusChanged(token, true);
    }

    function deactivate(address token) internal {
        if (_remove(activeTokens(), token)) emit TokenStatusChanged(token, false);
    }

    function acceptToken(address token) internal {
        if (_add(acceptedTokens(), token)) emit TokenStatusChanged(token, true);
    }

    function refuseToken(address token) internal {
        if (_remove(acceptedTokens(), token)) emit TokenStatusChanged(token, false);
    }

    function implementation() internal view returns (address current) {
        bytes32 slot = IMPLEMENTATION;
        assembly ("memory-safe") {
            current := sload(slot)
        }
    }

    function setImplementation(address implementation) internal {
        bytes32 slot = IMPLEMENTATION;
        assembly ("memory-safe") {
            sstore(slot, implementation)
        }
    }

    /// The base token is in no set.
    function _add(AddressSet storage set, address token) private returns (bool) {
        if (token == pool().baseToken || set.position[token] != 0) return false;
        require(set.list.length < 127, "ACTIVE_TOKENS_FULL");
        set.list.push(token);
        set.position[token] = set.list.length;
        return true;
    }

    function _remove(AddressSet storage set, address token) private returns (bool) {
        uint256 position = set.position[token];
        if (position == 0) return false;
        address last = set.list[set.list.length - 1];
        set.list[position - 1] = last;
        set.position[last] = position;
        set.list.pop();
        delete set.position[token];
        return true;
    }

    function addPosition(uint256 tokenId) internal {
        NumberSet storage set = positions();
        if (set.position[tokenId] != 0) return;
        set.list.push(tokenId);
        set.position[tokenId] = set.list.length;
    }

    function removePosition(uint256 tokenId) internal {
        NumberSet storage set = positions();
        uint256 position = set.position[tokenId];
        if (position == 0) return;
        uint256 last = set.list[set.list.length - 1];
        set.list[position - 1] = last;
        set.position[last] = position;
        set.list.pop();
        delete set.position[tokenId];
    }

    function setDelegation(address delegated, bytes4 selector, bool isDelegated) internal {
        Delegations storage d = delegations();
        bool already = d.addressPosition[selector][delegated] != 0;
        if (already == isDelegated) return;
        if (isDelegated) {
            d.addressesOf[selector].push(delegated);
            d.addressPosition[selector][delegated] = d.addressesOf[selector].length;
            d.selectorsOf[delegated].push(selector);
            d.selectorPosition[delegated][selector] = d.selectorsOf[delegated].length;
        } else {
            _removeAddress(d, delegated, selector);
            _removeSelector(d, delegated, selector);
        }
        emit DelegationUpdated(address(this), delegated, selector, isDelegated);
    }

    function _removeAddress(Delegations storage d, address delegated, bytes4 selector) private {
        address[] storage list = d.addressesOf[selector];
        uint256 position = d.addressPosition[selector][delegated];
        address last = list[list.length - 1];
        list[position - 1] = last;
        d.addressPosition[selector][last] = position;
        list.pop();
        delete d.addressPosition[selector][delegated];
    }

    function _removeSelector(Delegations storage d, address delegated, bytes4 selector) private {
        bytes4[] storage list = d.selectorsOf[delegated];
        uint256 position = d.selectorPosition[delegated][selector];
        bytes4 last = list[list.length - 1];
        list[position - 1] = last;
        d.selectorPosition[delegated][last] = position;
        list.pop();
        delete d.selectorPosition[delegated][selector];
    }
}
