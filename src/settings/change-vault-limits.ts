import type { Address, Hex } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { VaultLimitsChange } from "../../schemas/change-vault-limits.ts";
import type { VaultLimits } from "../../schemas/vault-limits.ts";
import { resolveToken, type Token } from "../chain/resolve-token.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { Deps } from "../deps.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { saveVaultLimits } from "../store/vaults/save-vault-limits.ts";
import { limitToken } from "./allowed-for-token.ts";
import { vaultLimitsOf } from "./vault-limits-of.ts";

type Change = {
  operator: Address;
  vault: Address;
  chainId: ChainId;
  change: VaultLimitsChange;
  /** What is in force, as the store showed it for this call. */
  current: VaultLimits | null;
  /** Of a signature that was made for loosening. */
  messageHash?: Hex | undefined;
};

/**
 * Tightening needs its operator, loosening a message signed for it: the script that writes decides.
 * Refuses with invalid_request (which names the field), auth_required, auth_signature_used,
 * conflict or rpc_unavailable.
 * @throws store_unavailable
 */
export async function changeVaultLimits(
  deps: Deps,
  { operator, vault, chainId, change, current, messageHash }: Change,
): Promise<Verdict<VaultLimits>> {
  const { addresses } = deps.chain(chainId);
  const baseToken =
    current === null
      ? await readBaseToken(deps, chainId, vault)
      : allow(current.baseToken as Token);
  if (!baseToken.ok) return baseToken;
  const limits = vaultLimitsOf(change, { baseToken: baseToken.value, current, addresses });
  if (!limits.ok) return limits;
  const saved = await saveVaultLimits.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    ...{ operator, vault, chainId, messageHash, limits: limits.value },
    baseKey: limitToken(baseToken.value.address, addresses),
  });
  return saved.ok ? limits : REFUSALS[saved.code];
}

/** It never changes (docs/facts/vault-contracts.md 2): once known, it stands in the limits. */
async function readBaseToken(
  deps: Deps,
  chainId: ChainId,
  vault: Address,
): Promise<Verdict<Token>> {
  const chain = deps.chain(chainId);
  const [pool] = await chain.rpc.send([vaultReads.pool(vault)]);
  if (!pool.ok)
    return refuse(
      "rpc_unavailable",
      "The vault's base token could not be read. Nothing was changed; please try again.",
    );
  return resolveToken(chain, deps.caches.tokens, deps.clock.nowMs(), pool.value.baseToken);
}

const REFUSALS = {
  fresh_signature_needed: refuse(
    "auth_required",
    "This loosens a limit of this one vault, so it needs a signature made for it, at POST " +
      "/api/settings/limits. Nothing was changed.",
  ),
  signature_used: refuse(
    "auth_signature_used",
    "This signature was used already, and is good for once.",
  ),
  limits_changed: refuse(
    "conflict",
    "The limits were changed by another call meanwhile. Nothing was changed by this one; " +
      "look at them and try again.",
  ),
} as const;
