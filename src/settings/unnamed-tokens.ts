import type { Address } from "viem";
import type { VaultLimits } from "../../schemas/vault-limits.ts";
import type { ChainAddresses } from "../chain/addresses.ts";
import { limitToken } from "./limit-token.ts";

type Known = {
  limits: Pick<VaultLimits, "named"> | null;
  addresses: Pick<ChainAddresses, "tokens" | "wrappedNative">;
  baseToken: Address | undefined;
  /** By an approved card, for this one call or order. */
  names?: readonly Address[] | undefined;
};

/**
 * Neither the vault's base token, nor deep, nor named by operator or approved card: one stranger may set every price of such a token. As
 * they were given, each once.
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

/** As the limits name tokens: the coin, and what the chain's table marks as deep. */
const deepTokens = (addresses: Pick<ChainAddresses, "tokens" | "wrappedNative">): ReadonlySet<Address> =>
  new Set(
    [addresses.wrappedNative, ...addresses.tokens.filter(({ deep }) => deep).map(({ address }) => address)].map(
      (token) => limitToken(token, addresses),
    ),
  );
