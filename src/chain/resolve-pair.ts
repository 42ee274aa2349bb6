import type { ChainId } from "../../schemas/chains.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { resolveToken, type Token, type TokenCache } from "./resolve-token.ts";

type Chain = Parameters<typeof resolveToken>[0];
type Around = {
  chain(id: ChainId): Chain;
  caches: { tokens: TokenCache };
  clock: { nowMs(): number };
};

/**
 * Two tokens by symbol or address; at most one request. Refuses with the codes of `resolveToken`,
 * or same_token.
 */
export async function resolvePair(
  deps: Around,
  chainId: ChainId,
  named: { sell: string; buy: string },
): Promise<Verdict<{ sell: Token; buy: Token }>> {
  const resolve = (text: string) =>
    resolveToken(deps.chain(chainId), deps.caches.tokens, deps.clock.nowMs(), text);
  const [sell, buy] = await Promise.all([resolve(named.sell), resolve(named.buy)]);
  if (!sell.ok) return sell;
  if (!buy.ok) return buy;
  if (sell.value.address === buy.value.address)
    return refuse("same_token", "The token to sell and the token to buy are the same.");
  return allow({ sell: sell.value, buy: buy.value });
}
