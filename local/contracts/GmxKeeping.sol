// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {GmxEvents} from "./GmxEvents.sol";
import {GmxOrderVault} from "./GmxOrderVault.sol";
import {GmxReader} from "./GmxReader.sol";
import {GmxStore} from "./GmxStore.sol";
import {Gmx} from "./GmxTypes.sol";
import {IToken, IWrappedNative} from "./Interfaces.sol";

/// What a keeper does with an order: executes it at the prices it brings, or cancels (a market order) or freezes it where it cannot be.
/// Profit is paid in the market's long token for a long, in its short token for a short, whatever the collateral is, as on chain.
abstract contract GmxKeeping {
    error Unauthorized(address msgSender, string role);
    error EmptyOrder();
    error EmptyPosition();
    error OrderNotFulfillableAtAcceptablePrice(uint256 price, uint256 acceptablePrice);
    error InvalidOrderPrices(uint256 min, uint256 max, uint256 triggerPrice, uint256 orderType);
    error MinPositionSize(uint256 positionSizeInUsd, uint256 minPositionSizeUsd);
    error InsufficientCollateralUsd(int256 remainingCollateralUsd);
    error InsufficientCollateralAmount(uint256 collateralAmount, int256 collateralDeltaAmount);
    error InvalidCollateralTokenForMarket(address market, address token);
    error InvalidDecreaseOrderSize(uint256 sizeDeltaUsd, uint256 positionSizeInUsd);
    error UnableToWithdrawCollateral(int256 estimatedRemainingCollateralUsd);

    struct Places {
        GmxStore store;
        GmxReader reader;
        GmxEvents events;
        GmxOrderVault vault;
        address wnt;
        address keeper;
    }

    /// One execution under way: the position, and what it costs and pays.
    struct Work {
        Gmx.Order order;
        Gmx.Market market;
        Gmx.Position position;
        bytes32 positionKey;
        Gmx.Prices prices;
        Gmx.Price collateral;
        uint256 price;
        int256 pnlUsd;
        uint256 sizeDeltaUsd;
        uint256 collateralOut;
    }

    GmxStore internal immutable STORE;
    GmxReader internal immutable READER;
    GmxEvents internal immutable EVENTS;
    GmxOrderVault internal immutable VAULT;
    address internal immutable WNT;
    address internal immutable KEEPER;
    uint256 internal nonce;

    constructor(Places memory p) {
        STORE = p.store;
        READER = p.reader;
        EVENTS = p.events;
        VAULT = p.vault;
        WNT = p.wnt;
        KEEPER = p.keeper;
    }

    modifier onlyKeeper() {
        if (msg.sender != KEEPER) revert Unauthorized(msg.sender, "ORDER_KEEPER");
        _;
    }

    /// `price` is what the order is executed at; a test brings a worse one than the market's.
    function executeOrder(bytes32 key, Gmx.Prices calldata prices, uint256 price) external onlyKeeper {
        Gmx.Order memory order = STORE.order(key);
        if (order.addresses.account == address(0)) revert EmptyOrder();
        try this.execute(key, prices, price) {
            STORE.removeOrder(key);
            EVENTS.order("OrderExecuted", key, order.addresses.account, "", "");
            _refundFee(order);
        } catch (bytes memory reason) {
            // What only waits for its trigger price stays as it is.
            if (bytes4(reason) == InvalidOrderPrices.selector) _bubble(reason);
            if (_isMarket(order) || bytes4(reason) == EmptyPosition.selector) {
                _cancel(key, order, "", reason);
                return;
            }
            order.flags.isFrozen = true;
            STORE.setOrder(key, order);
            EVENTS.order("OrderFrozen", key, order.addresses.account, "frozen", reason);
        }
    }

    function cancelByKeeper(bytes32 key, string calldata reason) external onlyKeeper {
        _cancel(key, STORE.order(key), reason, "");
    }

    function execute(bytes32 key, Gmx.Prices calldata prices, uint256 price) external {
        require(msg.sender == address(this), "NOT_SELF");
        Work memory work;
        work.order = STORE.order(key);
        work.market = STORE.market(work.order.addresses.market);
        work.prices = prices;
        work.price = price;
        address token = work.order.addresses.initialCollateralToken;
        if (token != work.market.longToken && token != work.market.shortToken) {
            revert InvalidCollateralTokenForMarket(work.market.marketToken, token);
        }
        work.collateral = token == work.market.longToken ? prices.long : prices.short;
        work.positionKey = Gmx.positionKey(
            work.order.addresses.account, work.market.marketToken, token, work.order.flags.isLong
        );
        work.position = STORE.position(work.positionKey);
        if (work.order.numbers.orderType <= Gmx.LIMIT_INCREASE) _increase(key, work);
        else _decrease(key, work);
    }

    function _increase(bytes32 key, Work memory work) private {
        Gmx.OrderNumbers memory n = work.order.numbers;
        bool isLong = work.order.flags.isLong;
        if (isLong ? work.price > n.acceptablePrice : work.price < n.acceptablePrice) {
            revert OrderNotFulfillableAtAcceptablePrice(work.price, n.acceptablePrice);
        }
        Gmx.PositionNumbers memory p = work.position.numbers;
        work.position.addresses = Gmx.PositionAddresses(
            work.order.addresses.account, work.market.marketToken, work.order.addresses.initialCollateralToken
        );
        work.position.flags.isLong = isLong;
        VAULT.transferOut(work.order.addresses.initialCollateralToken, address(this), n.initialCollateralDeltaAmount);
        uint256 cost = _settle(work, n.sizeDeltaUsd);
        p.collateralAmount += n.initialCollateralDeltaAmount;
        if (p.collateralAmount < cost) revert InsufficientCollateralAmount(p.collateralAmount, -int256(cost));
        p.collateralAmount -= cost;
        p.sizeInUsd += n.sizeDeltaUsd;
        p.sizeInTokens += isLong ? n.sizeDeltaUsd / work.price : (n.sizeDeltaUsd + work.price - 1) / work.price;
        p.increasedAtTime = block.timestamp;
        _requireSound(work, p);
        STORE.setPosition(work.positionKey, work.position);
        _tell("PositionIncrease", key, work, n.sizeDeltaUsd, n.initialCollateralDeltaAmount);
    }

    function _decrease(bytes32 key, Work memory work) private {
        Gmx.OrderNumbers memory n = work.order.numbers;
        Gmx.PositionNumbers memory p = work.position.numbers;
        bool isLong = work.order.flags.isLong;
        if (p.sizeInUsd == 0) revert EmptyPosition();
        _requireTrigger(work, n);
        if (isLong ? work.price < n.acceptablePrice : work.price > n.acceptablePrice) {
            revert OrderNotFulfillableAtAcceptablePrice(work.price, n.acceptablePrice);
        }
        work.sizeDeltaUsd = n.sizeDeltaUsd;
        if (work.sizeDeltaUsd > p.sizeInUsd) {
            if (n.orderType == Gmx.MARKET_DECREASE) revert InvalidDecreaseOrderSize(n.sizeDeltaUsd, p.sizeInUsd);
            work.sizeDeltaUsd = p.sizeInUsd;
        }
        bool isAll = work.sizeDeltaUsd == p.sizeInUsd;
        uint256 tokens = isAll ? p.sizeInTokens : p.sizeInTokens * work.sizeDeltaUsd / p.sizeInUsd;
        work.pnlUsd = isLong
            ? int256(tokens * work.price) - int256(work.sizeDeltaUsd)
            : int256(work.sizeDeltaUsd) - int256(tokens * work.price);
        uint256 cost = _settle(work, work.sizeDeltaUsd);
        if (work.pnlUsd < 0) cost += uint256(-work.pnlUsd) / work.collateral.min;
        uint256 wanted = n.initialCollateralDeltaAmount > p.collateralAmount
            ? p.collateralAmount
            : n.initialCollateralDeltaAmount;
        // GMX takes costs from what comes out first, then from what stays.
        p.collateralAmount = p.collateralAmount > cost ? p.collateralAmount - cost : 0;
        work.collateralOut = isAll || wanted > p.collateralAmount ? p.collateralAmount : wanted;
        p.collateralAmount -= work.collateralOut;
        p.sizeInUsd -= work.sizeDeltaUsd;
        p.sizeInTokens -= tokens;
        p.decreasedAtTime = block.timestamp;
        if (!isAll) _requireRest(work, p);
        STORE.setPosition(work.positionKey, work.position);
        _payOut(work);
        _tell("PositionDecrease", key, work, work.sizeDeltaUsd, work.collateralOut);
    }

    function _payOut(Work memory work) private {
        address receiver = work.order.addresses.receiver;
        _pay(work.order.addresses.initialCollateralToken, receiver, work.collateralOut);
        if (work.pnlUsd <= 0) return;
        bool isLong = work.order.flags.isLong;
        address token = isLong ? work.market.longToken : work.market.shortToken;
        uint256 price = isLong ? work.prices.long.max : work.prices.short.max;
        _pay(token, receiver, uint256(work.pnlUsd) / price);
    }

    /// Fee and what was owed, in collateral; what funding has earned can be claimed from now on.
    function _settle(Work memory work, uint256 sizeDeltaUsd) private returns (uint256 cost) {
        Gmx.Fees memory fees = READER.fees(STORE, work.positionKey, work.position, work.collateral, sizeDeltaUsd);
        _earn(work, work.market.longToken, "LOCAL_EARNED_LONG", fees.funding.claimableLongTokenAmount);
        _earn(work, work.market.shortToken, "LOCAL_EARNED_SHORT", fees.funding.claimableShortTokenAmount);
        STORE.setUint(keccak256(abi.encode(Gmx.name("LOCAL_BORROWING"), work.positionKey)), 0);
        STORE.setUint(keccak256(abi.encode(Gmx.name("LOCAL_FUNDING"), work.positionKey)), 0);
        return fees.totalCostAmount;
    }

    function _earn(Work memory work, address token, string memory kind, uint256 amount) private {
        if (amount == 0) return;
        bytes32 key = keccak256(
            abi.encode(
                Gmx.name("CLAIMABLE_FUNDING_AMOUNT"), work.market.marketToken, token, work.order.addresses.account
            )
        );
        STORE.setUint(key, STORE.getUint(key) + amount);
        STORE.setUint(keccak256(abi.encode(Gmx.name(kind), work.positionKey)), 0);
    }

    function _requireTrigger(Work memory work, Gmx.OrderNumbers memory n) private pure {
        if (n.orderType == Gmx.MARKET_DECREASE) return;
        bool isProfit = n.orderType == Gmx.LIMIT_DECREASE;
        bool waitsForRise = isProfit == work.order.flags.isLong;
        Gmx.Price memory index = work.prices.index;
        bool reached = work.order.flags.isLong
            ? (waitsForRise ? index.min >= n.triggerPrice : index.min <= n.triggerPrice)
            : (waitsForRise ? index.max >= n.triggerPrice : index.max <= n.triggerPrice);
        if (!reached) revert InvalidOrderPrices(index.min, index.max, n.triggerPrice, n.orderType);
    }

    function _requireSound(Work memory work, Gmx.PositionNumbers memory p) private view {
        uint256 least = STORE.getUint(Gmx.name("MIN_POSITION_SIZE_USD"));
        if (p.sizeInUsd < least) revert MinPositionSize(p.sizeInUsd, least);
        int256 left = _remaining(work, p);
        if (left < _needed(work, p)) revert InsufficientCollateralUsd(left);
    }

    function _requireRest(Work memory work, Gmx.PositionNumbers memory p) private view {
        int256 left = _remaining(work, p);
        if (left < _needed(work, p)) revert UnableToWithdrawCollateral(left);
    }

    function _remaining(Work memory work, Gmx.PositionNumbers memory p) private pure returns (int256) {
        int256 value = int256(p.sizeInTokens * work.price);
        int256 pnl = work.order.flags.isLong ? value - int256(p.sizeInUsd) : int256(p.sizeInUsd) - value;
        return int256(p.collateralAmount * work.collateral.min) + pnl;
    }

    function _needed(Work memory work, Gmx.PositionNumbers memory p) private view returns (int256) {
        uint256 factor =
            STORE.getUint(keccak256(abi.encode(Gmx.name("MIN_COLLATERAL_FACTOR"), work.market.marketToken)));
        uint256 needed = p.sizeInUsd * factor / 1e30;
        uint256 least = STORE.getUint(Gmx.name("MIN_COLLATERAL_USD"));
        return int256(needed > least ? needed : least);
    }

    function _tell(string memory name, bytes32 key, Work memory work, uint256 sizeDeltaUsd, uint256 collateralDelta)
        private
    {
        Gmx.PositionNumbers memory p = work.position.numbers;
        uint256[5] memory amounts = [work.price, sizeDeltaUsd, p.sizeInUsd, p.collateralAmount, collateralDelta];
        EVENTS.position(name, key, work.order.addresses.account, work.market.marketToken, amounts, work.pnlUsd);
    }

    function _touch(bytes32 key, Gmx.Order memory order) internal {
        order.numbers.updatedAtTime = block.timestamp;
        STORE.setOrder(key, order);
    }

    function _cancel(bytes32 key, Gmx.Order memory order, string memory reason, bytes memory reasonBytes) internal {
        STORE.removeOrder(key);
        if (order.numbers.orderType <= Gmx.LIMIT_INCREASE && order.numbers.initialCollateralDeltaAmount > 0) {
            VAULT.transferOut(
                order.addresses.initialCollateralToken,
                order.addresses.cancellationReceiver,
                order.numbers.initialCollateralDeltaAmount
            );
        }
        EVENTS.order("OrderCancelled", key, order.addresses.account, bytes(reason).length == 0 ? "error" : reason, reasonBytes);
        _refundFee(order);
    }

    /// Half of the fee is the keeper's; the rest goes back in the native coin.
    function _refundFee(Gmx.Order memory order) private {
        uint256 fee = order.numbers.executionFee;
        VAULT.transferOut(WNT, address(this), fee);
        IWrappedNative(WNT).withdraw(fee);
        (bool sent,) = order.addresses.cancellationReceiver.call{value: fee / 2}("");
        (bool paid,) = KEEPER.call{value: fee - fee / 2}("");
        require(sent && paid, "FEE_NOT_SENT");
    }

    function _pay(address token, address to, uint256 amount) internal {
        if (amount == 0) return;
        require(IToken(token).transfer(to, amount), "TRANSFER_FAILED");
    }

    function _isMarket(Gmx.Order memory order) internal pure returns (bool) {
        uint8 kind = order.numbers.orderType;
        return kind == Gmx.MARKET_INCREASE || kind == Gmx.MARKET_DECREASE;
    }

    function _bubble(bytes memory reason) private pure {
        assembly ("memory-safe") {
            revert(add(reason, 32), mload(reason))
        }
    }
}
