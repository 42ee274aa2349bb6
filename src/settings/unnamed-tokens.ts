import type { Address } from "viem";
import type { VaultLimits } from "../../schemas/vault-limits.ts";
import type { ChainAddresses } from "../chain/addresses.ts";
import { limitToken } from "./limit-token.ts";

type Known = {
  limits: Pick<VaultLimits, "named"> | null;
  addresses: Pick<ChainAddresses, "tokens" | "wrappedNative">;
  baseToken: Address | undefined;
  /** What an approved card named for this one call or order. */
  names?: readonly Address[] | undefined;
};

/**
 * Those of the tokens that somebody has yet to name: not the vault's base token, none whose market is deep, none that its operator or an
 * approved card named. One stranger may set every price of such a token. As they were given, each once.
 */
export function unnamedTokens(
  tokens: readonly Address[],
  { limits, addresses, baseToken, names = [] }: Known,
): Address[] {
  if (tokens.length === 0) return [];
  const known = new Set<Address>([
    ...deepTokens(addresses),
    ...(baseToken === undefined ? [] : [limitToken(baseToken, addresses)]),
    ...(limits?.named ?? []).map(({ token }) => token),
    ...names.map((token) => limitToken(token, addresses)),
  ]);
  return [...new Set(tokens)].filter((token) => !known.has(limitToken(token, addresses)));
}

/** The tokens of a chain that may be bought without being named, as the limits name tokens: the coin, and what its table marks as deep. */
const deepTokens = (addresses: Pick<ChainAddresses, "tokens" | "wrappedNative">): ReadonlySet<Address> =>
  new Set(
    [addresses.wrappedNative, ...addresses.tokens.filter(({ deep }) => deep).map(({ address }) => address)].map(
      (token) => limitToken(token, addresses),
    ),
  );
