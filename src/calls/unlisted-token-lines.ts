import type { AttemptSwap } from "../../schemas/attempt.ts";
import type { ChainAddresses } from "../chain/addresses.ts";
import { isNative } from "../lib/is-native.ts";

type Known = Pick<ChainAddresses, "tokens" | "wrappedNative">;
type Sides = Pick<AttemptSwap, "tokenIn" | "tokenOut" | "symbolIn" | "symbolOut">;

/**
 * For the operator who approves a swap: the address of each token that is not of the chain's own table. The maker of such a
 * token chooses its symbol, with letters of other scripts too, and may have made its oracle pool.
 */
export function unlistedTokenLines({ tokens, wrappedNative }: Known, swap: Sides | null): string[] {
  if (swap === null) return [];
  const listed = [wrappedNative, ...tokens.map(({ address }) => address)].map((address) => address.toLowerCase());
  const sides = [
    { address: swap.tokenIn, symbol: swap.symbolIn },
    { address: swap.tokenOut, symbol: swap.symbolOut },
  ];
  return sides
    .filter(({ address }) => !isNative(address) && !listed.includes(address.toLowerCase()))
    .map(({ address, symbol }) => `Not a listed token: what calls itself ${symbol} is ${address}. Check the address.`);
}
