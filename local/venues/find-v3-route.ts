import { type Address, isAddressEqual, type PublicClient } from "viem";
import type { RouteRequest } from "./find-route.ts";
import { isContractRevert } from "./is-contract-revert.ts";
import { v3Abi } from "./venue-abi.ts";
import type { V3Pool } from "./venue-options.ts";

export type PricedV3Route = {
  pool: V3Pool;
  tokenIn: Address;
  tokenOut: Address;
  amountInBase: bigint;
  amountOutBase: bigint;
  gasUnits: bigint;
};

/**
 * The one v3 pool of a pair, priced by the v3 quoter; undefined without a pool or when it cannot
 * fill the amount.
 */
export async function findV3Route(
  client: PublicClient,
  chain: { v3Quoter: Address; v3Pools: readonly V3Pool[] },
  { tokenIn, tokenOut, mode, amountBase }: RouteRequest,
): Promise<PricedV3Route | undefined> {
  if (isAddressEqual(tokenIn, tokenOut)) return undefined;
  const joins = ({ token0, token1 }: V3Pool) =>
    [tokenIn, tokenOut].every(
      (token) => isAddressEqual(token, token0) || isAddressEqual(token, token1),
    );
  const pool = chain.v3Pools.find(joins);
  if (pool === undefined) return undefined;
  const quoter = { address: chain.v3Quoter, abi: v3Abi } as const;
  const asked = { tokenIn, tokenOut, fee: pool.fee, sqrtPriceLimitX96: 0n };
  try {
    if (mode === "exactIn") {
      const args = [{ ...asked, amountIn: amountBase }] as const;
      const { result } = await client.simulateContract({
        ...quoter,
        functionName: "quoteExactInputSingle",
        args,
      });
      const [amountOutBase, , , gasUnits] = result;
      return { pool, tokenIn, tokenOut, amountInBase: amountBase, amountOutBase, gasUnits };
    }
    const args = [{ ...asked, amount: amountBase }] as const;
    const { result } = await client.simulateContract({
      ...quoter,
      functionName: "quoteExactOutputSingle",
      args,
    });
    const [amountInBase, , , gasUnits] = result;
    return { pool, tokenIn, tokenOut, amountInBase, amountOutBase: amountBase, gasUnits };
  } catch (error) {
    if (isContractRevert(error)) return undefined;
    throw error;
  }
}
