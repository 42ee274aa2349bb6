// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {GmxPrices} from "./GmxPrices.sol";
import {GmxReader} from "./GmxReader.sol";
import {GmxStore} from "./GmxStore.sol";
import {Gmx} from "./GmxTypes.sol";
import {PositionValue} from "./PositionValue.sol";

/// What a vault's NAV counts of GMX: positions net of fees at Chainlink's prices, never below zero; funding that open positions have earned;
/// collateral and fee of pending increases. Not the fee of a pending decrease, nor what closed positions may still claim.
/// Source: GmxLib.sol of v3-contracts (docs/facts/gmx.md).
library GmxValue {
    // Documented addresses of chain 42161, the only one where a vault ever has such positions.
    GmxReader private constant READER = GmxReader(0x470fbC46bcC0f16532691Df360A07d8Bf5ee0789);
    GmxStore private constant STORE = GmxStore(0xFD70de6b91282D8017aA4E741e9Ae325CAb992d8);
    GmxPrices private constant PRICES = GmxPrices(0x38B8dB61b724b51e42A88Cb8eC564CD685a0f53B);

    /// `balances` with GMX's behind them. `wrappedNative` is what fees are paid in.
    function added(PositionValue.Balance[] memory balances, address wrappedNative)
        internal
        view
        returns (PositionValue.Balance[] memory all)
    {
        Gmx.Position[] memory positions = READER.getAccountPositions(STORE, address(this), 0, type(uint256).max);
        Gmx.OrderInfo[] memory orders = READER.getAccountOrders(STORE, address(this), 0, type(uint256).max);
        all = new PositionValue.Balance[](balances.length + positions.length * 3 + orders.length * 2);
        uint256 count = balances.length;
        for (uint256 i; i < count; i++) {
            all[i] = balances[i];
        }
        if (positions.length != 0) count = _positions(all, count, positions);
        for (uint256 i; i < orders.length; i++) {
            Gmx.OrderNumbers memory n = orders[i].order.numbers;
            if (n.orderType != Gmx.MARKET_INCREASE && n.orderType != Gmx.LIMIT_INCREASE) continue;
            address token = orders[i].order.addresses.initialCollateralToken;
            count = _add(all, count, token, int256(n.initialCollateralDeltaAmount));
            count = _add(all, count, wrappedNative, int256(n.executionFee));
        }
        assembly ("memory-safe") {
            mstore(all, count)
        }
    }

    function _positions(PositionValue.Balance[] memory all, uint256 count, Gmx.Position[] memory positions)
        private
        view
        returns (uint256)
    {
        address[] memory markets = new address[](positions.length);
        Gmx.Prices[] memory prices = new Gmx.Prices[](positions.length);
        Gmx.Market[] memory pools = new Gmx.Market[](positions.length);
        for (uint256 i; i < positions.length; i++) {
            markets[i] = positions[i].addresses.market;
            pools[i] = READER.getMarket(STORE, markets[i]);
            prices[i] = Gmx.Prices(_price(pools[i].indexToken), _price(pools[i].longToken), _price(pools[i].shortToken));
        }
        Gmx.PositionInfo[] memory infos = READER.getAccountPositionInfoList(
            STORE, address(0), address(this), markets, prices, address(0), 0, type(uint256).max
        );
        for (uint256 i; i < infos.length; i++) {
            int256 net = _net(infos[i]);
            if (net > 0) count = _add(all, count, infos[i].position.addresses.collateralToken, net);
            count = _add(all, count, pools[i].longToken, int256(infos[i].fees.funding.claimableLongTokenAmount));
            count = _add(all, count, pools[i].shortToken, int256(infos[i].fees.funding.claimableShortTokenAmount));
        }
        return count;
    }

    /// Profit is rounded down, loss up.
    function _net(Gmx.PositionInfo memory info) private pure returns (int256) {
        int256 held = int256(info.position.numbers.collateralAmount);
        Gmx.Price memory price = info.fees.collateralTokenPrice;
        if (price.min == 0 || price.max == 0) return held;
        int256 pnl = info.basePnlUsd >= 0
            ? info.basePnlUsd / int256(price.max)
            : -((-info.basePnlUsd + int256(price.min) - 1) / int256(price.min));
        return held + pnl - int256(info.fees.totalCostAmount);
    }

    /// Zero where Chainlink has no feed: a long then counts nothing, and a short all of its size as profit.
    function _price(address token) private view returns (Gmx.Price memory price) {
        try PRICES.getOraclePrice(token, "") returns (Gmx.ValidatedPrice memory read) {
            price = Gmx.Price(read.min, read.max);
        } catch {}
    }

    function _add(PositionValue.Balance[] memory all, uint256 count, address token, int256 amount)
        private
        pure
        returns (uint256)
    {
        if (amount == 0) return count;
        all[count] = PositionValue.Balance(token, amount);
        return count + 1;
    }
}
