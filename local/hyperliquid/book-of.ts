import type { CoreMarket } from "./core-markets.ts";

/** The best offers: a basis point around the mark price. */
export const bookOf = ({ priceE8 }: CoreMarket) => ({
  bidE8: (priceE8 * 9_999n) / 10_000n,
  askE8: (priceE8 * 10_001n) / 10_000n,
});
