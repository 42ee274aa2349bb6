/** USDC base units for 1 WETH: the simulated market never moves, only what a swap costs does. */
const USDC_PER_WETH = 2_000_000_000n;
const ONE_WETH = 10n ** 18n;
const ALL_BPS = 10_000n;

/** What the oracle, the venue and the pool say. `weth` tells whether the amount given is WETH (else USDC). */
export const market = {
  /** At the oracle's price. */
  convert: (amountBase: bigint, isWeth: boolean): bigint =>
    isWeth ? (amountBase * USDC_PER_WETH) / ONE_WETH : (amountBase * ONE_WETH) / USDC_PER_WETH,
  /** Output of an exact input, `costBps` below the oracle. */
  out: (amountInBase: bigint, isWethIn: boolean, costBps: bigint): bigint =>
    (market.convert(amountInBase, isWethIn) * (ALL_BPS - costBps)) / ALL_BPS,
  /** Input of an exact output, `costBps` above the oracle. */
  in: (amountOutBase: bigint, isWethOut: boolean, costBps: bigint): bigint =>
    (market.convert(amountOutBase, isWethOut) * (ALL_BPS + costBps)) / ALL_BPS + 1n,
};
