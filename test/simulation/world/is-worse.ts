import type { AskedOrder } from "./create-world.ts";
import type { LimitPrice } from "./order-terms.ts";

/**
 * Whether amounts are a worse price than a limit: too much USDC for WETH, or too little, by what an
 * order buys.
 */
export const isWorse = (
  { by }: Pick<AskedOrder, "by">,
  { usdc, weth }: LimitPrice,
  { soldBase, boughtBase }: { soldBase: bigint; boughtBase: bigint },
): boolean =>
  by?.buys === "USDC" ? boughtBase * weth < usdc * soldBase : soldBase * weth > usdc * boughtBase;
