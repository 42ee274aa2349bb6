import { type Address, zeroAddress } from "viem";
import type { VaultLimits } from "../../schemas/vault-limits.ts";
import { isNative, lowerHex, sameAddress } from "../lib/normalize-address.ts";

type Limits = Pick<VaultLimits, "perToken" | "maxPerTokenPerDay" | "baseToken" | "named">;

/**
 * In 24 hours, in base units of the base token: its own limit, or that of any one token (not for
 * the base token, the way out); never more than it was named with. `token` as limitToken names it.
 * undefined: no limit.
 */
export function allowedForToken(
  { perToken, maxPerTokenPerDay, baseToken, named = [] }: Limits,
  token: Address,
  addresses: { wrappedNative: Address },
): string | undefined {
  const isBase = token === limitToken(baseToken.address, addresses);
  const own =
    perToken.find((one) => one.token === token)?.maxPerDay ??
    (isBase ? undefined : maxPerTokenPerDay);
  const most = named.find((one) => one.token === token)?.maxPerDay;
  if (own === undefined || most === undefined) return own ?? most;
  return BigInt(own) < BigInt(most) ? own : most;
}

/**
 * The coin and its wrapped form are one (the zero address): a vault changes one into the other at
 * no price, so that a limit of one alone would be none.
 */
export const limitToken = (
  token: Address,
  { wrappedNative }: { wrappedNative: Address },
): Address =>
  isNative(token) || sameAddress(token, wrappedNative) ? zeroAddress : lowerHex(token);
