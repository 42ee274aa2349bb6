import type { Address } from "viem";

type Tokens = { market: Address; longToken: Address; shortToken: Address };

/** Both tokens of every market, each once: what funding is paid in. */
export function claimPairs(markets: readonly Tokens[]) {
  return markets.flatMap(({ market, longToken, shortToken }) =>
    [...new Set([longToken, shortToken])].map((token) => ({ market, token })),
  );
}
