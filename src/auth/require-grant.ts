import { type AgentGrant, GRANT_SCOPES, type GrantFault } from "../../schemas/agent-grant.ts";
import { AppError } from "../errors.ts";
import type { CallContext } from "../kinds/call-context.ts";
import { grantForbids } from "./grant-forbids.ts";
import { tokenNotValid } from "./token-not-valid.ts";
import type { Called, PresentedGrant } from "./with-grant.ts";

/**
 * The grant of a call, as the store read it with the call's context, where it opens what is called;
 * by a token with that one's scope.
 * @throws grant_not_valid or token_not_valid where it does not hold, grant_forbids where its scope
 * or its tools do not reach that far
 */
export function requireGrant(
  { grant, grantFault, tokenScope }: CallContext,
  { leastScope, tool }: Called,
  presented: PresentedGrant | undefined,
): AgentGrant {
  if (grant === undefined) throw grantNotValid(grantFault ?? "unknown", presented);
  const { tools } = grant;
  const scope = tokenScope ?? grant.scope;
  if (leastScope === "owner")
    throw grantForbids("This is for the vault's owner alone: no grant opens it.");
  if (GRANT_SCOPES.indexOf(scope) < GRANT_SCOPES.indexOf(leastScope))
    throw grantForbids(
      `This needs a grant with the scope ${leastScope}, and this one's is ${scope}.`,
      {
        needed: leastScope,
        scope,
      },
    );
  if (tools !== undefined && tool !== "own" && !tools.includes(tool ?? ""))
    throw grantForbids(
      tool === undefined
        ? "This grant is for some tools alone, and this is none of them."
        : `${tool} is not among the tools of this grant.`,
      tool === undefined ? {} : { tool },
    );
  return { ...grant, scope };
}

const WHY: Record<GrantFault, string> = {
  unknown:
    "There is no such grant of this agent's: its header must name one, signed for by the " +
    "grant's own agent.",
  wrong_vault: "This grant is for another vault.",
  wrong_chain: "This grant is for another chain.",
  ended: "This grant was ended. Ask the vault's owner for a new one.",
  expired: "This grant has expired. Ask the vault's owner for a new one.",
};

/** Of a call by a token what is wrong with that, which its client takes for its end (401). */
export function grantNotValid(
  reason: GrantFault,
  presented?: Pick<PresentedGrant, "token">,
): AppError {
  const isTokens =
    presented?.token !== undefined && reason !== "wrong_vault" && reason !== "wrong_chain";
  return isTokens
    ? tokenNotValid(reason)
    : new AppError("grant_not_valid", WHY[reason], { details: { reason } });
}
