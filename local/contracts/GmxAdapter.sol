// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {AdapterBase} from "./AdapterBase.sol";
import {Gmx} from "./GmxTypes.sol";
import {GmxStore} from "./GmxStore.sol";
import {GmxReader} from "./GmxReader.sol";
import {GmxExchange} from "./GmxExchange.sol";
import {IToken, IWrappedNative} from "./Interfaces.sol";
import {VaultStorage} from "./VaultStorage.sol";

interface IFeeds {
    function hasPriceFeed(address token) external view returns (bool);
}

/// A vault's way to GMX. Who receives, callback, swap path, fee and referral of the parameters are not used: the adapter sets them.
/// Source: AGmxV2.sol and GmxLib.sol of v3-contracts (docs/facts/gmx.md).
contract GmxAdapter is AdapterBase {
    error ExecutionFeeExceedsMax();
    error InvalidIncreaseOrderType();
    error InvalidDecreaseOrderType();
    error MaxGmxPositionsReached();
    error TokenPriceFeedDoesNotExist(address token);

    uint256 private constant MAX_EXECUTION_FEE = 0.05 ether;
    uint256 private constant MAX_POSITIONS = 32;

    GmxExchange private immutable ROUTER;
    GmxStore private immutable STORE;
    GmxReader private immutable READER;
    address private immutable WNT;

    constructor(address payable router, GmxStore store, GmxReader reader, address wnt) {
        ROUTER = GmxExchange(router);
        STORE = store;
        READER = reader;
        WNT = wnt;
    }

    function createIncreaseOrder(Gmx.CreateParams calldata params)
        external
        nonReentrant
        onlyDelegateCall
        returns (bytes32 key)
    {
        _requirePlace(params.addresses.market, params.addresses.initialCollateralToken, params.isLong);
        uint256 fee = _fee(true);
        if (params.orderType != Gmx.MARKET_INCREASE) revert InvalidIncreaseOrderType();
        address token = params.addresses.initialCollateralToken;
        _track(token);
        uint256 amount = params.numbers.initialCollateralDeltaAmount;
        if (token == WNT) {
            _sendWeth(amount + fee);
        } else {
            _requireWeth(fee);
            require(IToken(token).transfer(ROUTER.orderVault(), amount), "TRANSFER_FAILED");
            _sendWeth(fee);
        }
        Gmx.CreateNumbers memory n;
        n.sizeDeltaUsd = params.numbers.sizeDeltaUsd;
        n.initialCollateralDeltaAmount = amount;
        n.acceptablePrice = params.numbers.acceptablePrice;
        n.executionFee = fee;
        key = _create(params, n, Gmx.MARKET_INCREASE, false);
        VaultStorage.markPerps();
    }

    function createDecreaseOrder(Gmx.CreateParams calldata params)
        external
        nonReentrant
        onlyDelegateCall
        returns (bytes32)
    {
        uint256 fee = _fee(false);
        if (params.orderType < Gmx.MARKET_DECREASE || params.orderType > Gmx.STOP_LOSS_DECREASE) {
            revert InvalidDecreaseOrderType();
        }
        _sendWeth(fee);
        Gmx.CreateNumbers memory n = params.numbers;
        n.executionFee = fee;
        n.callbackGasLimit = 0;
        return _create(params, n, params.orderType, params.autoCancel);
    }

    function updateOrder(
        bytes32 key,
        uint256 sizeDeltaUsd,
        uint256 acceptablePrice,
        uint256 triggerPrice,
        uint256 minOutputAmount,
        uint256 validFromTime,
        bool autoCancel
    ) external nonReentrant onlyDelegateCall {
        uint256 fee = _fee(true);
        if (fee > 0) _sendWeth(fee);
        ROUTER.updateOrder(
            key, sizeDeltaUsd, acceptablePrice, triggerPrice, minOutputAmount, validFromTime, autoCancel
        );
    }

    function cancelOrder(bytes32 key) external nonReentrant onlyDelegateCall {
        ROUTER.cancelOrder(key);
    }

    function claimFundingFees(address[] calldata markets, address[] calldata tokens, address)
        external
        nonReentrant
        onlyDelegateCall
    {
        for (uint256 i; i < tokens.length; i++) {
            _track(tokens[i]);
        }
        ROUTER.claimFundingFees(markets, tokens, address(this));
    }

    function claimCollateral(
        address[] calldata markets,
        address[] calldata tokens,
        uint256[] calldata timeKeys,
        address
    ) external nonReentrant onlyDelegateCall {
        for (uint256 i; i < tokens.length; i++) {
            _track(tokens[i]);
        }
        ROUTER.claimCollateral(markets, tokens, timeKeys, address(this));
    }

    function _create(Gmx.CreateParams calldata params, Gmx.CreateNumbers memory n, uint8 orderType, bool autoCancel)
        private
        returns (bytes32)
    {
        Gmx.CreateParams memory p;
        p.addresses.receiver = address(this);
        p.addresses.cancellationReceiver = address(this);
        p.addresses.uiFeeReceiver = address(this);
        p.addresses.market = params.addresses.market;
        p.addresses.initialCollateralToken = params.addresses.initialCollateralToken;
        p.addresses.swapPath = new address[](0);
        p.numbers = n;
        p.orderType = orderType;
        p.isLong = params.isLong;
        p.autoCancel = autoCancel;
        p.dataList = new bytes32[](0);
        return ROUTER.createOrder(p);
    }

    function _requirePlace(address market, address token, bool isLong) private view {
        bytes32 key = Gmx.positionKey(address(this), market, token, isLong);
        if (STORE.getUint(keccak256(abi.encode(key, Gmx.name("SIZE_IN_USD")))) > 0) return;
        if (READER.getAccountPositions(STORE, address(this), 0, MAX_POSITIONS).length >= MAX_POSITIONS) {
            revert MaxGmxPositionsReached();
        }
    }

    /// Gas as GMX estimates it, at the price of this transaction: nothing in a call without one.
    function _fee(bool isIncrease) private view returns (uint256 fee) {
        uint256 gasLimit = STORE.getUint(Gmx.name(isIncrease ? "INCREASE_ORDER_GAS_LIMIT" : "DECREASE_ORDER_GAS_LIMIT"));
        uint256 total = STORE.getUint(Gmx.name("ESTIMATED_GAS_FEE_BASE_AMOUNT_V2_1"))
            + 3 * STORE.getUint(Gmx.name("ESTIMATED_GAS_FEE_PER_ORACLE_PRICE"))
            + gasLimit * STORE.getUint(Gmx.name("ESTIMATED_GAS_FEE_MULTIPLIER_FACTOR")) / 1e30;
        fee = total * tx.gasprice;
        if (fee > MAX_EXECUTION_FEE) revert ExecutionFeeExceedsMax();
    }

    function _track(address token) private {
        if (token == address(0) || token == VaultStorage.pool().baseToken) return;
        if (!IFeeds(address(this)).hasPriceFeed(token)) revert TokenPriceFeedDoesNotExist(token);
        VaultStorage.activate(token);
    }

    function _sendWeth(uint256 amount) private {
        _requireWeth(amount);
        require(IToken(WNT).transfer(ROUTER.orderVault(), amount), "TRANSFER_FAILED");
    }

    /// Wraps what is missing of it.
    function _requireWeth(uint256 amount) private {
        uint256 held = IToken(WNT).balanceOf(address(this));
        if (held >= amount) return;
        _requireNative(amount - held);
        IWrappedNative(WNT).deposit{value: amount - held}();
    }
}
