// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Gmx} from "./GmxTypes.sol";
import {GmxStore} from "./GmxStore.sol";

/// The views of GMX's Reader that a vault and this service use. Price impact is zero here; funding and borrowing are what the keeper set.
contract GmxReader {
    error EmptyMarketPrice(address market);

    function getMarket(GmxStore store, address key) external view returns (Gmx.Market memory) {
        return store.market(key);
    }

    function getAccountPositions(GmxStore store, address account, uint256 start, uint256 end)
        external
        view
        returns (Gmx.Position[] memory list)
    {
        bytes32[] memory keys = _slice(store.positionKeysOf(account), start, end);
        list = new Gmx.Position[](keys.length);
        for (uint256 i; i < keys.length; i++) {
            list[i] = store.position(keys[i]);
        }
    }

    function getAccountOrders(GmxStore store, address account, uint256 start, uint256 end)
        external
        view
        returns (Gmx.OrderInfo[] memory list)
    {
        bytes32[] memory keys = _slice(store.orderKeysOf(account), start, end);
        list = new Gmx.OrderInfo[](keys.length);
        for (uint256 i; i < keys.length; i++) {
            list[i] = Gmx.OrderInfo(keys[i], store.order(keys[i]));
        }
    }

    function getAccountPositionInfoList(
        GmxStore store,
        address,
        address account,
        address[] calldata markets,
        Gmx.Prices[] calldata prices,
        address,
        uint256 start,
        uint256 end
    ) external view returns (Gmx.PositionInfo[] memory list) {
        bytes32[] memory keys = _slice(store.positionKeysOf(account), start, end);
        list = new Gmx.PositionInfo[](keys.length);
        for (uint256 i; i < keys.length; i++) {
            Gmx.Position memory position = store.position(keys[i]);
            list[i] = info(store, keys[i], position, _pricesOf(markets, prices, position.addresses.market));
        }
    }

    /// What closing all of a position would do at these prices.
    function info(GmxStore store, bytes32 key, Gmx.Position memory position, Gmx.Prices memory prices)
        public
        view
        returns (Gmx.PositionInfo memory result)
    {
        Gmx.Market memory market = store.market(position.addresses.market);
        result.positionKey = key;
        result.position = position;
        Gmx.Price memory collateral =
            position.addresses.collateralToken == market.longToken ? prices.long : prices.short;
        result.fees = fees(store, key, position, collateral, position.numbers.sizeInUsd);
        uint256 price = position.flags.isLong ? prices.index.min : prices.index.max;
        int256 value = int256(position.numbers.sizeInTokens * price);
        int256 size = int256(position.numbers.sizeInUsd);
        result.executionPriceResult.executionPrice = price;
        result.basePnlUsd = position.flags.isLong ? value - size : size - value;
        result.uncappedBasePnlUsd = result.basePnlUsd;
        result.pnlAfterPriceImpactUsd = result.basePnlUsd;
    }

    /// The fee for a change of size, and all that is owed since the position was last touched.
    function fees(
        GmxStore store,
        bytes32 key,
        Gmx.Position memory position,
        Gmx.Price memory collateral,
        uint256 sizeDeltaUsd
    ) public view returns (Gmx.Fees memory f) {
        f.collateralTokenPrice = collateral;
        f.positionFeeFactor =
            store.getUint(keccak256(abi.encode(Gmx.name("POSITION_FEE_FACTOR"), position.addresses.market, false)));
        uint256 floor = collateral.min == 0 ? 1 : collateral.min;
        f.positionFeeAmount = sizeDeltaUsd * f.positionFeeFactor / 1e30 / floor;
        f.borrowing.borrowingFeeUsd = store.getUint(keccak256(abi.encode(Gmx.name("LOCAL_BORROWING"), key)));
        f.borrowing.borrowingFeeAmount = f.borrowing.borrowingFeeUsd / floor;
        f.funding.fundingFeeAmount = store.getUint(keccak256(abi.encode(Gmx.name("LOCAL_FUNDING"), key)));
        f.funding.claimableLongTokenAmount = store.getUint(keccak256(abi.encode(Gmx.name("LOCAL_EARNED_LONG"), key)));
        f.funding.claimableShortTokenAmount = store.getUint(keccak256(abi.encode(Gmx.name("LOCAL_EARNED_SHORT"), key)));
        f.totalCostAmountExcludingFunding = f.positionFeeAmount + f.borrowing.borrowingFeeAmount;
        f.totalCostAmount = f.totalCostAmountExcludingFunding + f.funding.fundingFeeAmount;
    }

    function _pricesOf(address[] calldata markets, Gmx.Prices[] calldata prices, address market)
        private
        pure
        returns (Gmx.Prices memory)
    {
        for (uint256 i; i < markets.length; i++) {
            if (markets[i] == market) return prices[i];
        }
        revert EmptyMarketPrice(market);
    }

    function _slice(bytes32[] memory keys, uint256 start, uint256 end) private pure returns (bytes32[] memory part) {
        if (end > keys.length) end = keys.length;
        if (start >= end) return new bytes32[](0);
        part = new bytes32[](end - start);
        for (uint256 i = start; i < end; i++) {
            part[i - start] = keys[i];
        }
    }
}
