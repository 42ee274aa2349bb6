import type { TwapOrder } from "../../../schemas/twap-order.ts";

export const T0 = 1_700_000_000_000;
export const MINUTE = 60_000;

/**
 * A sell order of 50 USDC (6 decimals) for WETH (18): 20 + 20 + 10, every 10 minutes, never
 * attempted.
 */
export function orderFixture(fields: Partial<TwapOrder> = {}): TwapOrder {
  return {
    id: 7,
    side: "sell",
    sellToken: "USDC",
    buyToken: "WETH",
    sellTokenAddress: "0x00000000000000000000000000000000000000a1",
    buyTokenAddress: "0x00000000000000000000000000000000000000b2",
    totalAmount: "50",
    sliceAmount: "20",
    sliceCount: 3,
    intervalMinutes: 10,
    dex: "uniswap",
    chainId: 8453,
    vaultAddress: "0x00000000000000000000000000000000000000c3",
    operatorAddress: "0x00000000000000000000000000000000000000d4",
    active: true,
    createdAt: T0,
    consecutiveFailures: 0,
    amountSpent: "0",
    totalBought: "0",
    slicesExecuted: 0,
    autoExecute: true,
    status: "active",
    sellDecimals: 6,
    buyDecimals: 18,
    sellSymbol: "USDC",
    buySymbol: "WETH",
    totalBase: "50000000",
    sliceBase: "20000000",
    spentBase: "0",
    boughtBase: "0",
    amountsEstimated: false,
    pointIndex: 0,
    attemptsOfSlice: 0,
    ...fields,
  };
}
