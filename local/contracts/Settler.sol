// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IAllowanceHolder, IPoolManager, IToken, PoolKey} from "./Interfaces.sol";

/// Plays the aggregator's actions which the local venues quote: TRANSFER_FROM, NATIVE_CHECK, UNISWAPV4 and BASIC.
contract Settler {
    error ActionInvalid(uint256 index, bytes4 action, bytes data);
    error BoughtSellToken(address token);
    error ConfusedDeputy();
    error ForwarderNotAllowed();
    error InvalidOffset();
    error InvalidSignatureLen();
    error InvalidTarget();
    error MsgValueMismatch(uint256 expected, uint256 actual);
    error SignatureExpired(uint256 deadline);
    error TokenHashCollision(address oldToken, address newToken);
    error TooMuchSlippage(address token, uint256 expected, uint256 actual);
    error TransferFailed(address token);
    error ZeroToken();

    struct AllowedSlippage {
        address payable recipient;
        address buyToken;
        uint256 minAmountOut;
    }

    struct TokenPermissions {
        address token;
        uint256 amount;
    }

    struct PermitTransferFrom {
        TokenPermissions permitted;
        uint256 nonce;
        uint256 deadline;
    }

    struct V4Swap {
        address recipient;
        address sellToken;
        uint256 bps;
        bool feeOnTransfer;
        uint256 hashMul;
        uint256 hashMod;
        bytes fills;
        uint256 amountOutMin;
    }

    struct Fill {
        uint256 bps;
        uint160 sqrtPriceLimitX96;
        address sellToken;
        address buyToken;
        uint24 fee;
        int24 tickSpacing;
        address hooks;
        bytes hookData;
    }

    struct Note {
        address token;
        int256 delta;
    }

    bytes4 private constant TRANSFER_FROM = 0xc1fb425e;
    bytes4 private constant NATIVE_CHECK = 0xbd01c226;
    bytes4 private constant UNISWAPV4 = 0xaf72634f;
    bytes4 private constant BASIC = 0x38c9c147;
    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    uint256 private constant BASIS = 10_000;
    uint256 private constant MAXIMUM_NOTES = 8;
    /// The real one has 96 bytes for each note and keeps the hash's factors times that, in 128 bits.
    uint256 private constant MAXIMUM_FACTOR = type(uint128).max / 96;
    uint256 private constant OVERFLOW = 0x11;
    uint256 private constant OUT_OF_BOUNDS = 0x32;

    address private immutable ALLOWANCE_HOLDER;
    IPoolManager private immutable POOL_MANAGER;
    address private immutable PERMIT2;

    constructor(address allowanceHolder, address poolManager, address permit2) {
        ALLOWANCE_HOLDER = allowanceHolder;
        POOL_MANAGER = IPoolManager(poolManager);
        PERMIT2 = permit2;
    }

    receive() external payable {}

    function execute(AllowedSlippage calldata slippage, bytes[] calldata actions, bytes32)
        external
        payable
        returns (bool)
    {
        if (msg.sender != ALLOWANCE_HOLDER) revert ForwarderNotAllowed();
        address payer = address(bytes20(msg.data[msg.data.length - 20:]));
        for (uint256 i; i < actions.length; i++) {
            _dispatch(i, bytes4(actions[i]), actions[i][4:], payer);
        }
        _payOut(slippage);
        return true;
    }

    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        require(msg.sender == address(POOL_MANAGER), "NOT_POOL_MANAGER");
        // The action's arguments, as a tuple: behind one word that says where it begins.
        _fill(abi.decode(bytes.concat(bytes32(uint256(32)), data), (V4Swap)));
        return "";
    }

    function _dispatch(uint256 index, bytes4 action, bytes calldata data, address payer) private {
        if (action == TRANSFER_FROM) {
            (address recipient, PermitTransferFrom memory permit, bytes memory signature) =
                abi.decode(data, (address, PermitTransferFrom, bytes));
            _transferFrom(payer, recipient, permit, signature);
        } else if (action == NATIVE_CHECK) {
            (uint256 deadline, uint256 msgValue) = abi.decode(data, (uint256, uint256));
            if (block.timestamp > deadline) revert SignatureExpired(deadline);
            if (msg.value > msgValue) revert MsgValueMismatch(msgValue, msg.value);
        } else if (action == UNISWAPV4) {
            POOL_MANAGER.unlock(data);
        } else if (action == BASIC) {
            (address sellToken, uint256 bps, address pool, uint256 offset, bytes memory call_) =
                abi.decode(data, (address, uint256, address, uint256, bytes));
            _basic(sellToken, bps, pool, offset, call_);
        } else {
            revert ActionInvalid(index, action, data);
        }
    }

    /// Through the AllowanceHolder no signature is needed, so one that is sent, or a nonce, is a mistake.
    function _transferFrom(
        address payer,
        address recipient,
        PermitTransferFrom memory permit,
        bytes memory signature
    ) private {
        if (signature.length != 0) revert InvalidSignatureLen();
        require(permit.nonce == 0, "NONCE_NOT_ZERO");
        if (block.timestamp > permit.deadline) revert SignatureExpired(permit.deadline);
        IAllowanceHolder(ALLOWANCE_HOLDER).transferFrom(
            permit.permitted.token, payer, recipient, permit.permitted.amount
        );
    }

    /// Calls `pool` with a share of the Settler's balance, its amount written into the call at `offset`. Only native coin
    /// goes without data, and then also to an account without code.
    function _basic(address sellToken, uint256 bps, address pool, uint256 offset, bytes memory call_) private {
        if (pool == ALLOWANCE_HOLDER || pool == PERMIT2) revert ConfusedDeputy();
        uint256 value;
        if (sellToken == NATIVE) {
            value = address(this).balance * bps / BASIS;
            if (call_.length != 0) _write(call_, offset, value);
            else if (offset != 0) revert InvalidOffset();
        } else if (sellToken == address(0)) {
            if (offset != 0) revert InvalidOffset();
        } else {
            uint256 amount = IToken(sellToken).balanceOf(address(this)) * bps / BASIS;
            _write(call_, offset, amount);
            if (pool != sellToken) _approve(IToken(sellToken), pool, amount);
        }
        (bool ok, bytes memory answer) = pool.call{value: value}(call_);
        if (!ok) {
            assembly ("memory-safe") {
                revert(add(answer, 32), mload(answer))
            }
        }
        bool isPayment = sellToken == NATIVE && call_.length == 0;
        if (!isPayment && answer.length == 0 && pool.code.length == 0) revert InvalidTarget();
    }

    function _write(bytes memory call_, uint256 offset, uint256 amount) private pure {
        if (offset + 32 > call_.length) _panic(OUT_OF_BOUNDS);
        assembly ("memory-safe") {
            mstore(add(add(call_, 32), offset), amount)
        }
    }

    /// Without a limit, where what the pool may take is less.
    function _approve(IToken token, address pool, uint256 amount) private {
        uint256 allowed = token.allowance(address(this), pool);
        if (allowed >= amount) return;
        if (allowed != 0) token.approve(pool, 0);
        token.approve(pool, type(uint256).max);
    }

    function _payOut(AllowedSlippage calldata slippage) private {
        if (slippage.buyToken == address(0) && slippage.minAmountOut == 0) return;
        uint256 amount = _balanceOf(slippage.buyToken);
        if (amount < slippage.minAmountOut) {
            revert TooMuchSlippage(slippage.buyToken, slippage.minAmountOut, amount);
        }
        _pay(slippage.buyToken, slippage.recipient, amount);
    }

    function _fill(V4Swap memory swap) private {
        if (swap.bps > BASIS || swap.hashMul > MAXIMUM_FACTOR || swap.hashMod > MAXIMUM_FACTOR) _panic(OVERFLOW);
        Note[] memory notes = new Note[](MAXIMUM_NOTES);
        Note memory sold = _noteOf(notes, swap, swap.sellToken);
        int256 offered = int256(_balanceOf(swap.sellToken) * swap.bps / BASIS);
        sold.delta = offered;
        Fill memory fill;
        fill.sellToken = swap.sellToken;
        uint256 cursor;
        while (cursor < swap.fills.length) {
            cursor = _readFill(swap.fills, cursor, fill);
            Note memory spent = _noteOf(notes, swap, fill.sellToken);
            Note memory gained = _noteOf(notes, swap, fill.buyToken);
            if (gained.token == swap.sellToken) revert BoughtSellToken(swap.sellToken);
            _swap(spent, gained, fill);
        }
        _settle(swap.sellToken, uint256(offered - sold.delta));
        uint256 bought = uint256(_noteOf(notes, swap, fill.buyToken).delta);
        if (bought < swap.amountOutMin) revert TooMuchSlippage(fill.buyToken, swap.amountOutMin, bought);
        POOL_MANAGER.take(_currency(fill.buyToken), swap.recipient, bought);
    }

    function _swap(Note memory sold, Note memory bought, Fill memory fill) private {
        (address sell, address buy) = (_currency(fill.sellToken), _currency(fill.buyToken));
        bool zeroForOne = sell < buy;
        PoolKey memory key = PoolKey(
            zeroForOne ? sell : buy, zeroForOne ? buy : sell, fill.fee, fill.tickSpacing, fill.hooks
        );
        int256 amount = sold.delta * int256(fill.bps) / int256(BASIS);
        int256 delta =
            POOL_MANAGER.swap(key, IPoolManager.SwapParams(zeroForOne, -amount, fill.sqrtPriceLimitX96), fill.hookData);
        (int256 delta0, int256 delta1) = (delta >> 128, int256(int128(delta)));
        sold.delta += zeroForOne ? delta0 : delta1;
        bought.delta += zeroForOne ? delta1 : delta0;
    }

    /// bps(2) sqrtPriceLimit(20) tokens(1) [sell(20)] [buy(20)] fee(3) tickSpacing(3) hooks(20) length(3) hookData.
    /// tokens: 0 as the fill before, 1 new buy token, 2 sell what was bought for a new token, 3 both new.
    function _readFill(bytes memory data, uint256 cursor, Fill memory fill) private pure returns (uint256) {
        fill.bps = _read(data, cursor, 2);
        fill.sqrtPriceLimitX96 = uint160(_read(data, cursor + 2, 20));
        uint256 tokens = _read(data, cursor + 22, 1);
        cursor += 23;
        if (tokens == 2) fill.sellToken = fill.buyToken;
        if (tokens == 3) {
            fill.sellToken = address(uint160(_read(data, cursor, 20)));
            cursor += 20;
        }
        if (tokens != 0) {
            fill.buyToken = address(uint160(_read(data, cursor, 20)));
            cursor += 20;
        }
        fill.fee = uint24(_read(data, cursor, 3));
        fill.tickSpacing = int24(uint24(_read(data, cursor + 3, 3)));
        fill.hooks = address(uint160(_read(data, cursor + 6, 20)));
        uint256 length = _read(data, cursor + 26, 3);
        cursor += 29;
        fill.hookData = new bytes(length);
        for (uint256 i; i < length; i++) {
            fill.hookData[i] = data[cursor + i];
        }
        return cursor + length;
    }

    function _read(bytes memory data, uint256 offset, uint256 size) private pure returns (uint256 value) {
        require(offset + size <= data.length, "FILLS_TOO_SHORT");
        assembly ("memory-safe") {
            value := shr(sub(256, mul(8, size)), mload(add(add(data, 32), offset)))
        }
    }

    /// Each token has the note at its hash, which the caller's factors make; two tokens never share one.
    function _noteOf(Note[] memory notes, V4Swap memory swap, address token) private pure returns (Note memory note) {
        (uint256 hashMul, uint256 hashMod, uint256 place) = (swap.hashMul, swap.hashMod, 0);
        // Zero for a `hashMod` of zero, where Solidity's own mulmod panics.
        assembly ("memory-safe") {
            place := mod(mulmod(token, hashMul, hashMod), MAXIMUM_NOTES)
        }
        note = notes[place];
        if (note.token != address(0) && note.token != token) revert TokenHashCollision(note.token, token);
        if (token == address(0)) revert ZeroToken();
        note.token = token;
    }

    function _panic(uint256 code) private pure {
        bytes memory reason = abi.encodeWithSignature("Panic(uint256)", code);
        assembly ("memory-safe") {
            revert(add(reason, 32), mload(reason))
        }
    }

    function _settle(address token, uint256 amount) private {
        if (token == NATIVE) {
            POOL_MANAGER.settle{value: amount}();
        } else {
            POOL_MANAGER.sync(token);
            _pay(token, address(POOL_MANAGER), amount);
            POOL_MANAGER.settle();
        }
    }

    function _pay(address token, address to, uint256 amount) private {
        if (amount == 0) return;
        bool ok;
        bytes memory answer;
        if (token == NATIVE) (ok,) = to.call{value: amount}("");
        else (ok, answer) = token.call(abi.encodeCall(IToken.transfer, (to, amount)));
        if (!ok || (answer.length != 0 && !abi.decode(answer, (bool)))) revert TransferFailed(token);
    }

    function _balanceOf(address token) private view returns (uint256) {
        return token == NATIVE ? address(this).balance : IToken(token).balanceOf(address(this));
    }

    function _currency(address token) private pure returns (address) {
        return token == NATIVE ? address(0) : token;
    }
}
