import type { Address } from "viem";
import type { GmxAccount } from "../gmx/read-gmx-account.ts";

/** GMX calls wrapped ETH by the coin's name. */
export function perpAToken({ tokens }: Pick<GmxAccount, "tokens">, wrappedNative: Address) {
  const symbol = (token: Address): string => (token === wrappedNative ? "WETH" : (tokens.get(token)?.symbol ?? token));
  return {
    symbol,
    decimals: (token: Address): number => tokens.get(token)?.decimals ?? 0,
    is: (token: Address, text: string): boolean =>
      text === token || text === symbol(token).toLowerCase() || (token === wrappedNative && text === "eth"),
  };
}
