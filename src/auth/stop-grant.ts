import type { AgentGrant } from "../../schemas/agent-grant.ts";
import type { Deps } from "../deps.ts";
import { appendAudit } from "../store/audit/lua-audit.ts";
import { endGrant } from "../store/vaults/end-grant.ts";
import { grantNotValid } from "./require-grant.ts";

type Stop = Omit<Parameters<typeof endGrant.run>[2], "requestId" | "nowMs">;

/**
 * Ends a grant for good, and writes down what its agent was refused beyond the entries of the hour.
 * Gives the grant, and whether it lasted until now.
 * @throws grant_not_valid where there is none of that vault and owner (or agent), store_unavailable
 */
export async function stopGrant(
  deps: Deps,
  stop: Stop,
): Promise<{ grant: AgentGrant; changed: boolean }> {
  const nowMs = deps.clock.nowMs();
  const {
    grant,
    changed = false,
    refusals,
  } = await endGrant.run(deps.redis, deps.keys, {
    ...{ requestId: deps.newId(), nowMs, ...stop },
  });
  if (grant === null) throw grantNotValid("unknown");
  if (refusals !== undefined) {
    const facts = {
      kind: "refusals_counted",
      actor: grant.owner,
      grantId: grant.id,
      ...refusals,
    } as const;
    const { chainId, vault } = stop;
    await appendAudit.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs,
      chainId,
      vault,
      facts,
    });
  }
  return { grant, changed };
}
