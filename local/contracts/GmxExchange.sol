// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {GmxKeeping} from "./GmxKeeping.sol";
import {Gmx} from "./GmxTypes.sol";

/// GMX's ExchangeRouter and its order handler in one: an order is only written down here, the keeper executes it later (GmxKeeping.sol).
/// Errors are GMX's own, for the same reasons (gmx-synthetics, OrderUtils.sol, OrderHandler.sol, ExchangeRouter.sol).
contract GmxExchange is GmxKeeping {
    error EmptyMarket();
    error DisabledMarket(address market);
    error InsufficientExecutionFee(uint256 minExecutionFee, uint256 executionFee);
    error InsufficientWntAmountForExecutionFee(uint256 wntAmount, uint256 executionFee);
    error UnexpectedValidFromTime(uint256 orderType);
    error OrderTypeCannotBeCreated(uint256 orderType);
    error OrderNotUpdatable(uint256 orderType);
    error RequestNotYetCancellable(uint256 requestAge, uint256 requestExpirationAge, string requestType);
    error InvalidClaimFundingFeesInput(uint256 marketsLength, uint256 tokensLength);
    error InvalidClaimCollateralInput(uint256 marketsLength, uint256 tokensLength, uint256 timeKeysLength);
    error CollateralAlreadyClaimed(uint256 adjustedClaimableAmount, uint256 claimedAmount);

    constructor(Places memory places) GmxKeeping(places) {}

    receive() external payable {}

    function orderHandler() external view returns (address) {
        return address(this);
    }

    function orderVault() external view returns (address) {
        return address(VAULT);
    }

    function createOrder(Gmx.CreateParams calldata params) external payable returns (bytes32 key) {
        Gmx.Order memory order;
        uint256 collateral;
        uint256 fee = params.numbers.executionFee;
        if (params.orderType == Gmx.MARKET_INCREASE || params.orderType == Gmx.LIMIT_INCREASE) {
            collateral = VAULT.recordTransferIn(params.addresses.initialCollateralToken);
            if (params.addresses.initialCollateralToken == WNT) {
                if (collateral < fee) revert InsufficientWntAmountForExecutionFee(collateral, fee);
                collateral -= fee;
            } else {
                fee = _feeIn(fee);
            }
        } else if (params.orderType >= Gmx.MARKET_DECREASE && params.orderType <= Gmx.STOP_LOSS_DECREASE) {
            collateral = params.numbers.initialCollateralDeltaAmount;
            fee = _feeIn(fee);
        } else {
            revert OrderTypeCannotBeCreated(params.orderType);
        }
        _requireMarket(params.addresses.market);
        bool isMarket = params.orderType == Gmx.MARKET_INCREASE || params.orderType == Gmx.MARKET_DECREASE;
        if (isMarket && params.numbers.validFromTime != 0) revert UnexpectedValidFromTime(params.orderType);
        _requireFee(params.orderType <= Gmx.LIMIT_INCREASE, fee);
        order.addresses = Gmx.OrderAddresses(
            msg.sender,
            params.addresses.receiver,
            params.addresses.cancellationReceiver,
            params.addresses.callbackContract,
            params.addresses.uiFeeReceiver,
            params.addresses.market,
            params.addresses.initialCollateralToken,
            params.addresses.swapPath
        );
        order.numbers.orderType = params.orderType;
        order.numbers.decreasePositionSwapType = params.decreasePositionSwapType;
        order.numbers.sizeDeltaUsd = params.numbers.sizeDeltaUsd;
        order.numbers.initialCollateralDeltaAmount = collateral;
        order.numbers.triggerPrice = params.numbers.triggerPrice;
        order.numbers.acceptablePrice = params.numbers.acceptablePrice;
        order.numbers.executionFee = fee;
        order.numbers.minOutputAmount = params.numbers.minOutputAmount;
        order.numbers.validFromTime = params.numbers.validFromTime;
        order.flags = Gmx.OrderFlags(params.isLong, params.shouldUnwrapNativeToken, false, params.autoCancel);
        if (order.numbers.sizeDeltaUsd == 0 && collateral == 0) revert EmptyOrder();
        key = keccak256(abi.encode(address(STORE), ++nonce));
        _touch(key, order);
        EVENTS.order("OrderCreated", key, msg.sender, "", "");
    }

    function updateOrder(
        bytes32 key,
        uint256 sizeDeltaUsd,
        uint256 acceptablePrice,
        uint256 triggerPrice,
        uint256 minOutputAmount,
        uint256 validFromTime,
        bool autoCancel
    ) external payable {
        Gmx.Order memory order = STORE.order(key);
        if (order.addresses.account != msg.sender) revert Unauthorized(msg.sender, "account for updateOrder");
        if (_isMarket(order)) revert OrderNotUpdatable(order.numbers.orderType);
        order.numbers.sizeDeltaUsd = sizeDeltaUsd;
        order.numbers.acceptablePrice = acceptablePrice;
        order.numbers.triggerPrice = triggerPrice;
        order.numbers.minOutputAmount = minOutputAmount;
        order.numbers.validFromTime = validFromTime;
        order.flags.autoCancel = autoCancel;
        order.flags.isFrozen = false;
        order.numbers.executionFee += VAULT.recordTransferIn(WNT);
        _requireFee(order.numbers.orderType <= Gmx.LIMIT_INCREASE, order.numbers.executionFee);
        if (sizeDeltaUsd == 0 && order.numbers.initialCollateralDeltaAmount == 0) revert EmptyOrder();
        _touch(key, order);
        EVENTS.order("OrderUpdated", key, msg.sender, "", "");
    }

    /// Only a market order has to be old enough.
    function cancelOrder(bytes32 key) external payable {
        Gmx.Order memory order = STORE.order(key);
        if (order.addresses.account == address(0)) revert EmptyOrder();
        if (order.addresses.account != msg.sender) revert Unauthorized(msg.sender, "account for cancelOrder");
        uint256 least = STORE.getUint(Gmx.name("REQUEST_EXPIRATION_TIME"));
        uint256 age = block.timestamp - order.numbers.updatedAtTime;
        if (_isMarket(order) && age < least) revert RequestNotYetCancellable(age, least, "Order");
        _cancel(key, order, "USER_INITIATED_CANCEL", "");
    }

    function claimFundingFees(address[] calldata markets, address[] calldata tokens, address receiver)
        external
        payable
        returns (uint256[] memory claimed)
    {
        if (markets.length != tokens.length) revert InvalidClaimFundingFeesInput(markets.length, tokens.length);
        claimed = new uint256[](markets.length);
        for (uint256 i; i < markets.length; i++) {
            bytes32 key =
                keccak256(abi.encode(Gmx.name("CLAIMABLE_FUNDING_AMOUNT"), markets[i], tokens[i], msg.sender));
            claimed[i] = STORE.getUint(key);
            STORE.setUint(key, 0);
            _pay(tokens[i], receiver, claimed[i]);
        }
    }

    function claimCollateral(
        address[] calldata markets,
        address[] calldata tokens,
        uint256[] calldata timeKeys,
        address receiver
    ) external payable returns (uint256[] memory claimed) {
        if (markets.length != tokens.length || tokens.length != timeKeys.length) {
            revert InvalidClaimCollateralInput(markets.length, tokens.length, timeKeys.length);
        }
        claimed = new uint256[](markets.length);
        for (uint256 i; i < markets.length; i++) {
            claimed[i] = _claimCollateral(markets[i], tokens[i], timeKeys[i], receiver);
        }
    }

    function _claimCollateral(address market, address token, uint256 timeKey, address receiver)
        private
        returns (uint256 amount)
    {
        uint256 withheld = STORE.getUint(
            keccak256(abi.encode(Gmx.name("CLAIMABLE_COLLATERAL_AMOUNT"), market, token, timeKey, msg.sender))
        );
        uint256 factor = STORE.getUint(
            keccak256(abi.encode(Gmx.name("CLAIMABLE_COLLATERAL_FACTOR"), market, token, timeKey, msg.sender))
        );
        bytes32 key = keccak256(abi.encode(Gmx.name("CLAIMED_COLLATERAL_AMOUNT"), market, token, timeKey, msg.sender));
        uint256 before = STORE.getUint(key);
        uint256 claimable = withheld * factor / 1e30;
        if (claimable <= before) revert CollateralAlreadyClaimed(claimable, before);
        amount = claimable - before;
        STORE.setUint(key, claimable);
        _pay(token, receiver, amount);
    }

    function _feeIn(uint256 named) private returns (uint256 fee) {
        fee = VAULT.recordTransferIn(WNT);
        if (fee < named) revert InsufficientWntAmountForExecutionFee(fee, named);
    }

    function _requireMarket(address market) private view {
        if (STORE.market(market).marketToken == address(0)) revert EmptyMarket();
        if (STORE.getBool(keccak256(abi.encode(Gmx.name("IS_MARKET_DISABLED"), market)))) {
            revert DisabledMarket(market);
        }
    }

    function _requireFee(bool isIncrease, uint256 fee) private view {
        uint256 gasLimit = STORE.getUint(Gmx.name(isIncrease ? "INCREASE_ORDER_GAS_LIMIT" : "DECREASE_ORDER_GAS_LIMIT"));
        uint256 total = STORE.getUint(Gmx.name("ESTIMATED_GAS_FEE_BASE_AMOUNT_V2_1"))
            + 3 * STORE.getUint(Gmx.name("ESTIMATED_GAS_FEE_PER_ORACLE_PRICE"))
            + gasLimit * STORE.getUint(Gmx.name("ESTIMATED_GAS_FEE_MULTIPLIER_FACTOR")) / 1e30;
        uint256 least = total * tx.gasprice;
        if (fee < least) revert InsufficientExecutionFee(least, fee);
    }
}
