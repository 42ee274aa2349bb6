import type { PerpLimits } from "../../schemas/perp-limits.ts";
import type { GmxCall } from "../calldata/gmx-call.ts";
import { GMX_ORDER_TYPE } from "../gmx/gmx-order-type.ts";
import { gmxScale } from "../gmx/gmx-scale.ts";
import { positionView } from "../gmx/position-view.ts";
import type { GmxAccount } from "../gmx/read-gmx-account.ts";
import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";

type Decrease = Extract<GmxCall, { kind: "gmxDecrease" }>;

/**
 * A way out is always open: no limit holds up what makes a position smaller. Refused is only what GMX would not execute, and collateral that is taken
 * back beyond what the vault's own leverage needs: what is left has to carry the position (decision 267).
 */
export function judgeGmxExit(call: Decrease, account: GmxAccount, { maxLeverage }: PerpLimits): Verdict {
  const info = account.positions.find(
    ({ position }) =>
      position.market === call.market &&
      position.collateralToken === call.collateralToken &&
      position.isLong === call.isLong,
  );
  if (info === undefined)
    return refuse(
      "perp_position_not_found",
      `The vault has no ${call.isLong ? "long" : "short"} position with this collateral in market ${call.market}.`,
      { market: call.market, collateral: call.collateralToken, isLong: call.isLong },
    );
  const { sizeUsd, collateralBase } = info.position;
  const isMarket = call.orderType === GMX_ORDER_TYPE.marketDecrease;
  if (isMarket && call.sizeDeltaUsd > sizeUsd)
    return refuse(
      "invalid_request",
      `The position is ${gmxScale.usdText(sizeUsd)} USD, and GMX takes no larger decrease. Use "all".`,
      { sizeUsd: gmxScale.usdText(sizeUsd), sizeDeltaUsd: gmxScale.usdText(call.sizeDeltaUsd) },
    );
  // All of it, or at a price that is not reached yet: nothing that can be reckoned now.
  if (!isMarket || call.sizeDeltaUsd === sizeUsd || call.collateralDeltaBase === 0n) return allow(undefined);
  const { netUsd } = positionView(info, account);
  const [takenUsd, afterSize] = [
    gmxScale.usdOf(call.collateralDeltaBase, info.collateralPrice.min),
    sizeUsd - call.sizeDeltaUsd,
  ];
  const realized = info.pnlUsd > 0n && sizeUsd > 0n ? (info.pnlUsd * call.sizeDeltaUsd) / sizeUsd : 0n;
  const afterNet = netUsd - takenUsd - realized;
  // In proportion, or less: leverage does not rise.
  if (netUsd > 0n && afterNet * sizeUsd >= netUsd * afterSize) return allow(undefined);
  if (afterNet > 0n && afterSize <= afterNet * BigInt(maxLeverage)) return allow(undefined);
  return refuse(
    "perp_limit_exceeded",
    `Taking so much collateral back would leave ${gmxScale.usdText(afterNet)} USD behind a position of ${gmxScale.usdText(afterSize)} USD, more than ${maxLeverage}x. Take back less, or make the position smaller.`,
    {
      limit: "maxLeverage",
      allowed: maxLeverage,
      remainingUsd: gmxScale.usdText(afterNet),
      sizeUsd: gmxScale.usdText(afterSize),
      collateralBase: collateralBase.toString(),
    },
  );
}
