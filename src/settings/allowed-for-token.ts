import type { Address } from "viem";
import type { VaultLimits } from "../../schemas/vault-limits.ts";
import { limitToken } from "./limit-token.ts";

/**
 * What may be given for one bought token in 24 hours, in base units of the base token: its own limit, or that of any one token, which does
 * not hold for the base token, because going back to it is the way out. `token` as limitToken names it. undefined: no limit.
 */
export function allowedForToken(
  { perToken, maxPerTokenPerDay, baseToken }: Pick<VaultLimits, "perToken" | "maxPerTokenPerDay" | "baseToken">,
  token: Address,
  addresses: { wrappedNative: Address },
): string | undefined {
  const own = perToken.find((one) => one.token === token);
  if (own !== undefined) return own.maxPerDay;
  return token === limitToken(baseToken.address, addresses) ? undefined : maxPerTokenPerDay;
}
