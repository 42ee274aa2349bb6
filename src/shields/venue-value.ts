import { type Address, zeroAddress } from "viem";
import type { VenuePrice } from "../../schemas/venue-price.ts";
import { larger } from "../lib/integers.ts";

/** `wrappedNative` is worth its coin, in which all prices are. */
export type VenuePrices = { prices: readonly VenuePrice[]; wrappedNative: Address };

type VenueValue = { lowBase: bigint; highBase: bigint };

type Asked = { token: Address; amountBase: bigint; target: Address };

/** The value by venues' prices, ends rounded apart; undefined: a price is missing. */
export function venueValue(
  { prices, wrappedNative }: VenuePrices,
  { token, amountBase, target }: Asked,
): VenueValue | undefined {
  const priceOf = (of: Address): Price | undefined => {
    if (of === zeroAddress || of === wrappedNative) return COIN;
    const kept = prices.find((one) => one.token === of);
    if (kept === undefined) return undefined;
    const [first, second] = [BigInt(kept.coinInWei), BigInt(kept.coinOutWei)];
    const [lowWei, highWei] = first < second ? [first, second] : [second, first];
    return { tokenBase: BigInt(kept.tokenBase), lowWei, highWei };
  };
  const [from, to] = [priceOf(token), priceOf(target)];
  if (from === undefined || to === undefined) return undefined;
  if (from.tokenBase * from.lowWei === 0n || to.tokenBase * to.lowWei === 0n) return undefined;
  if (token === target || (from === COIN && to === COIN))
    return { lowBase: amountBase, highBase: amountBase };
  const above = from.tokenBase * to.lowWei;
  return {
    lowBase: (amountBase * from.lowWei * to.tokenBase) / (from.tokenBase * to.highWei),
    highBase: (amountBase * from.highWei * to.tokenBase + above - 1n) / above,
  };
}

type Price = { tokenBase: bigint; lowWei: bigint; highWei: bigint };
const COIN: Price = { tokenBase: 1n, lowWei: 1n, highWei: 1n };

/** The dearer of oracle and venue; without a venue's price the oracle's. */
export const dearerValue = (oracleBase: bigint, venue: VenueValue | undefined): bigint =>
  venue === undefined ? oracleBase : [venue.lowBase, venue.highBase].reduce(larger, oracleBase);

/** Within the tolerance in both directions. Exact; equal passes. */
export const isNearVenue = (
  oracleBase: bigint,
  { lowBase, highBase }: VenueValue,
  toleranceBps: number,
): boolean =>
  [lowBase, highBase].every((venueBase) => {
    const apart = oracleBase > venueBase ? oracleBase - venueBase : venueBase - oracleBase;
    return venueBase > 0n && apart * 10_000n <= BigInt(toleranceBps) * venueBase;
  });
