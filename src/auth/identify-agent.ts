import type { OperatorCredentials } from "../../schemas/operator-auth.ts";
import type { Deps } from "../deps.ts";
import type { AgentOfGrant } from "../kinds/agent-of-grant.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { operatorMessage } from "./operator-message.ts";
import { parseCredentials } from "./parse-credentials.ts";
import { verifyKeySignature } from "./verify-signature.ts";

/**
 * The 401 half of a call by a grant: the agent's own key has signed the operator message that binds its time. No chain is read, so an agent is
 * no contract. Whether the grant is this agent's is for requireGrant. Refuses with the 401 codes of decision 8.
 */
export async function identifyAgent(deps: Deps, input: OperatorCredentials): Promise<Verdict<AgentOfGrant>> {
  const { grant } = deps;
  if (grant === undefined) return refuse("auth_required", "A call by a grant names it in the header X-Agent-Grant.");
  const credentials = parseCredentials(input, deps.clock.nowMs());
  if (!credentials.ok) return credentials;
  const { operator: agent, timestampMs } = credentials.value;
  const text = operatorMessage(deps.env.PRODUCT_NAME, { kind: "bound", timestampMs });
  const verified = await verifyKeySignature(deps, credentials.value, [{ form: "agent", text }]);
  return verified.ok ? allow({ id: grant.id, agent: lowerHex(agent) }) : verified;
}
