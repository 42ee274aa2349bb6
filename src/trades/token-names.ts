import type { Address } from "viem";
import { resolveToken, type Token } from "../chain/resolve-token.ts";
import type { Deps } from "../deps.ts";
import { sanitize } from "../lib/sanitize.ts";
import type { VaultOnChain } from "./read-trades.ts";

export type NameOf = (address: Address) => Token | undefined;

/** As the chain names them; undefined for an unreadable one. At most one RPC request. */
export async function tokenNames(
  deps: Pick<Deps, "chain" | "caches" | "clock">,
  { chainId }: Pick<VaultOnChain, "chainId">,
  addresses: readonly Address[],
): Promise<NameOf> {
  const chain = deps.chain(chainId);
  const known = new Map<string, Token>();
  await Promise.all(
    [...new Set(addresses.map((one) => one.toLowerCase()))].map(async (address) => {
      const token = await resolveToken(chain, deps.caches.tokens, deps.clock.nowMs(), address);
      if (token.ok)
        known.set(address, { ...token.value, symbol: sanitize(token.value.symbol, 20) });
    }),
  );
  return (address) => known.get(address.toLowerCase());
}
