import { zeroAddress } from "viem";
import { resolvePair } from "../chain/resolve-pair.ts";
import type { Token } from "../chain/resolve-token.ts";
import type { PoolKey } from "../kinds/vault-call.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { poolKey } from "../liquidity/pool-key.ts";
import type { ToolContext } from "./tool.ts";

export type PoolName = {
  tokenA: string;
  tokenB: string;
  fee: number;
  tickSpacing?: number | undefined;
  hooks?: string | undefined;
};

/** `inverted`: tokenA is currency1. */
export type NamedPool = { pool: PoolKey; tokenA: Token; tokenB: Token; inverted: boolean };

/**
 * No network wait when both tokens are known, and no check that the pool exists. Refuses with
 * invalid_request, token_not_found, token_ambiguous, same_token or rpc_unavailable.
 */
export async function namedPool(ctx: ToolContext, name: PoolName): Promise<Verdict<NamedPool>> {
  const tickSpacing = name.tickSpacing ?? standardSpacings.of(name.fee);
  if (tickSpacing === undefined)
    return refuse(
      "invalid_request",
      `tickSpacing: a fee of ${name.fee} has no usual tick spacing, so name the pool's. ` +
        `Usual fees: ${standardSpacings.fees.join(", ")}.`,
    );
  const hooks = name.hooks === undefined ? allow(zeroAddress) : normalizeAddress(name.hooks);
  if (!hooks.ok) return refuse("invalid_request", `hooks: ${hooks.message}`);
  const pair = await resolvePair(ctx.deps, ctx.chainId, { sell: name.tokenA, buy: name.tokenB });
  if (!pair.ok)
    return pair.code === "same_token"
      ? refuse("same_token", "tokenA and tokenB are the same token.")
      : pair;
  const { sell: tokenA, buy: tokenB } = pair.value;
  const rest = { fee: name.fee, tickSpacing, hooks: hooks.value };
  const pool = poolKey.of([tokenA.address, tokenB.address], rest);
  return allow({ pool, tokenA, tokenB, inverted: pool.currency0 !== tokenA.address });
}

/** Tick spacing by fee in hundredths of a basis point (Uniswap's interface; v4 allows any pair). */
const SPACINGS: Readonly<Record<number, number>> = { 100: 1, 500: 10, 3000: 60, 10000: 200 };

const standardSpacings = {
  of: (fee: number): number | undefined => SPACINGS[fee],
  fees: Object.keys(SPACINGS).map(Number),
};

/** Both tokens in the pool's order. */
export const pairOf = ({ tokenA, tokenB, inverted }: NamedPool) =>
  inverted ? { token0: tokenB, token1: tokenA } : { token0: tokenA, token1: tokenB };

/** Their decimals, as prices of a pool take them. */
export const decimalsOf = ({ token0, token1 }: ReturnType<typeof pairOf>) => ({
  decimals0: token0.decimals,
  decimals1: token1.decimals,
});
