import type { VaultLimits } from "../../schemas/vault-limits.ts";
import type { ChainAddresses } from "../chain/addresses.ts";
import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";
import { limitToken } from "../settings/limit-token.ts";
import { listedTokens } from "../settings/listed-tokens.ts";
import type { LimitedCall } from "./limited-call.ts";

/**
 * The limits that need no amount: where a call goes, and what it buys. The base token may always be bought: it is the way back.
 * Refuses with venue_not_allowed or token_not_allowed.
 */
export function judgeLimits(
  limits: VaultLimits | null,
  call: LimitedCall | undefined,
  addresses: Pick<ChainAddresses, "tokens" | "wrappedNative">,
): Verdict {
  if (limits === null || call === undefined) return allow(undefined);
  const { venues, tokens, baseToken } = limits;
  if (venues !== undefined && !venues.includes(call.venue))
    return refuse(
      "venue_not_allowed",
      `This vault's limits do not let it use ${call.venue}; allowed: ${venues.join(", ") || "none"}. Nothing was built. Its operator changes them at POST /api/settings/limits.`,
      { venue: call.venue, allowed: venues },
    );
  if (tokens === "all") return allow(undefined);
  const allowed = new Set<string>(tokens === "listed" ? listedTokens(addresses) : tokens);
  allowed.add(limitToken(baseToken.address, addresses));
  const other = call.buys.find((token) => !allowed.has(limitToken(token, addresses)));
  if (other === undefined) return allow(undefined);
  return refuse(
    "token_not_allowed",
    `This vault's limits do not let it buy ${other}: ${tokens === "listed" ? "it is no token that is listed on this chain" : "it is not in their list"}. Nothing was built. Its operator changes them at POST /api/settings/limits.`,
    { token: other, allowed: tokens === "listed" ? "listed" : tokens },
  );
}
