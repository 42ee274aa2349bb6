import type { Address } from "viem";
import { requireReader } from "../auth/require-reader.ts";
import { type Balance, readBalances } from "../chain/read-balances.ts";
import { readVaultFacts, type VaultFacts } from "../chain/read-vault-facts.ts";
import type { RequestContext } from "../context.ts";
import { unwrap } from "../errors.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { isBounded } from "../settings/limit-lines.ts";
import type { OperatorRead } from "../store/vaults/read-as-operator.ts";

type OwnVault = VaultFacts & {
  isFrozen: boolean;
  limits: "set" | "none";
  delegation: { agent: Address; isEnabled: boolean; methods: number } | null;
};

/**
 * What the chain says, and whether its agent may act.
 * @throws what requireReader throws, rpc_unavailable
 */
export async function readOwnVault(ctx: RequestContext, headers: Headers, read: OperatorRead): Promise<OwnVault> {
  const { caches, clock, chain } = ctx.deps;
  const of = { vault: lowerHex(read.vault), tokens: caches.tokens, nowMs: clock.nowMs() };
  const facts = () => readVaultFacts(chain(read.chainId), of);
  const { context, beside } = await requireReader(ctx, headers, read, facts);
  const { frozen: isFrozen, delegation, limits } = context;
  return {
    ...unwrap(beside),
    isFrozen,
    limits: isBounded(limits) ? "set" : "none",
    delegation: delegation && {
      agent: delegation.agent,
      isEnabled: delegation.enabled,
      methods: delegation.selectors.length,
    },
  };
}

/**
 * What a vault holds, for its owner.
 * @throws what requireReader throws, rpc_unavailable
 */
export async function readOwnBalances(ctx: RequestContext, headers: Headers, read: OperatorRead): Promise<Balance[]> {
  const { caches, clock, chain } = ctx.deps;
  const of = { vault: lowerHex(read.vault), caches, nowMs: clock.nowMs() };
  const { beside } = await requireReader(ctx, headers, read, (owned) => readBalances(chain(read.chainId), of, owned));
  return unwrap(beside);
}
