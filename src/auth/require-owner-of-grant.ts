import type { Address } from "viem";
import type { AgentGrant } from "../../schemas/agent-grant.ts";
import type { ChainId } from "../../schemas/chains.ts";
import type { Deps } from "../deps.ts";
import { unwrap } from "../errors.ts";
import type { Verdict } from "../lib/verdict.ts";
import { grantNotValid } from "./require-grant.ts";
import { stopGrant } from "./stop-grant.ts";

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
