import type { Address } from "viem";
import type { ChainDeps } from "../deps.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { sanitize } from "../lib/sanitize.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { navReads } from "./nav-reads.ts";
import { resolveToken, type Token, type TokenCache } from "./resolve-token.ts";
import { vaultReads } from "./vault-reads.ts";

/** Decimal amounts of the base token; null where NAV cannot be measured now. */
export type VaultFacts = {
  name: string;
  symbol: string;
  owner: Address;
  decimals: number;
  totalSupplyBase: string;
  baseToken: Token;
  unitaryValue: string | null;
  netTotalValue: string | null;
};

/** One request where its base token is known: NAV by its own view. What decides about money reads navReads.now. Refuses with rpc_unavailable. */
export async function readVaultFacts(
  chain: ChainDeps,
  { vault, tokens, nowMs }: { vault: Address; tokens: TokenCache; nowMs: number },
): Promise<Verdict<VaultFacts>> {
  const [pool, supply, nav] = await chain.rpc.send([
    vaultReads.pool(vault),
    vaultReads.poolTokens(vault),
    navReads.view(vault),
  ]);
  if (!pool.ok || !supply.ok || (!nav.ok && nav.kind === "unavailable"))
    return refuse("rpc_unavailable", "The vault could not be read from the chain. Please try again.");
  const base = await resolveToken(chain, tokens, nowMs, pool.value.baseToken);
  if (!base.ok) return base;
  const { address, symbol, decimals } = base.value;
  // The view gives 0 where it cannot be computed.
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
