import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { ShownVaultLimits } from "../../schemas/change-vault-limits.ts";
import { navReads } from "../chain/nav-reads.ts";
import { resolveToken } from "../chain/resolve-token.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { Deps } from "../deps.ts";
import { formatUnits } from "../lib/parse-units.ts";

export type SuggestedLimits = Pick<
  ShownVaultLimits,
  "maxPerTransaction" | "maxPerDay" | "maxPerTokenPerDay" | "tokens"
> & { baseToken: string };

/**
 * Percent of the vault's value (decision D26): a mistake costs little, and a day of ordinary
 * trading fits.
 */
const SHARES = { maxPerTransaction: 5n, maxPerDay: 25n, maxPerTokenPerDay: 10n } as const;

/**
 * As POST /api/settings/limits takes them. undefined: the vault is empty, or its value cannot be
 * read.
 */
export async function suggestLimits(
  deps: Deps,
  chainId: ChainId,
  vault: Address,
): Promise<SuggestedLimits | undefined> {
  const chain = deps.chain(chainId);
  const [pool, nav] = await chain.rpc.send([vaultReads.pool(vault), navReads.view(vault)]);
  if (!pool.ok || !nav.ok || nav.value.netTotalValue === 0n) return undefined;
  const token = await resolveToken(
    chain,
    deps.caches.tokens,
    deps.clock.nowMs(),
    pool.value.baseToken,
  );
  if (!token.ok) return undefined;
  const { decimals, symbol } = token.value;
  const share = (percent: bigint) =>
    formatUnits(twoFigures((nav.value.netTotalValue * percent) / 100n), decimals);
  return {
    maxPerTransaction: share(SHARES.maxPerTransaction),
    maxPerDay: share(SHARES.maxPerDay),
    maxPerTokenPerDay: share(SHARES.maxPerTokenPerDay),
    tokens: "listed",
    baseToken: symbol,
  };
}

/**
 * Rounded down, to what a person would choose.
 * @example twoFigures(12_999n) // 12_000n
 */
function twoFigures(value: bigint): bigint {
  const scale = 10n ** BigInt(Math.max(value.toString().length - 2, 0));
  return (value / scale) * scale;
}
