import type { OperatorCredentials } from "../../schemas/operator-auth.ts";
import type { Deps } from "../deps.ts";
import type { AgentOfGrant } from "../kinds/agent-of-grant.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { operatorMessage } from "./operator-message.ts";
import { hasCredentials, parseCredentials } from "./parse-credentials.ts";
import { verifyKeySignature } from "./verify-signature.ts";

/**
 * The 401 half of a call by a grant: the agent's own key has signed the operator message that binds
 * its time, or the call carries a token. No chain is read, so an agent is no contract. requireGrant
 * judges grant and token. Refuses with the 401 codes of decision D11, and invalid_request for both.
 */
export async function identifyAgent(
  deps: Deps,
  input: OperatorCredentials,
): Promise<Verdict<AgentOfGrant>> {
  const { grant } = deps;
  if (grant === undefined)
    return refuse("auth_required", "A call by a grant names it in the header X-Agent-Grant.");
  if (grant.token !== undefined)
    return hasCredentials(input) ? TWO_PROOFS : allow({ id: grant.id, token: grant.token });
  const credentials = parseCredentials(input, deps.clock.nowMs());
  if (!credentials.ok) return credentials;
  const { operator: agent, timestampMs } = credentials.value;
  const text = operatorMessage(deps.env.PRODUCT_NAME, { kind: "bound", timestampMs });
  const verified = await verifyKeySignature(deps, credentials.value, [{ form: "agent", text }]);
  return verified.ok ? allow({ id: grant.id, agent: lowerHex(agent) }) : verified;
}

/** One request is one caller's: which of the two acts must be no guess (RFC 6750, 3.1). */
const TWO_PROOFS = refuse(
  "invalid_request",
  "This carries a token and a signature: send one of them. Nothing ran.",
);
