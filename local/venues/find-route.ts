import { type Address, isAddressEqual, type PublicClient, zeroAddress } from "viem";
import { isContractRevert } from "./is-contract-revert.ts";
import type { PoolKey } from "./pool-key.ts";
import type { Hop, Route } from "./route.ts";
import { quoterAbi } from "./venue-abi.ts";

export type RouteRequest = {
  tokenIn: Address;
  tokenOut: Address;
  mode: "exactIn" | "exactOut";
  amountBase: bigint;
};
/** The v4 quoter takes no larger amount, so no pool can fill one. */
const MAX_UINT128 = (1n << 128n) - 1n;

export type PricedRoute = {
  route: Route;
  amountInBase: bigint;
  amountOutBase: bigint;
  gasUnits: bigint;
};

/**
 * The best route of one pool, or of two with the native coin between, priced by the quoter at the
 * latest block. Undefined when no pool joins the pair or none can fill the amount.
 */
export async function findRoute(
  client: PublicClient,
  chain: { v4Quoter: Address; pools: readonly PoolKey[] },
  request: RouteRequest,
): Promise<PricedRoute | undefined> {
  if (request.amountBase > MAX_UINT128) return undefined;
  const routes = candidates(chain.pools, request);
  const priced = await Promise.all(
    routes.map((route) => price(client, chain.v4Quoter, request, route)),
  );
  return priced
    .filter((one) => one !== undefined)
    .sort((a, b) => (better(request, a, b) ? -1 : 1))[0];
}

function candidates(pools: readonly PoolKey[], { tokenIn, tokenOut }: RouteRequest): Route[] {
  const direct = hopsBetween(pools, tokenIn, tokenOut).map((hop): Route => [hop]);
  if (isAddressEqual(tokenIn, zeroAddress) || isAddressEqual(tokenOut, zeroAddress)) return direct;
  const seconds = hopsBetween(pools, zeroAddress, tokenOut);
  const through = hopsBetween(pools, tokenIn, zeroAddress).flatMap((first) =>
    seconds.map((second): Route => [first, second]),
  );
  return [...direct, ...through];
}

function hopsBetween(pools: readonly PoolKey[], tokenIn: Address, tokenOut: Address): Hop[] {
  const [low, high] =
    BigInt(tokenIn) < BigInt(tokenOut) ? [tokenIn, tokenOut] : [tokenOut, tokenIn];
  return pools
    .filter((pool) => isAddressEqual(pool.hooks, zeroAddress))
    .filter((pool) => isAddressEqual(pool.currency0, low) && isAddressEqual(pool.currency1, high))
    .map((pool) => ({ pool, tokenIn, tokenOut }));
}

async function price(
  client: PublicClient,
  quoter: Address,
  request: RouteRequest,
  route: Route,
): Promise<PricedRoute | undefined> {
  const exactIn = request.mode === "exactIn";
  const path = route.map(({ pool, tokenIn, tokenOut }) => ({
    intermediateCurrency: exactIn ? tokenOut : tokenIn,
    fee: pool.fee,
    tickSpacing: pool.tickSpacing,
    hooks: pool.hooks,
    hookData: "0x" as const,
  }));
  const exactCurrency = exactIn ? request.tokenIn : request.tokenOut;
  try {
    const { result } = await client.simulateContract({
      address: quoter,
      abi: quoterAbi,
      functionName: exactIn ? "quoteExactInput" : "quoteExactOutput",
      args: [{ exactCurrency, path, exactAmount: request.amountBase }],
    });
    const [other, gasUnits] = result;
    if (other === 0n) return undefined;
    const [amountInBase, amountOutBase] = exactIn
      ? [request.amountBase, other]
      : [other, request.amountBase];
    return { route, amountInBase, amountOutBase, gasUnits };
  } catch (error) {
    // The quoter reverts where a pool cannot fill the amount.
    if (isContractRevert(error)) return undefined;
    throw error;
  }
}

function better(request: RouteRequest, a: PricedRoute, b: PricedRoute): boolean {
  return request.mode === "exactIn"
    ? a.amountOutBase > b.amountOutBase
    : a.amountInBase < b.amountInBase;
}
