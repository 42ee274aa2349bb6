import type { Address } from "viem";

type Tokens = { market: Address; longToken: Address; shortToken: Address };

/** What funding is paid in, each once, as far as wanted. */
export function claimPairs(markets: readonly Tokens[], wants: (token: Address) => boolean = () => true) {
  return markets.flatMap(({ market, longToken, shortToken }) =>
    [...new Set([longToken, shortToken])].filter(wants).map((token) => ({ market, token })),
  );
}
