import { gmxPosition } from "./gmx-position.ts";
import type { GmxPositionInfo } from "./gmx-reads.ts";
import { gmxScale } from "./gmx-scale.ts";
import type { GmxAccount } from "./read-gmx-account.ts";

type Around = Pick<GmxAccount, "markets" | "risks" | "minCollateralUsd">;

/** USD with 30 decimals. */
export function positionView(info: GmxPositionInfo, { markets, risks, minCollateralUsd }: Around) {
  const { position, pnlUsd, impactUsd, collateralPrice, closeFeeBase, borrowingBase, fundingBase } =
    info;
  const usd = (base: bigint) => gmxScale.usdOf(base, collateralPrice.min);
  const market = markets.find((one) => one.market === position.market);
  const risk = risks.get(position.market);
  const [borrowingUsd, fundingUsd, closeFeeUsd] = [
    usd(borrowingBase),
    usd(fundingBase),
    usd(closeFeeBase),
  ];
  const collateralUsd = usd(position.collateralBase);
  const costsUsd = borrowingUsd + fundingUsd + closeFeeUsd;
  const loss = impactUsd < 0n ? impactUsd : 0n;
  return {
    market,
    collateralUsd,
    borrowingUsd,
    fundingUsd,
    closeFeeUsd,
    costsUsd,
    netUsd: collateralUsd + pnlUsd + loss - costsUsd,
    liquidationPrice:
      risk === undefined
        ? null
        : gmxPosition.liquidationPrice(position, {
            collateralPrice: collateralPrice.min,
            costsUsd,
            minCollateralFactor: risk.minCollateralForLiquidation,
            maxImpactFactor: risk.maxImpact,
            minCollateralUsd,
            isIndexCollateral: market?.indexToken === position.collateralToken,
          }),
  };
}
