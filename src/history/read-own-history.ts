import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { VaultHistory } from "../../schemas/vaults/vault-history.ts";
import { requireReader } from "../auth/require-reader.ts";
import { resolveToken } from "../chain/resolve-token.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { RequestContext } from "../context.ts";
import type { Deps } from "../deps.ts";
import { AppError, unwrap } from "../errors.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { OperatorRead, StoredForOperator } from "../store/vaults/read-as-operator.ts";
import { historyOf } from "./history-of.ts";

type Query = { vault: Address; chainId: ChainId; days: number };

/** What the store is asked for, in the one trip that also counts a free call. */
export const historyRead = ({ vault, chainId }: Pick<OperatorRead, "vault" | "chainId">) =>
  ({ vault, chainId, samples: true }) satisfies OperatorRead;

/**
 * The history for the vault's owner, or its agent by a grant. From now on the vault is sampled
 * hourly for a week. Two RPC requests at most, the second for a base token that is not known.
 * @throws what requireReader throws, rpc_unavailable
 */
export async function readOwnHistory(
  ctx: RequestContext,
  headers: Headers,
  { vault, chainId, days }: Query,
): Promise<VaultHistory> {
  const read = historyRead({ vault, chainId });
  const { stored, context, beside } = await requireReader(ctx, headers, read, (owned) =>
    unitsOf(ctx.deps, { chainId, vault: lowerHex(vault) }, owned),
  );
  return showHistory(stored.samples, unwrap(beside), {
    isSampled: context.delegation?.enabled === true,
    nowMs: ctx.deps.clock.nowMs(),
    days,
  });
}

type Units = { baseToken: VaultHistory["baseToken"]; decimals: number };

/** The token that the vault counts in, and its own decimals. */
export async function unitsOf(
  deps: Deps,
  { chainId, vault }: { chainId: ChainId; vault: Address },
  owned: Promise<unknown>,
): Promise<Verdict<Units>> {
  const chain = deps.chain(chainId);
  const [[pool]] = await Promise.all([chain.rpc.send([vaultReads.pool(vault)]), owned]);
  if (!pool.ok)
    return refuse(
      "rpc_unavailable",
      "The vault could not be read from the chain. Please try again.",
    );
  const { tokens } = deps.caches;
  const base = await resolveToken(chain, tokens, deps.clock.nowMs(), pool.value.baseToken);
  if (!base.ok) return base;
  const { address, symbol, decimals } = base.value;
  return allow({ baseToken: { address, symbol, decimals }, decimals: pool.value.decimals });
}

/** @throws internal_error for a read that did not ask the store for samples */
export function showHistory(
  samples: StoredForOperator["samples"],
  { baseToken, decimals }: Units,
  { isSampled, nowMs, days }: { isSampled: boolean; nowMs: number; days: number },
): VaultHistory {
  if (samples === undefined) throw new AppError("internal_error", "The samples were not read.");
  const of = { base: baseToken.decimals, vault: decimals };
  return { baseToken, decimals, isSampled, ...historyOf(samples, { decimals: of, nowMs, days }) };
}
