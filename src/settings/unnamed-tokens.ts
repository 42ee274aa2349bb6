import type { Address } from "viem";
import type { VaultLimits } from "../../schemas/vault-limits.ts";
import type { ChainAddresses } from "../chain/addresses.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";
import { limitToken } from "./allowed-for-token.ts";

type Known = {
  limits: Pick<VaultLimits, "named"> | null;
  addresses: Pick<ChainAddresses, "tokens" | "wrappedNative">;
  baseToken: Address | undefined;
  /** By an approved card, for this one call or order. */
  names?: readonly Address[] | undefined;
};

/**
 * Neither the vault's base token, nor deep, nor named by operator or approved card: one stranger
 * may set every price of such a token. As they were given, each once.
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
const deepTokens = (
  addresses: Pick<ChainAddresses, "tokens" | "wrappedNative">,
): ReadonlySet<Address> =>
  new Set(
    [
      addresses.wrappedNative,
      ...addresses.tokens.filter(({ deep }) => deep).map(({ address }) => address),
    ].map((token) => limitToken(token, addresses)),
  );

/**
 * `maxPerDay`: what the call or order needs of it in a day, in the vault's base token. A person
 * gets the text to sign behind it (calls/with-text-to-sign.ts).
 */
export const tokenNotNamed = (token: Address, what: string, maxPerDay = "<maxPerDay>"): Refusal =>
  refuse(
    "token_not_allowed",
    `${what} would buy ${token}, whose price one stranger may be able to set, and this ` +
      "vault's operator has not named it. Check the address. Nothing was built. It is named " +
      "with the most that may be given for it in 24 hours, at POST /api/settings/limits with " +
      `{"nameToken": {"token": "${token}", "maxPerDay": "${maxPerDay}"}} and a signature made ` +
      "for that.",
    { token, allowed: "listed", maxPerDay },
  );
