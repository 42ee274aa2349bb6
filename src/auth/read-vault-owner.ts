import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { NOT_REGISTERED, registryReads } from "../chain/registry-reads.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { Deps } from "../deps.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

const REMEMBERED_MS = 60_000;

/**
 * Of a registered vault on one chain (decision D3). A good answer is remembered for 60 s per
 * isolate, and used only where `caller` is that owner or absent, so that a new owner is not refused
 * by the old one's record. Refuses with unknown_vault, or rpc_unavailable: an outage is never a
 * 403.
 */
export async function readVaultOwner(
  deps: Deps,
  chainId: ChainId,
  vault: Address,
  caller: Address | undefined,
): Promise<Verdict<Address>> {
  const nowMs = deps.clock.nowMs();
  const key = `${chainId}:${vault}`;
  const known = deps.caches.owners.get(key, nowMs);
  if (known !== undefined && (caller === undefined || caller === known)) return allow(known);
  const { rpc, addresses } = deps.chain(chainId);
  const [poolId, owner] = await rpc.send([
    registryReads.poolId(addresses.registry, vault),
    vaultReads.owner(vault),
  ]);
  if (!poolId.ok && poolId.kind === "unavailable") return unreachable;
  if (!poolId.ok || poolId.value === NOT_REGISTERED) return unknownVault(chainId, vault);
  if (!owner.ok) return owner.kind === "unavailable" ? unreachable : unknownVault(chainId, vault);
  deps.caches.owners.set(key, owner.value, nowMs + REMEMBERED_MS);
  return allow(owner.value);
}

const unreachable = refuse(
  "rpc_unavailable",
  "The chain could not be asked who owns this vault. Please try again.",
);
const unknownVault = (chainId: ChainId, vault: Address) =>
  refuse(
    "unknown_vault",
    `${vault} is not a registered vault on chain ${chainId}. Check the address and the chain.`,
    {
      vault,
      chainId,
    },
  );
