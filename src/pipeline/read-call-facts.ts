import type { Address, Hex } from "viem";
import { blockReads } from "../chain/block-reads.ts";
import { NOT_REGISTERED } from "../chain/not-registered.ts";
import { registryReads } from "../chain/registry-reads.ts";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps } from "../deps.ts";
import type { CallFacts } from "../kinds/chain-facts.ts";
import { lowerHex } from "../lib/lower-hex.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { selectorsOnChain } from "./selectors-on-chain.ts";

/**
 * Block, tip, registered owner and the agent's selectors. An unregistered vault is refused here as well, and one
 * that does not name its owner: the NAV is simulated from the owner's address. Refuses with unknown_vault or rpc_unavailable.
 */
export async function readCallFacts(
  chain: ChainDeps,
  vault: Address,
  agent: Address | undefined,
): Promise<Verdict<CallFacts>> {
  const [[block, tip, owner, poolId, active], selectors] = await Promise.all([
    chain.rpc.send([
      blockReads.latest(),
      blockReads.maxPriorityFeePerGas(),
      vaultReads.owner(vault),
      registryReads.poolId(chain.addresses.registry, vault),
      vaultReads.activeTokens(vault),
    ]),
    agent === undefined ? noSelectors : readSelectors(chain, vault, agent),
  ]);
  const isUnknown = poolId.ok ? poolId.value === NOT_REGISTERED : poolId.kind === "reverted";
  if (isUnknown || (!owner.ok && owner.kind === "reverted")) {
    return refuse(
      "unknown_vault",
      `${vault} is not a registered vault on chain ${chain.chainId}. Check the address and the chain.`,
      { vault, chainId: chain.chainId },
    );
  }
  const held = selectorsOnChain(selectors);
  if (!block.ok || !owner.ok || !poolId.ok || held === null) return unreadable;
  // Some nodes do not offer a suggestion; a missing one is no reason to stop, a tip of 0 still passes the caps.
  return allow({
    block: block.value,
    tipWei: tip.ok ? tip.value : 0n,
    owner: owner.value,
    agentSelectors: held.map((selector) => lowerHex(selector)),
    ...(active.ok && { activeTokens: active.value.activeTokens, baseToken: active.value.baseToken }),
  });
}

const noSelectors: RpcOutcome<readonly Hex[]> = { ok: true, value: [] };

async function readSelectors(chain: ChainDeps, vault: Address, agent: Address): Promise<RpcOutcome<readonly Hex[]>> {
  const [selectors] = await chain.rpc.send([vaultReads.delegatedSelectors(vault, agent)]);
  return selectors;
}

const unreadable = refuse("rpc_unavailable", "The chain could not be read. Nothing was built; please try again.");
