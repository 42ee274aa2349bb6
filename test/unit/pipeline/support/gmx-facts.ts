import { type Address, type Hex, zeroAddress, zeroHash } from "viem";
import { allow } from "../../../../src/lib/verdict.ts";
import type { GmxVenue } from "../../../../src/venues/gmx.ts";

const MARKET: Address = "0x70d95587d40a2caf56bd97485ab3eec10bee6336";
const KEY: Hex = `0x${"ab".repeat(32)}`;
const USD = 10n ** 30n;
const zeros = <N extends number>(count: N): bigint[] => Array.from({ length: count }, () => 0n);

/**
 * A long of 4,000 dollars in ETH at 2,500 behind 2,000 USDC, and a take profit that waits; every
 * value of the data store is 5.
 */
export function gmxFacts({ vault, weth, usdc }: { vault: Address; weth: Address; usdc: Address }) {
  const price = { min: 2_500n * 10n ** 12n, max: 2_500n * 10n ** 12n };
  const dollar = { min: 10n ** 24n, max: 10n ** 24n };
  const position = {
    addresses: { account: vault, market: MARKET, collateralToken: usdc },
    numbers: {
      ...{
        sizeInUsd: 4_000n * USD,
        sizeInTokens: 16n * 10n ** 17n,
        collateralAmount: 2_000_000_000n,
      },
      ...{ pendingImpactAmount: 0n, factors: zeros(4), increasedAtTime: 1n, decreasedAtTime: 0n },
    },
    isLong: true,
  };
  const fees = {
    ...{
      referral: zeros(10),
      pro: zeros(3),
      ui: zeros(3),
      liquidation: zeros(4),
      factors: zeros(6),
    },
    funding: {
      ...{
        fundingFeeAmount: 0n,
        claimableLongTokenAmount: 0n,
        claimableShortTokenAmount: 0n,
        latest: zeros(3),
      },
    },
    borrowing: { borrowingFeeUsd: 0n, borrowingFeeAmount: 0n, ofReceiver: zeros(2) },
    ...{
      collateralTokenPrice: dollar,
      positionFeeAmount: 2_400_000n,
      totalCostAmountExcludingFunding: 2_400_000n,
    },
    ...{ totalCostAmount: 2_400_000n, totalDiscountAmount: 0n },
  };
  const execution = {
    ...{ priceImpactUsd: 0n, executionPrice: price.min, balanceWasImproved: false },
    ...{ proportionalPendingImpactUsd: 0n, totalImpactUsd: 0n, priceImpactDiffUsd: 0n },
  };
  const info = {
    positionKey: KEY,
    position,
    fees,
    execution,
    basePnlUsd: 0n,
    uncappedBasePnlUsd: 0n,
    pnlAfterPriceImpactUsd: 0n,
  };
  const order = {
    addresses: {
      ...{
        account: vault,
        receiver: vault,
        cancellationReceiver: vault,
        callbackContract: zeroAddress,
      },
      ...{ uiFeeReceiver: vault, market: MARKET, initialCollateralToken: usdc, swapPath: [] },
    },
    numbers: {
      ...{
        orderType: 5,
        decreasePositionSwapType: 0,
        sizeDeltaUsd: 1_000n * USD,
        initialCollateralDeltaAmount: 7n,
      },
      ...{
        triggerPrice: 2_700n * 10n ** 12n,
        acceptablePrice: 2_600n * 10n ** 12n,
        executionFee: 3n,
        callbackGasLimit: 0n,
      },
      ...{ minOutputAmount: 0n, updatedAtTime: 1n, validFromTime: 0n, srcChainId: 0n },
    },
    flags: { isLong: true, shouldUnwrapNativeToken: false, isFrozen: false, autoCancel: true },
    dataList: [zeroHash],
  };
  const venue: GmxVenue = {
    snapshot: async () =>
      allow({
        markets: [
          {
            market: MARKET,
            indexToken: weth,
            longToken: weth,
            shortToken: usdc,
            name: "ETH/USD [WETH-USDC]",
            isListed: true,
          },
        ],
        tokens: new Map([
          [weth, { symbol: "ETH", decimals: 18 }],
          [usdc, { symbol: "USDC", decimals: 6 }],
        ]),
        tickers: new Map([
          [weth, { ...price, updatedAtMs: Number.MAX_SAFE_INTEGER }],
          [usdc, { ...dollar, updatedAtMs: Number.MAX_SAFE_INTEGER }],
        ]),
      }),
  };
  return {
    venue,
    facts: {
      getAccountPositions: () => [position],
      getAccountPositionInfoList: () => [info],
      getAccountOrders: () => [{ orderKey: KEY, order }],
      getUint: () => 5n,
    },
  };
}
