import type * as z from "zod";
import type { tradesQuery } from "../../schemas/vaults/trades-query.ts";
import type { VaultTrades } from "../../schemas/vaults/vault-trades.ts";
import { requireReader } from "../auth/require-reader.ts";
import { blockReads } from "../chain/transaction-reads.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { RequestContext } from "../context.ts";
import type { Deps } from "../deps.ts";
import { unwrap } from "../errors.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { TradeLog } from "../store/audit/lua-trade-log.ts";
import type { OperatorRead } from "../store/vaults/read-as-operator.ts";
import { readTradeBook, type TradeBook } from "./read-trade-book.ts";
import type { VaultOnChain } from "./read-trades.ts";
import { showTrades } from "./show-trades.ts";

type Query = z.infer<typeof tradesQuery>;

/** What the store is asked for, in the one trip that also counts a free call. */
export const tradesRead = ({ vault, chainId }: Pick<Query, "vault" | "chainId">): OperatorRead => ({
  ...{ vault, chainId },
  trades: true,
});

/**
 * A page of a vault's trades for its owner, or its agent by a grant.
 * @throws what requireReader throws, rpc_unavailable
 */
export async function readOwnTrades(
  ctx: RequestContext,
  headers: Headers,
  query: Query,
): Promise<VaultTrades> {
  const { vault, chainId, cursor, limit } = query;
  const of = { chainId, vault: lowerHex(vault) };
  const { beside } = await requireReader(ctx, headers, tradesRead(query), (owned, _, { trades }) =>
    readSeenTrades(ctx.deps, of, { owned, log: Promise.resolve(trades) }),
  );
  return showTrades(unwrap(beside), { chainId, cursor, limit });
}

type Seen = { owned: Promise<unknown>; log: Promise<TradeLog | undefined> };

/**
 * The vault's trades, read beside its owner: two RPC requests one after another. What the log names
 * is asked, and more of it read than one part, once `owned` is good.
 * @throws what `owned` rejects with, store_unavailable
 */
export async function readSeenTrades(
  deps: Deps,
  of: VaultOnChain,
  { owned, log }: Seen,
): Promise<Verdict<TradeBook>> {
  const [base, newest] = await Promise.all([baseOf(deps, of), log, owned]);
  return base.ok ? readTradeBook(deps, of, { base: base.value, log: newest }) : base;
}

async function baseOf(deps: Deps, { chainId, vault }: VaultOnChain) {
  const [pool, head] = await deps
    .chain(chainId)
    .rpc.send([vaultReads.pool(vault), blockReads.latest()]);
  return pool.ok && head.ok
    ? allow({ address: pool.value.baseToken, block: head.value.number })
    : refuse("rpc_unavailable", "The vault could not be read from the chain. Please try again.");
}
