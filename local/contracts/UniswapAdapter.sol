// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {AdapterBase} from "./AdapterBase.sol";
import {IPositionManager, IUniversalRouter, PoolKey} from "./Interfaces.sol";
import {PriceFeed} from "./PriceFeed.sol";
import {VaultStorage} from "./VaultStorage.sol";

/// Checks a router or position manager call, then forwards its calldata as it came.
contract UniswapAdapter is AdapterBase {
    error InvalidCommandType(uint256 commandType);
    error LiquidityMintHookError(address hook);
    error PositionDoesNotExist();
    error PositionOwner();
    error RecipientNotSmartPoolOrRouter();
    error SliceOutOfBounds();
    error TransactionDeadlinePassed();
    error UniV4PositionsLimitExceeded();
    error UnsupportedAction(uint256 action);

    struct Path {
        address intermediateCurrency;
        uint24 fee;
        int24 tickSpacing;
        address hooks;
        bytes hookData;
    }

    struct SingleSwap {
        PoolKey poolKey;
        bool zeroForOne;
        uint128 fixedAmount;
        uint128 limitAmount;
        bytes hookData;
    }

    struct PathSwap {
        address currency;
        Path[] path;
        uint128 fixedAmount;
        uint128 limitAmount;
    }

    /// What a call will need: tokens to approve, tokens that may come in, native to send along.
    struct Plan {
        address[] tokensIn;
        address[] tokensOut;
        uint256 value;
        address[] hooks;
        uint256 minted;
        uint256[] absent;
        uint256[] burned;
        uint256[] touched;
    }

    address private constant MSG_SENDER = address(1);
    address private constant ADDRESS_THIS = address(2);
    uint256 private constant CONTRACT_BALANCE = 1 << 255;
    uint256 private constant OPEN_DELTA = 0;
    /// Returns deltas after liquidity is added or removed: the lowest two bits of a hook's address.
    uint160 private constant LIQUIDITY_DELTA_FLAGS = 3;
    uint256 private constant MAXIMUM_POSITIONS = 63;
    uint256 private constant SWAP_WORDS = 5;
    uint256 private constant MINT_WORDS = 12;

    address private immutable ROUTER;
    address private immutable POSITION_MANAGER;
    address private immutable PERMIT2;
    address private immutable WRAPPED_NATIVE;
    address private immutable ORACLE;

    constructor(address router, address positionManager, address permit2, address wrappedNative, address oracle) {
        ROUTER = router;
        POSITION_MANAGER = positionManager;
        PERMIT2 = permit2;
        WRAPPED_NATIVE = wrappedNative;
        ORACLE = oracle;
    }

    /// The deadline is checked before anything else, for every caller.
    function execute(bytes calldata commands, bytes[] calldata inputs, uint256 deadline) external {
        if (block.timestamp > deadline) revert TransactionDeadlinePassed();
        execute(commands, inputs);
    }

    function execute(bytes calldata commands, bytes[] calldata inputs) public nonReentrant onlyDelegateCall {
        Plan memory plan;
        _readCommands(plan, commands, inputs);
        _forward(plan, ROUTER);
    }

    /// The delegatecall check comes before the lock: a caller without delegation sees DirectCallNotAllowed.
    function modifyLiquidities(bytes calldata unlockData, uint256) external onlyDelegateCall nonReentrant {
        (bytes memory actions, bytes[] memory params) = _actionsOf(unlockData);
        Plan memory plan;
        for (uint256 i; i < actions.length; i++) {
            _readLiquidityAction(plan, uint8(actions[i]), params[i]);
        }
        uint256 nextTokenId = IPositionManager(POSITION_MANAGER).nextTokenId();
        _forward(plan, POSITION_MANAGER);
        for (uint256 i; i < plan.minted; i++) {
            VaultStorage.addPosition(nextTokenId + i);
        }
        if (VaultStorage.positions().list.length > MAXIMUM_POSITIONS) revert UniV4PositionsLimitExceeded();
        // After the call: what the position manager itself refuses comes out under its own name.
        for (uint256 i; i < plan.hooks.length; i++) {
            if (uint160(plan.hooks[i]) & LIQUIDITY_DELTA_FLAGS != 0) revert LiquidityMintHookError(plan.hooks[i]);
        }
        for (uint256 i; i < plan.touched.length; i++) {
            if (VaultStorage.positions().position[plan.touched[i]] == 0) revert PositionOwner();
        }
        if (plan.absent.length != 0) revert PositionDoesNotExist();
        for (uint256 i; i < plan.burned.length; i++) {
            VaultStorage.removePosition(plan.burned[i]);
        }
    }

    function _forward(Plan memory plan, address target) private {
        for (uint256 i; i < plan.tokensOut.length; i++) {
            PriceFeed.requireFeed(ORACLE, WRAPPED_NATIVE, plan.tokensOut[i]);
            VaultStorage.activate(plan.tokensOut[i]);
        }
        _requireNative(plan.value);
        for (uint256 i; i < plan.tokensIn.length; i++) {
            _permit(PERMIT2, plan.tokensIn[i], target);
        }
        (bool ok, bytes memory reason) = target.call{value: plan.value}(msg.data);
        if (!ok) _bubble(reason);
    }

    function _readCommands(Plan memory plan, bytes memory commands, bytes[] memory inputs) private view {
        assert(commands.length == inputs.length);
        for (uint256 i; i < commands.length; i++) {
            _readCommand(plan, uint8(commands[i]) & 0x3f, inputs[i]);
        }
    }

    function _readCommand(Plan memory plan, uint256 command, bytes memory input) private view {
        if (command == 0x00 || command == 0x01) {
            _readV3Swap(plan, command == 0x00, input);
        } else if (command == 0x08 || command == 0x09) {
            _readV2Swap(plan, command == 0x08, input);
        } else if (command == 0x04 || command == 0x05 || command == 0x06) {
            (address token, address recipient,) = abi.decode(input, (address, address, uint256));
            _requireRecipient(recipient);
            plan.tokensOut = _with(plan.tokensOut, token);
        } else if (command == 0x0b) {
            (address recipient, uint256 amount) = abi.decode(input, (address, uint256));
            _requireRecipient(recipient);
            if (amount != CONTRACT_BALANCE) plan.value += amount;
            plan.tokensOut = _with(plan.tokensOut, WRAPPED_NATIVE);
        } else if (command == 0x0c) {
            (address recipient,) = abi.decode(input, (address, uint256));
            _requireRecipient(recipient);
            plan.tokensOut = _with(plan.tokensOut, address(0));
        } else if (command == 0x10) {
            _readV4Swap(plan, input);
        } else if (command == 0x21) {
            (bytes memory commands, bytes[] memory inputs) = _actionsOf(input);
            _readCommands(plan, commands, inputs);
        } else if (command != 0x0e) {
            revert InvalidCommandType(command);
        }
    }

    function _readV3Swap(Plan memory plan, bool exactIn, bytes memory input) private view {
        abi.decode(input, (address));
        _requireWords(input, SWAP_WORDS);
        (address recipient,,, bytes memory path, bool payerIsUser) =
            abi.decode(input, (address, uint256, uint256, bytes, bool));
        _requireRecipient(recipient);
        (address first, address last) = _ends(path);
        if (payerIsUser) plan.tokensIn = _with(plan.tokensIn, exactIn ? first : last);
        plan.tokensOut = _with(plan.tokensOut, exactIn ? last : first);
    }

    function _readV2Swap(Plan memory plan, bool exactIn, bytes memory input) private view {
        abi.decode(input, (address, uint256));
        // A path that is not there has no first token.
        if (input.length < SWAP_WORDS * 32) _pathOf(input)[0];
        (address recipient,,, address[] memory path, bool payerIsUser) =
            abi.decode(input, (address, uint256, uint256, address[], bool));
        if (!exactIn && path[0] == address(0)) revert InvalidCommandType(0x09);
        _requireRecipient(recipient);
        if (payerIsUser) plan.tokensIn = _with(plan.tokensIn, path[0]);
        plan.tokensOut = _with(plan.tokensOut, path[path.length - 1]);
    }

    function _readV4Swap(Plan memory plan, bytes memory input) private view {
        (bytes memory actions, bytes[] memory params) = _actionsOf(input);
        for (uint256 i; i < actions.length; i++) {
            uint256 action = uint8(actions[i]);
            if (action >= 0x06 && action <= 0x09) _requireWords(params[i], SWAP_WORDS);
            if (action == 0x06 || action == 0x08) {
                _readSingleSwap(plan, action == 0x06, abi.decode(params[i], (SingleSwap)));
            } else if (action == 0x07 || action == 0x09) {
                _readPathSwap(plan, action == 0x07, abi.decode(params[i], (PathSwap)));
            } else if (action == 0x0b || action == 0x0c) {
                plan.tokensIn = _with(plan.tokensIn, abi.decode(params[i], (address)));
            } else if (action == 0x0e || action == 0x10) {
                _requireWords(params[i], 3);
                (address currency, address recipient,) = abi.decode(params[i], (address, address, uint256));
                _requireRecipient(recipient);
                plan.tokensOut = _with(plan.tokensOut, currency);
            } else if (action == 0x0f) {
                plan.tokensOut = _with(plan.tokensOut, abi.decode(params[i], (address)));
            } else {
                revert UnsupportedAction(action);
            }
        }
    }

    function _readSingleSwap(Plan memory plan, bool exactIn, SingleSwap memory swap) private pure {
        (address tokenIn, address tokenOut) = swap.zeroForOne
            ? (swap.poolKey.currency0, swap.poolKey.currency1)
            : (swap.poolKey.currency1, swap.poolKey.currency0);
        _addSwap(plan, tokenIn, tokenOut, exactIn ? swap.fixedAmount : swap.limitAmount);
    }

    /// The listed currency is the sold one for exact input and the bought one for exact output.
    function _readPathSwap(Plan memory plan, bool exactIn, PathSwap memory swap) private pure {
        if (exactIn) {
            address tokenOut = swap.path[swap.path.length - 1].intermediateCurrency;
            _addSwap(plan, swap.currency, tokenOut, swap.fixedAmount);
        } else {
            _addSwap(plan, swap.path[0].intermediateCurrency, swap.currency, swap.limitAmount);
        }
    }

    function _addSwap(Plan memory plan, address tokenIn, address tokenOut, uint256 maximumIn) private pure {
        if (tokenIn == address(0)) plan.value += maximumIn;
        plan.tokensIn = _with(plan.tokensIn, tokenIn);
        plan.tokensOut = _with(plan.tokensOut, tokenOut);
    }

    function _readLiquidityAction(Plan memory plan, uint256 action, bytes memory param) private view {
        if (action == 0x02) {
            _readMint(plan, param);
        } else if (action == 0x00) {
            uint256 tokenId = abi.decode(param, (uint256));
            (PoolKey memory key,) = IPositionManager(POSITION_MANAGER).getPoolAndPositionInfo(tokenId);
            if (key.currency1 == address(0)) {
                plan.absent = _with(plan.absent, tokenId);
            } else if (key.currency0 == address(0)) {
                (,, uint128 amount0Max) = abi.decode(param, (uint256, uint256, uint128));
                plan.value += amount0Max;
            }
            plan.tokensIn = _with(_with(plan.tokensIn, key.currency0), key.currency1);
            plan.touched = _with(plan.touched, tokenId);
        } else if (action == 0x01 || action == 0x03) {
            uint256 tokenId = abi.decode(param, (uint256));
            plan.touched = _with(plan.touched, tokenId);
            if (action == 0x03) plan.burned = _with(plan.burned, tokenId);
        } else if (action == 0x12 || action == 0x13) {
            plan.tokensOut = _with(plan.tokensOut, abi.decode(param, (address)));
        } else if (action == 0x0d) {
            (address currency0, address currency1) = abi.decode(param, (address, address));
            plan.tokensIn = _with(_with(plan.tokensIn, currency0), currency1);
        } else if (action == 0x0e) {
            _requireWords(param, 3);
            (address currency, address recipient,) = abi.decode(param, (address, address, uint256));
            _requireRecipient(recipient);
            plan.tokensOut = _with(plan.tokensOut, currency);
        } else if (action == 0x11) {
            _requireWords(param, 3);
            (address currency0, address currency1, address recipient) = abi.decode(param, (address, address, address));
            _requireRecipient(recipient);
            plan.tokensOut = _with(_with(plan.tokensOut, currency0), currency1);
        } else if (action == 0x14) {
            (address currency, address recipient) = abi.decode(param, (address, address));
            _requireRecipient(recipient);
            plan.tokensOut = _with(plan.tokensOut, currency);
        } else if (action == 0x15) {
            uint256 amount = abi.decode(param, (uint256));
            if (amount != CONTRACT_BALANCE && amount != OPEN_DELTA) plan.value += amount;
            plan.tokensOut = _with(plan.tokensOut, WRAPPED_NATIVE);
        } else if (action == 0x16) {
            plan.tokensOut = _with(plan.tokensOut, address(0));
        } else if (action != 0x0b) {
            revert UnsupportedAction(action);
        }
    }

    function _readMint(Plan memory plan, bytes memory param) private view {
        // What is cut off before its owner names no owner.
        if (param.length < MINT_WORDS * 32) revert RecipientNotSmartPoolOrRouter();
        (PoolKey memory key,,,, uint128 amount0Max,, address owner,) =
            abi.decode(param, (PoolKey, int24, int24, uint256, uint128, uint128, address, bytes));
        if (owner != address(this)) revert RecipientNotSmartPoolOrRouter();
        if (key.currency0 == address(0)) plan.value += amount0Max;
        plan.tokensOut = _with(_with(plan.tokensOut, key.currency0), key.currency1);
        plan.tokensIn = _with(_with(plan.tokensIn, key.currency0), key.currency1);
        plan.hooks = _with(plan.hooks, key.hooks);
        plan.minted++;
    }

    function _actionsOf(bytes memory input) private pure returns (bytes memory actions, bytes[] memory params) {
        _requireWords(input, 2);
        (actions, params) = abi.decode(input, (bytes, bytes[]));
        assert(actions.length == params.length);
    }

    function _pathOf(bytes memory) private pure returns (address[] memory) {}

    function _requireWords(bytes memory input, uint256 words) private pure {
        if (input.length < words * 32) revert SliceOutOfBounds();
    }

    function _requireRecipient(address recipient) private view {
        if (recipient != address(this) && recipient != MSG_SENDER && recipient != ADDRESS_THIS) {
            revert RecipientNotSmartPoolOrRouter();
        }
    }

    function _ends(bytes memory path) private pure returns (address first, address last) {
        assembly ("memory-safe") {
            first := shr(96, mload(add(path, 32)))
            last := shr(96, mload(add(path, add(12, mload(path)))))
        }
    }

    function _with(address[] memory list, address item) private pure returns (address[] memory longer) {
        longer = new address[](list.length + 1);
        for (uint256 i; i < list.length; i++) {
            if (list[i] == item) return list;
            longer[i] = list[i];
        }
        longer[list.length] = item;
    }

    function _with(uint256[] memory list, uint256 item) private pure returns (uint256[] memory longer) {
        longer = new uint256[](list.length + 1);
        for (uint256 i; i < list.length; i++) {
            longer[i] = list[i];
        }
        longer[list.length] = item;
    }
}
