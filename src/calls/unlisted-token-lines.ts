import type { ChainAddresses } from "../chain/addresses.ts";
import type { Token } from "../chain/token.ts";
import { isNative } from "../lib/is-native.ts";

type Known = Pick<ChainAddresses, "tokens" | "wrappedNative">;

/**
 * The address of each token that is not of the chain's own table, whose maker chooses its symbol, with letters of other scripts too, and may
 * have made its oracle pool.
 */
export function unlistedTokenLines(
  { tokens, wrappedNative }: Known,
  named: readonly Pick<Token, "address" | "symbol">[],
): string[] {
  const listed = [wrappedNative, ...tokens.map(({ address }) => address)].map((address) => address.toLowerCase());
  return named
    .filter(({ address }) => !isNative(address) && !listed.includes(address.toLowerCase()))
    .map(({ address, symbol }) => `Not a listed token: what calls itself ${symbol} is ${address}. Check the address.`);
}
