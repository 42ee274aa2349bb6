// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// The tuples of GMX's interface, field by field as its contracts encode them (docs/facts/gmx.md). Dollars have 30 decimals, a price is
/// dollars for one base unit.
library Gmx {
    uint8 internal constant MARKET_INCREASE = 2;
    uint8 internal constant LIMIT_INCREASE = 3;
    uint8 internal constant MARKET_DECREASE = 4;
    uint8 internal constant LIMIT_DECREASE = 5;
    uint8 internal constant STOP_LOSS_DECREASE = 6;

    struct Price {
        uint256 min;
        uint256 max;
    }

    struct Prices {
        Price index;
        Price long;
        Price short;
    }

    struct Market {
        address marketToken;
        address indexToken;
        address longToken;
        address shortToken;
    }

    struct PositionAddresses {
        address account;
        address market;
        address collateralToken;
    }

    struct PositionNumbers {
        uint256 sizeInUsd;
        uint256 sizeInTokens;
        uint256 collateralAmount;
        int256 pendingImpactAmount;
        uint256 borrowingFactor;
        uint256 fundingFeeAmountPerSize;
        uint256 longTokenClaimableFundingAmountPerSize;
        uint256 shortTokenClaimableFundingAmountPerSize;
        uint256 increasedAtTime;
        uint256 decreasedAtTime;
    }

    struct PositionFlags {
        bool isLong;
    }

    struct Position {
        PositionAddresses addresses;
        PositionNumbers numbers;
        PositionFlags flags;
    }

    struct OrderAddresses {
        address account;
        address receiver;
        address cancellationReceiver;
        address callbackContract;
        address uiFeeReceiver;
        address market;
        address initialCollateralToken;
        address[] swapPath;
    }

    struct OrderNumbers {
        uint8 orderType;
        uint8 decreasePositionSwapType;
        uint256 sizeDeltaUsd;
        uint256 initialCollateralDeltaAmount;
        uint256 triggerPrice;
        uint256 acceptablePrice;
        uint256 executionFee;
        uint256 callbackGasLimit;
        uint256 minOutputAmount;
        uint256 updatedAtTime;
        uint256 validFromTime;
        uint256 srcChainId;
    }

    struct OrderFlags {
        bool isLong;
        bool shouldUnwrapNativeToken;
        bool isFrozen;
        bool autoCancel;
    }

    struct Order {
        OrderAddresses addresses;
        OrderNumbers numbers;
        OrderFlags flags;
        bytes32[] dataList;
    }

    struct OrderInfo {
        bytes32 orderKey;
        Order order;
    }

    struct CreateAddresses {
        address receiver;
        address cancellationReceiver;
        address callbackContract;
        address uiFeeReceiver;
        address market;
        address initialCollateralToken;
        address[] swapPath;
    }

    struct CreateNumbers {
        uint256 sizeDeltaUsd;
        uint256 initialCollateralDeltaAmount;
        uint256 triggerPrice;
        uint256 acceptablePrice;
        uint256 executionFee;
        uint256 callbackGasLimit;
        uint256 minOutputAmount;
        uint256 validFromTime;
    }

    struct CreateParams {
        CreateAddresses addresses;
        CreateNumbers numbers;
        uint8 orderType;
        uint8 decreasePositionSwapType;
        bool isLong;
        bool shouldUnwrapNativeToken;
        bool autoCancel;
        bytes32 referralCode;
        bytes32[] dataList;
    }

    struct ReferralFees {
        bytes32 referralCode;
        address affiliate;
        address trader;
        uint256[7] amounts;
    }

    struct FundingFees {
        uint256 fundingFeeAmount;
        uint256 claimableLongTokenAmount;
        uint256 claimableShortTokenAmount;
        uint256[3] latestPerSize;
    }

    struct BorrowingFees {
        uint256 borrowingFeeUsd;
        uint256 borrowingFeeAmount;
        uint256[2] ofReceiver;
    }

    struct UiFees {
        address uiFeeReceiver;
        uint256[2] amounts;
    }

    struct Fees {
        ReferralFees referral;
        uint256[3] pro;
        FundingFees funding;
        BorrowingFees borrowing;
        UiFees ui;
        uint256[4] liquidation;
        Price collateralTokenPrice;
        uint256 positionFeeFactor;
        uint256[5] ofReceivers;
        uint256 positionFeeAmount;
        uint256 totalCostAmountExcludingFunding;
        uint256 totalCostAmount;
        uint256 totalDiscountAmount;
    }

    struct ExecutionPrice {
        int256 priceImpactUsd;
        uint256 executionPrice;
        bool balanceWasImproved;
        int256 proportionalPendingImpactUsd;
        int256 totalImpactUsd;
        uint256 priceImpactDiffUsd;
    }

    struct PositionInfo {
        bytes32 positionKey;
        Position position;
        Fees fees;
        ExecutionPrice executionPriceResult;
        int256 basePnlUsd;
        int256 uncappedBasePnlUsd;
        int256 pnlAfterPriceImpactUsd;
    }

    struct ValidatedPrice {
        address token;
        uint256 min;
        uint256 max;
        uint256 timestamp;
        address provider;
    }

    function positionKey(address account, address market, address collateralToken, bool isLong)
        internal
        pure
        returns (bytes32)
    {
        return keccak256(abi.encode(account, market, collateralToken, isLong));
    }

    /// A key of the data store: the hash of a name, alone or with parameters.
    function name(string memory text) internal pure returns (bytes32) {
        return keccak256(abi.encode(text));
    }
}
