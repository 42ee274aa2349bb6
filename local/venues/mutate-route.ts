import { isAddressEqual, zeroAddress } from "viem";
import type { Mutation } from "./dev-controls.ts";
import type { PoolKey } from "./pool-key.ts";
import type { Route } from "./route.ts";

/**
 * For the mutation `token`: the same first token, sold into a pool whose other side is not the
 * requested one.
 */
export function mutateRoute(
  route: Route,
  mutation: Mutation | null,
  pools: readonly PoolKey[],
): Route {
  if (mutation !== "token") return route;
  const { tokenIn } = route[0];
  const asked = route.at(-1)!.tokenOut;
  for (const pool of pools) {
    if (!isAddressEqual(pool.hooks, zeroAddress)) continue;
    const sides = [pool.currency0, pool.currency1];
    if (!sides.some((side) => isAddressEqual(side, tokenIn))) continue;
    const tokenOut = sides.find((side) => !isAddressEqual(side, tokenIn));
    if (tokenOut !== undefined && !isAddressEqual(tokenOut, asked))
      return [{ pool, tokenIn, tokenOut }];
  }
  throw new Error("no pool sells this token for another one");
}
