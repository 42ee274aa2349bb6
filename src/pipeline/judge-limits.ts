import type { VaultLimits } from "../../schemas/vault-limits.ts";
import type { LimitedCall } from "../kinds/limited-call.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { limitToken } from "../settings/limit-token.ts";

/**
 * Set by the operator: where a call goes, and which tokens it may buy. The base token always may: it is the way back. Without a list
 * judge-tokens.ts decides. Refuses with venue_not_allowed or token_not_allowed.
 */
export function judgeLimits(
  limits: VaultLimits | null,
  call: LimitedCall | undefined,
  addresses: { wrappedNative: VaultLimits["baseToken"]["address"] },
): Verdict {
  if (limits === null || call === undefined) return allow(undefined);
  const { venues, tokens, baseToken } = limits;
  if (venues !== undefined && !venues.includes(call.venue))
    return refuse(
      "venue_not_allowed",
      `This vault's limits do not let it use ${call.venue}; allowed: ${venues.join(", ") || "none"}. Nothing was built. Its operator changes them at POST /api/settings/limits.`,
      { venue: call.venue, allowed: venues },
    );
  if (typeof tokens === "string") return allow(undefined);
  const allowed = new Set<string>([...tokens, limitToken(baseToken.address, addresses)]);
  const other = call.buys.find((token) => !allowed.has(limitToken(token, addresses)));
  if (other === undefined) return allow(undefined);
  return refuse(
    "token_not_allowed",
    `This vault's limits do not let it buy ${other}: it is not in their list. Nothing was built. Its operator changes them at POST /api/settings/limits.`,
    { token: other, allowed: tokens },
  );
}
