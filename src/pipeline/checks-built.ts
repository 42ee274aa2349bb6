import type { Address } from "viem";
import type { VaultLimits } from "../../schemas/vault-limits.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { LimitedCall } from "../kinds/vault-call.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { limitToken } from "../settings/allowed-for-token.ts";
import { tokenNotNamed } from "../settings/unnamed-tokens.ts";
import { builtSwap } from "./built-swap.ts";
import type { CallCheck } from "./check-facts.ts";
import { defineCheck, passed } from "./define-check.ts";
import { limitedOf } from "./limited-of.ts";
import { judgeGrant } from "./spend-of-call.ts";

const stage = "built";

/**
 * Checks of calldata before the simulation: a venue's mean what was asked, and the limits allow
 * them.
 */
export const CHECKS_BUILT: readonly CallCheck[] = [
  defineCheck({
    ...{ name: "quoted_transaction", stage },
    appliesTo: ({ plan }) => plan?.kind === "swap",
    needs: ["ctx", "plan", "written"],
    judge: ({ ctx, plan, written, swapShield = null }) => {
      if (plan.kind !== "swap") return allow({});
      if (!written.ok) return written;
      const { tables } = ctx.deps;
      return allow({ gives: { built: builtSwap(plan, written.value, { swapShield, tables }) } });
    },
  }),
  defineCheck({
    ...{ name: "limits", stage },
    needs: ["ctx", "subject", "priced", "stored", "built"],
    judge: (facts) => {
      const { ctx, stored } = facts;
      const { limited, unnamed } = limitedOf(facts);
      const listed = judgeLimits(stored.limits, limited, ctx.deps.chain(ctx.chainId).addresses);
      return passed(listed.ok ? judgeTokens(ctx, unnamed) : listed);
    },
  }),
  defineCheck({
    ...{ name: "grant", stage },
    appliesTo: ({ ctx }) => ctx?.grant !== undefined,
    needs: ["ctx", "subject", "priced", "stored", "built"],
    judge: (facts) => {
      const { isExit, priced } = facts;
      return passed(
        judgeGrant(facts.ctx, limitedOf(facts).limited, { isExit, baseToken: priced.baseToken }),
      );
    },
  }),
];

/**
 * The agent buys unnamed tokens (settings/unnamed-tokens.ts) by a card alone, which notes them
 * here. Refuses with token_not_allowed.
 */
function judgeTokens(
  { executionMode, offered }: ExecutionContext,
  unnamed: readonly Address[],
): Verdict {
  const [token] = unnamed;
  offered?.unnamed.push(...unnamed);
  if (token === undefined || executionMode === "manual" || offered !== undefined)
    return allow(undefined);
  return tokenNotNamed(token, "This call");
}

/**
 * The operator's venues and bought tokens; the base token is the way back. Without a list
 * judgeTokens decides. Refuses with venue_not_allowed or token_not_allowed.
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
      `This vault's limits do not let it use ${call.venue}; allowed: ` +
        `${venues.join(", ") || "none"}. Nothing was built. Its operator changes them at POST ` +
        "/api/settings/limits.",
      { venue: call.venue, allowed: venues },
    );
  if (typeof tokens === "string") return allow(undefined);
  const allowed = new Set<string>([...tokens, limitToken(baseToken.address, addresses)]);
  const other = call.buys.find((token) => !allowed.has(limitToken(token, addresses)));
  if (other === undefined) return allow(undefined);
  return refuse(
    "token_not_allowed",
    `This vault's limits do not let it buy ${other}: it is not in their list. Nothing was ` +
      "built. Its operator changes them at POST /api/settings/limits.",
    { token: other, allowed: tokens },
  );
}
