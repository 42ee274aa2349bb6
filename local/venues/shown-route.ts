import type { Address, PublicClient } from "viem";
import type { PricedRoute } from "./find-route.ts";
import type { PricedV3Route } from "./find-v3-route.ts";
import { readPoolState } from "./read-pool-state.ts";
import { readToken } from "./read-token.ts";
import type { UniswapContext } from "./uniswap-context.ts";
import { v3Abi } from "./venue-abi.ts";

type Amounts = { amountInBase: bigint; amountOutBase: bigint };

/**
 * A route as the Trading API writes it: one object per pool, of which only the first and the last
 * carry amounts.
 */
export function shownRoute(
  context: UniswapContext,
  found: PricedRoute | PricedV3Route,
  shown: Amounts,
) {
  return "route" in found ? v4Route(context, found, shown) : v3Route(context, found, shown);
}

function v4Route({ options, client }: UniswapContext, { route }: PricedRoute, shown: Amounts) {
  return Promise.all(
    route.map(async (hop, index) => {
      const [state, tokenIn, tokenOut] = await Promise.all([
        readPoolState(client, options.addresses.poolManager, hop.pool),
        shownToken(client, options.chainId, hop.tokenIn),
        shownToken(client, options.chainId, hop.tokenOut),
      ]);
      return {
        type: "v4-pool",
        address: state.poolId as string,
        tokenIn,
        tokenOut,
        fee: String(hop.pool.fee),
        tickSpacing: String(hop.pool.tickSpacing),
        hooks: hop.pool.hooks,
        liquidity: String(state.liquidity),
        sqrtRatioX96: String(state.sqrtPriceX96),
        tickCurrent: String(state.tick),
        ...(index === 0 ? { amountIn: String(shown.amountInBase) } : {}),
        ...(index === route.length - 1 ? { amountOut: String(shown.amountOutBase) } : {}),
      };
    }),
  );
}

async function v3Route({ options, client }: UniswapContext, found: PricedV3Route, shown: Amounts) {
  const pool = { address: found.pool.address, abi: v3Abi } as const;
  const [[sqrtPriceX96, tick], liquidity, tokenIn, tokenOut] = await Promise.all([
    client.readContract({ ...pool, functionName: "slot0" }),
    client.readContract({ ...pool, functionName: "liquidity" }),
    shownToken(client, options.chainId, found.tokenIn),
    shownToken(client, options.chainId, found.tokenOut),
  ]);
  return [
    {
      type: "v3-pool",
      address: found.pool.address as string,
      tokenIn,
      tokenOut,
      fee: String(found.pool.fee),
      liquidity: String(liquidity),
      sqrtRatioX96: String(sqrtPriceX96),
      tickCurrent: String(tick),
      amountIn: String(shown.amountInBase),
      amountOut: String(shown.amountOutBase),
    },
  ];
}

async function shownToken(client: PublicClient, chainId: number, address: Address) {
  const token = await readToken(client, address);
  return { chainId, address, symbol: token?.symbol ?? "", decimals: String(token?.decimals ?? 18) };
}
