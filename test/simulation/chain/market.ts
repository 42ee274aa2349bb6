const ONE_WETH = 10n ** 18n;
const ALL_BPS = 10_000n;

/** USDC base units for 1 WETH when a history begins. */
export const FIRST_PRICE = 2_000_000_000n;

/**
 * What an oracle, a venue or a pool says at a price of so many USDC base units for 1 WETH. `isWeth`
 * tells whether the amount given is WETH (else USDC).
 */
export const market = {
  /** At that price. */
  convert: (amountBase: bigint, isWeth: boolean, price: bigint): bigint =>
    isWeth ? (amountBase * price) / ONE_WETH : (amountBase * ONE_WETH) / price,
  /** Output of an exact input, `costBps` below it. */
  out: (amountInBase: bigint, isWethIn: boolean, { price, costBps }: Terms): bigint =>
    (market.convert(amountInBase, isWethIn, price) * (ALL_BPS - costBps)) / ALL_BPS,
  /** Input of an exact output, `costBps` above it. */
  in: (amountOutBase: bigint, isWethOut: boolean, { price, costBps }: Terms): bigint =>
    (market.convert(amountOutBase, isWethOut, price) * (ALL_BPS + costBps)) / ALL_BPS + 1n,
};

type Terms = { price: bigint; costBps: bigint };
