import type { VenueQuote } from "../kinds/venue-port.ts";
import { isNative } from "../lib/is-native.ts";
import { comparedTokens } from "./compared-tokens.ts";
import { movedBy } from "./moved-by.ts";
import type { GasFacts } from "./read-gas-facts.ts";

/**
 * What a quote's gas costs, in base units of the token by which quotes are compared, rounded up: by the quote itself where the
 * chain's coin is one of its tokens, else by the oracle. What a rollup charges for publishing is not in it. undefined: the venue
 * names no gas, or it cannot be valued.
 */
export function gasCost(quote: VenueQuote, gas: GasFacts | undefined): bigint | undefined {
  if (gas === undefined || quote.gasUnits <= 0n) return undefined;
  const wei = quote.gasUnits * gas.priceWei;
  const { compared, other } = comparedTokens(quote.request);
  const isCoin = (token: string) => isNative(token) || token.toLowerCase() === gas.wrappedNative.toLowerCase();
  if (isCoin(compared.address)) return wei;
  const { inBase, outBase } = movedBy(quote);
  const [comparedBase, otherBase] = quote.request.mode === "exactIn" ? [outBase, inBase] : [inBase, outBase];
  if (isCoin(other.address)) return otherBase === 0n ? undefined : (wei * comparedBase + otherBase - 1n) / otherBase;
  const worth = gas.coinWorth(wei);
  return worth === undefined ? undefined : worth + 1n;
}
