import type { Address } from "viem";
import type { GmxOrderFields } from "../calldata/gmx-call.ts";
import type { ExitFigures } from "../kinds/unpriced-exit.ts";
import { larger } from "../lib/integers.ts";
import { GMX_ORDER_TYPE, isSamePosition } from "./gmx-position.ts";
import { gmxScale } from "./gmx-scale.ts";
import { keeperFee } from "./keeper-fee.ts";
import type { GmxAccount } from "./read-gmx-account.ts";

type Exit = Pick<
  GmxOrderFields,
  | "market"
  | "collateralToken"
  | "isLong"
  | "orderType"
  | "sizeDeltaUsd"
  | "collateralDeltaBase"
  | "acceptablePrice"
>;
type Account = Pick<GmxAccount, "positions" | "markets" | "tickers" | "gas">;
type Fee = { gasPriceWei: bigint; feeToken: Address };

/**
 * What a market decrease closes at GMX's price, and the least by its acceptable price and the
 * keeper's fee, in USD (30 decimals). undefined: it rests, takes collateral beyond its share, or a
 * price is missing.
 */
export function gmxExitFigures(
  call: Exit,
  account: Account,
  { gasPriceWei, feeToken }: Fee,
): ExitFigures | undefined {
  const { positions, markets, tickers, gas } = account;
  const { isLong, orderType, sizeDeltaUsd, collateralDeltaBase, acceptablePrice } = call;
  const position = positions.find((one) => isSamePosition(one.position, call))?.position;
  const market = markets.find((one) => one.market === call.market);
  const mark = market && tickers.get(market.indexToken);
  const fee = tickers.get(feeToken);
  if (orderType !== GMX_ORDER_TYPE.marketDecrease || position === undefined || mark === undefined)
    return undefined;
  const { sizeUsd, sizeTokens, collateralBase } = position;
  if (fee === undefined || mark.min === 0n || sizeUsd === 0n || sizeDeltaUsd === 0n)
    return undefined;
  if (collateralDeltaBase * sizeUsd > collateralBase * sizeDeltaUsd) return undefined;
  // The price that is worse for the agent.
  const price = isLong ? larger(mark.max, mark.min) : mark.min;
  const leastPrice = isLong ? acceptablePrice : 2n * price - acceptablePrice;
  const closedTokens = (sizeTokens * sizeDeltaUsd) / sizeUsd;
  const feeUsd = keeperFee.gas(gas, "decrease") * gasPriceWei * fee.max;
  return {
    markBase: gmxScale.usdOf(closedTokens, price),
    leastBase: gmxScale.usdOf(closedTokens, leastPrice) - feeUsd,
  };
}
