// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {AdapterBase} from "./AdapterBase.sol";
import {CoreDepositWallet} from "./HyperCore.sol";
import {CoreWriter} from "./HyperCore.sol";
import {HyperValue} from "./HyperValue.sol";

/// What the vault's adapter on chain 999 accepts and refuses (docs/facts/hyperliquid.md 1).
contract HyperliquidAdapter is AdapterBase {
    error InvalidAmount();
    error InvalidDex();
    error InvalidActionData();
    error UnsupportedAction(uint24 actionId);
    error AccountNotActivated();
    error InsufficientBridgeReserve();

    event ActionSent(uint24 indexed actionId);

    /// Core wei of USDC that stay for the fee of the way back.
    uint64 private constant BRIDGE_RESERVE = 1e7;
    uint32 private constant CORE_PERPETUALS = 10_000;
    address private constant USDC_SYSTEM_ADDRESS = 0x2000000000000000000000000000000000000000;

    CoreWriter private immutable WRITER;
    CoreDepositWallet private immutable WALLET;

    constructor(address writer, address wallet) {
        WRITER = CoreWriter(writer);
        WALLET = CoreDepositWallet(wallet);
    }

    function deposit(uint256 amount, uint32 destinationDex) external nonReentrant onlyDelegateCall {
        _deposit(amount, destinationDex);
    }

    function depositFor(address recipient, uint256 amount, uint32 destinationDex)
        external
        nonReentrant
        onlyDelegateCall
    {
        if (recipient != address(this)) revert InvalidActionData();
        _deposit(amount, destinationDex);
    }

    function sendRawAction(bytes calldata data) external nonReentrant onlyDelegateCall {
        if (data.length < 4 || uint8(data[0]) != 1) revert InvalidActionData();
        if (!HyperValue.exists(address(this))) revert AccountNotActivated();
        uint24 id = uint24(bytes3(data[1:4]));
        bytes calldata params = data[4:];
        if (id == 1) {
            (uint32 asset,,, uint64 size,,,) =
                abi.decode(params, (uint32, bool, uint64, uint64, bool, uint8, uint128));
            if (size == 0) revert InvalidAmount();
            _requirePerpetual(asset);
        } else if (id == 6) {
            _noteSpotSend(params);
        } else if (id == 7) {
            (uint64 amount, bool toPerp) = abi.decode(params, (uint64, bool));
            if (amount == 0) revert InvalidAmount();
            if (toPerp) revert InvalidActionData();
        } else if (id == 10 || id == 11) {
            (uint32 asset,) = abi.decode(params, (uint32, uint128));
            _requirePerpetual(asset);
        } else {
            revert UnsupportedAction(id);
        }
        WRITER.sendRawAction(data);
        emit ActionSent(id);
    }

    function _deposit(uint256 amount, uint32 destinationDex) private {
        if (amount == 0) revert InvalidAmount();
        if (destinationDex != 0) revert InvalidDex();
        _approve(HyperValue.USDC, address(WALLET), amount);
        WALLET.depositFor(address(this), amount, destinationDex);
        _approve(HyperValue.USDC, address(WALLET), 1);
        HyperValue.Data storage d = _note();
        d.active = true;
        d.inFlightAmount += int256(amount);
    }

    /// The precompiles lag behind: what this block has sent already counts against the balance.
    function _noteSpotSend(bytes calldata params) private {
        (address destination, uint64 token, uint64 amount) = abi.decode(params, (address, uint64, uint64));
        if (amount == 0) revert InvalidAmount();
        if (token != 0 || destination != USDC_SYSTEM_ADDRESS) revert InvalidActionData();
        HyperValue.Data storage d = _note();
        uint64 pending = d.pendingSpotSend;
        d.pendingSpotSend = pending + amount;
        if (HyperValue.spotTotal(address(this)) < amount + pending + BRIDGE_RESERVE) {
            revert InsufficientBridgeReserve();
        }
    }

    function _note() private returns (HyperValue.Data storage d) {
        d = HyperValue.data();
        if (d.lastActionBlock != block.number) (d.lastActionBlock, d.inFlightAmount, d.pendingSpotSend) = (block.number, 0, 0);
        d.lastActionTimestamp = uint48(block.timestamp);
    }

    function _requirePerpetual(uint32 asset) private pure {
        if (asset >= CORE_PERPETUALS) revert InvalidActionData();
    }
}
