import type { Address } from "viem";

type Tokens = { market: Address; longToken: Address; shortToken: Address };

/** Both tokens of every market, each once, as far as they are wanted: what funding is paid in. */
export function claimPairs(markets: readonly Tokens[], wants: (token: Address) => boolean = () => true) {
  return markets.flatMap(({ market, longToken, shortToken }) =>
    [...new Set([longToken, shortToken])].filter(wants).map((token) => ({ market, token })),
  );
}
