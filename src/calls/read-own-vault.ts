import type { Address } from "viem";
import { requireReader } from "../auth/require-reader.ts";
import { navReads } from "../chain/nav-reads.ts";
import { type Balance, readBalances } from "../chain/read-balances.ts";
import { resolveToken, type Token, type TokenCache } from "../chain/resolve-token.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { RequestContext } from "../context.ts";
import type { ChainDeps } from "../deps.ts";
import { unwrap } from "../errors.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { sanitize } from "../lib/sanitize.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { isBounded } from "../settings/limit-lines.ts";
import type { OperatorRead } from "../store/vaults/read-as-operator.ts";

type OwnVault = VaultFacts & {
  isFrozen: boolean;
  limits: "set" | "none";
  delegation: { agent: Address; isEnabled: boolean; methods: number } | null;
};

/**
 * The vault on chain, and whether its agent may act.
 * @throws what requireReader throws, rpc_unavailable
 */
export async function readOwnVault(
  ctx: RequestContext,
  headers: Headers,
  read: OperatorRead,
): Promise<OwnVault> {
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
 * Balances for the vault's owner.
 * @throws what requireReader throws, rpc_unavailable
 */
export async function readOwnBalances(
  ctx: RequestContext,
  headers: Headers,
  read: OperatorRead,
): Promise<Balance[]> {
  const { caches, clock, chain } = ctx.deps;
  const of = { vault: lowerHex(read.vault), caches, nowMs: clock.nowMs() };
  const { beside } = await requireReader(ctx, headers, read, (owned) =>
    readBalances(chain(read.chainId), of, owned),
  );
  return unwrap(beside);
}

/** Decimal amounts; null where the NAV cannot be measured. */
type VaultFacts = {
  name: string;
  symbol: string;
  owner: Address;
  decimals: number;
  totalSupplyBase: string;
  baseToken: Token;
  unitaryValue: string | null;
  netTotalValue: string | null;
};

/**
 * One request where the base token is known, NAV by its view; money decisions read navReads.now.
 * Refuses with rpc_unavailable.
 */
async function readVaultFacts(
  chain: ChainDeps,
  { vault, tokens, nowMs }: { vault: Address; tokens: TokenCache; nowMs: number },
): Promise<Verdict<VaultFacts>> {
  const [pool, supply, nav] = await chain.rpc.send([
    vaultReads.pool(vault),
    vaultReads.poolTokens(vault),
    navReads.view(vault),
  ]);
  if (!pool.ok || !supply.ok || (!nav.ok && nav.kind === "unavailable"))
    return refuse(
      "rpc_unavailable",
      "The vault could not be read from the chain. Please try again.",
    );
  const base = await resolveToken(chain, tokens, nowMs, pool.value.baseToken);
  if (!base.ok) return base;
  const { address, symbol, decimals } = base.value;
  // The view gives 0 for an NAV that cannot be computed.
  const value = nav.ok && nav.value.unitaryValue > 0n ? nav.value : undefined;
  return allow({
    name: sanitize(pool.value.name, 64),
    symbol: sanitize(pool.value.symbol, 16),
    owner: pool.value.owner,
    decimals: pool.value.decimals,
    totalSupplyBase: supply.value.totalSupply.toString(),
    baseToken: { address, symbol, decimals },
    unitaryValue: value === undefined ? null : formatUnits(value.unitaryValue, decimals),
    netTotalValue: value === undefined ? null : formatUnits(value.netTotalValue, decimals),
  });
}
