import type { FollowedCall } from "../../schemas/venue-order.ts";
import type { GmxCall } from "../calldata/gmx-call.ts";
import { GMX_ORDER_TYPE } from "./gmx-order-type.ts";
import { gmxScale } from "./gmx-scale.ts";

const WORDS: Readonly<Record<number, string>> = {
  [GMX_ORDER_TYPE.marketIncrease]: "Increase",
  [GMX_ORDER_TYPE.marketDecrease]: "Decrease",
  [GMX_ORDER_TYPE.limitDecrease]: "Take profit on",
  [GMX_ORDER_TYPE.stopLossDecrease]: "Stop loss on",
};

/** The order is found by its transaction's hash. Claims and changes are done when they are mined. */
export function followGmxOrder(call: GmxCall): FollowedCall | undefined {
  if (call.kind !== "gmxIncrease" && call.kind !== "gmxDecrease") return undefined;
  const { market, collateralToken, isLong, sizeDeltaUsd, collateralDeltaBase, orderType } = call;
  const { limitDecrease, stopLossDecrease } = GMX_ORDER_TYPE;
  const [side, size] = [isLong ? "long" : "short", gmxScale.usdText(sizeDeltaUsd)];
  return {
    family: "perp_a",
    summary: `${WORDS[orderType] ?? "Change"} a GMX ${side} by ${size} USD in market ${market}`,
    ...((orderType === limitDecrease || orderType === stopLossDecrease) && { rests: true }),
    ordered: { market, side, sizeUsd: size, collateralToken, collateralBase: collateralDeltaBase.toString() },
  };
}
