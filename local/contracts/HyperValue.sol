// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {PositionValue} from "./PositionValue.sol";

/// What a vault has at Hyperliquid, read from the precompiles of chain 999, and what its adapter notes of its own actions.
library HyperValue {
    error NavLocked();

    struct Data {
        bool active;
        uint48 lastActionTimestamp;
        uint64 pendingSpotSend;
        uint256 lastActionBlock;
        int256 inFlightAmount;
    }

    uint256 internal constant CHAIN_ID = 999;
    /// Seconds after a deposit or a spot send in which no NAV is written.
    uint256 internal constant SETTLEMENT_WINDOW = 128;
    address internal constant USDC = 0xb88339CB7199b77E23DB6E890353E22632Ba630f;
    address private constant SPOT_BALANCE = 0x0000000000000000000000000000000000000801;
    address private constant MARGIN_SUMMARY = 0x000000000000000000000000000000000000080F;
    address private constant USER_EXISTS = 0x0000000000000000000000000000000000000810;

    function data() internal pure returns (Data storage d) {
        bytes32 slot = keccak256("sextant.local.hyperliquid.data");
        assembly {
            d.slot := slot
        }
    }

    function requireUnlocked() internal view {
        uint256 last = data().lastActionTimestamp;
        if (last != 0 && block.timestamp < last + SETTLEMENT_WINDOW) revert NavLocked();
    }

    /// Perpetuals' account (6 decimals) and spot USDC (8), and what was deposited in this very block.
    function append(PositionValue.Balance[] memory apps) internal view returns (PositionValue.Balance[] memory more) {
        Data storage d = data();
        if (block.chainid != CHAIN_ID || !d.active) return apps;
        more = new PositionValue.Balance[](apps.length + 1);
        for (uint256 i; i < apps.length; i++) {
            more[i] = apps[i];
        }
        int256 value = int256(accountValue(address(this))) + int256(uint256(spotTotal(address(this)) / 100));
        if (d.lastActionBlock == block.number) value += d.inFlightAmount;
        more[apps.length] = PositionValue.Balance(USDC, value == 0 ? int256(1) : value);
    }

    function accountValue(address account) internal view returns (int64 value) {
        (value,,,) = abi.decode(_read(MARGIN_SUMMARY, abi.encode(uint32(0), account)), (int64, uint64, uint64, int64));
    }

    function spotTotal(address account) internal view returns (uint64 total) {
        (total,,) = abi.decode(_read(SPOT_BALANCE, abi.encode(account, uint64(0))), (uint64, uint64, uint64));
    }

    function exists(address account) internal view returns (bool) {
        return abi.decode(_read(USER_EXISTS, abi.encode(account)), (bool));
    }

    /// A precompile takes its arguments without a selector.
    function _read(address precompile, bytes memory input) private view returns (bytes memory output) {
        bool ok;
        (ok, output) = precompile.staticcall(input);
        require(ok, "PRECOMPILE");
    }
}
