import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { resolveToken, type Token } from "../chain/resolve-token.ts";
import { sanitize } from "../lib/sanitize.ts";
import type { ChatScene } from "./chat-scene.ts";

/** As the chain names them; undefined for an unreadable one. At most one RPC request. */
export async function tokenNames(
  { deps }: ChatScene,
  chainId: ChainId,
  addresses: readonly Address[],
): Promise<(address: Address) => Token | undefined> {
  const chain = deps.chain(chainId);
  const known = new Map<string, Token>();
  await Promise.all(
    [...new Set(addresses.map((one) => one.toLowerCase()))].map(async (address) => {
      const token = await resolveToken(chain, deps.caches.tokens, deps.clock.nowMs(), address);
      if (token.ok) known.set(address, { ...token.value, symbol: sanitize(token.value.symbol, 20) });
    }),
  );
  return (address) => known.get(address.toLowerCase());
}
