import type { Address } from "viem";
import type { AgentGrant } from "../../schemas/auth/agent-grant.ts";
import type { ChainId } from "../../schemas/chains.ts";
import type { Deps } from "../deps.ts";
import { unwrap } from "../errors.ts";
import type { Verdict } from "../lib/verdict.ts";
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

/**
 * That who gave a grant owns the vault still, as the chain was just read. Another owner ends it for
 * good, so that it does not come back with the old one.
 * @throws grant_not_valid or token_not_valid, what the reading was refused with, store_unavailable
 */
export async function requireOwnerOfGrant(
  deps: Deps,
  grant: AgentGrant,
  { chainId, owner }: { chainId: ChainId; owner: Verdict<Address> },
): Promise<void> {
  if (unwrap(owner).toLowerCase() !== grant.owner) await endForNewOwner(deps, grant, chainId);
}

/**
 * Where the chain has just named another owner.
 * @throws grant_not_valid, store_unavailable
 */
export async function endForNewOwner(
  deps: Deps,
  grant: AgentGrant,
  chainId: ChainId,
): Promise<never> {
  await stopGrant(deps, {
    id: grant.id,
    vault: grant.vault,
    chainId,
    by: grant.owner,
    why: "new_owner",
  });
  throw grantNotValid("ended", deps.grant);
}
