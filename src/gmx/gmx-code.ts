import { type Address, zeroHash } from "viem";
import type { FollowedCall } from "../../schemas/venue-order.ts";
import { boundedDecode } from "../calldata/decode-abi-strictly.ts";
import { decodeGmxCall } from "../calldata/decode-gmx-call.ts";
import type { GmxCall } from "../calldata/gmx-call.ts";
import type { CallRule, ProtocolCode } from "../kinds/protocol.ts";
import { isNative } from "../lib/normalize-address.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";
import { checkGmxOrder } from "./check-gmx-order.ts";
import { GMX_EXIT_TYPES, GMX_ORDER_TYPE } from "./gmx-position.ts";
import { gmxScale } from "./gmx-scale.ts";

/** Only an increase gives collateral; all else is a way out. */
export const gmxCode: ProtocolCode<GmxCall> = {
  decode: boundedDecode(decodeGmxCall),
  rules: {
    gmxIncrease: {
      ...gmx(ordered),
      limited: ({ collateralToken, collateralDeltaBase }) => ({
        venue: "gmx",
        gives: [{ token: collateralToken, amountBase: collateralDeltaBase }],
        buys: [],
      }),
      boundByCheck: true,
      sentAsApproved: true,
      priced: ({ collateralToken }) => [collateralToken],
      refusal: refusalOfOrderFields,
    },
    gmxDecrease: {
      ...gmx(ordered),
      sentAsApproved: true,
      lowersRisk: () => true,
      refusal: refusalOfOrderFields,
    },
    gmxUpdate: { ...gmx(() => []), lowersRisk: () => true },
    gmxCancel: { ...gmx(() => []), lowersRisk: () => true },
    gmxClaimFunding: { ...gmx(({ receiver }) => [receiver]), lowersRisk: () => true },
    gmxClaimCollateral: { ...gmx(({ receiver }) => [receiver]), lowersRisk: () => true },
  },
};

/** tx.gasprice is 0 in a simulation, so the NAV Shield sees no keeper fee. */
function gmx<C extends GmxCall>(recipients: CallRule<C>["recipients"]): CallRule<C> {
  return {
    movesAssets: true,
    recipients,
    limited: () => null,
    check: checkGmxOrder,
    follow: followGmxOrder,
  };
}

type GmxOrderCall = Extract<GmxCall, { kind: "gmxIncrease" | "gmxDecrease" }>;

function ordered({ receiver, cancellationReceiver, uiFeeReceiver }: GmxOrderCall): Address[] {
  return [receiver, cancellationReceiver, uiFeeReceiver];
}

/** The adapter overwrites these fields: the order would differ from the signed one. */
function refusalOfOrderFields(call: GmxOrderCall): Refusal | undefined {
  const types = call.kind === "gmxIncrease" ? [GMX_ORDER_TYPE.marketIncrease] : GMX_EXIT_TYPES;
  const isPlain =
    types.includes(call.orderType) &&
    isNative(call.callbackContract) &&
    call.swapPath.length === 0 &&
    call.dataList.length === 0 &&
    call.referralCode === zeroHash &&
    !call.shouldUnwrapNativeToken &&
    call.decreasePositionSwapType === 0 &&
    call.executionFeeWei + call.callbackGasLimit + call.validFromSec === 0n;
  return isPlain ? undefined : otherOrder;
}

const otherOrder = refuse(
  "perp_action_forbidden",
  "The vault's adapter takes market entries, market exits, take profits and stop losses, and " +
    "nothing else of an order. Nothing was built.",
);

const WORDS: Readonly<Record<number, string>> = {
  [GMX_ORDER_TYPE.marketIncrease]: "Increase",
  [GMX_ORDER_TYPE.marketDecrease]: "Decrease",
  [GMX_ORDER_TYPE.limitDecrease]: "Take profit on",
  [GMX_ORDER_TYPE.stopLossDecrease]: "Stop loss on",
};

/** Only orders are followed; claims and changes end when mined. */
export function followGmxOrder(call: GmxCall): FollowedCall | undefined {
  if (call.kind !== "gmxIncrease" && call.kind !== "gmxDecrease") return undefined;
  const { market, collateralToken, isLong, sizeDeltaUsd, collateralDeltaBase, orderType } = call;
  const { limitDecrease, stopLossDecrease } = GMX_ORDER_TYPE;
  const [side, size] = [isLong ? "long" : "short", gmxScale.usdText(sizeDeltaUsd)];
  return {
    family: "perp_a",
    summary: `${WORDS[orderType] ?? "Change"} a GMX ${side} by ${size} USD in market ${market}`,
    ...((orderType === limitDecrease || orderType === stopLossDecrease) && { rests: true }),
    ordered: {
      market,
      side,
      sizeUsd: size,
      collateralToken,
      collateralBase: collateralDeltaBase.toString(),
    },
  };
}
