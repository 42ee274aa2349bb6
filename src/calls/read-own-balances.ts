import { requireReader } from "../auth/require-reader.ts";
import { type Balance, readBalances } from "../chain/read-balances.ts";
import type { RequestContext } from "../context.ts";
import { unwrap } from "../errors.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import type { OperatorRead } from "../store/vaults/read-as-operator.ts";

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
