import type { Hex } from "viem";
import type { PerpLimits } from "../../schemas/perp-limits.ts";
import { larger, smaller } from "../lib/integers.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import {
  GMX_ORDER_TYPE,
  type GmxOrder,
  type GmxPosition,
  gmxPosition,
  isSamePosition,
  type PendingChange,
  pendingChange,
} from "./gmx-position.ts";
import type { GmxPositionInfo } from "./gmx-reads.ts";
import { gmxScale } from "./gmx-scale.ts";
import { positionView } from "./position-view.ts";
import type { GmxAccount } from "./read-gmx-account.ts";

type Exit = Pick<
  GmxOrder,
  | "market"
  | "collateralToken"
  | "isLong"
  | "orderType"
  | "sizeDeltaUsd"
  | "collateralDeltaBase"
  | "triggerPrice"
>;

/**
 * An exit is always open, but taking collateral must leave the vault's leverage (decision D51).
 * `own`: the waiting order that it replaces. Refuses with perp_position_not_found, invalid_request
 * or perp_limit_exceeded.
 */
export function judgeGmxExit(
  call: Exit,
  account: GmxAccount,
  { maxLeverage }: Pick<PerpLimits, "maxLeverage">,
  own?: Hex,
): Verdict {
  const info = account.positions.find(({ position }) => isSamePosition(position, call));
  if (info === undefined)
    return refuse(
      "perp_position_not_found",
      `The vault has no ${call.isLong ? "long" : "short"} position with this collateral in ` +
        `market ${call.market}.`,
      { market: call.market, collateral: call.collateralToken, isLong: call.isLong },
    );
  const { sizeUsd, collateralBase } = info.position;
  const isMarket = call.orderType === GMX_ORDER_TYPE.marketDecrease;
  if (isMarket && call.sizeDeltaUsd > sizeUsd)
    return refuse(
      "invalid_request",
      `The position is ${gmxScale.usdText(sizeUsd)} USD, and GMX takes no larger decrease. ` +
        `Use "all".`,
      { sizeUsd: gmxScale.usdText(sizeUsd), sizeDeltaUsd: gmxScale.usdText(call.sizeDeltaUsd) },
    );
  const waiting = account.orders.filter((one) => one.key !== own && isSamePosition(one, call));
  const wholeUsd = waiting
    .filter(({ orderType }) => orderType === GMX_ORDER_TYPE.marketIncrease)
    .reduce((sum, { sizeDeltaUsd }) => sum + sizeDeltaUsd, sizeUsd);
  // GMX pays out all of it by itself.
  if (call.collateralDeltaBase === 0n || call.sizeDeltaUsd >= wholeUsd) return allow(undefined);
  const most = statesOf(call, info, account).map((state) =>
    mostTaken(call, { ...state, wholeUsd }, { waiting, maxLeverage }),
  );
  const [mostBase = 0n] = most.toSorted((a, b) => (a < b ? -1 : 1));
  if (call.collateralDeltaBase <= mostBase) return allow(undefined);
  const { netUsd } = positionView(info, account);
  return refuse(
    "perp_limit_exceeded",
    "Taking so much collateral back would leave too little behind a position of " +
      `${gmxScale.usdText(sizeUsd - smaller(call.sizeDeltaUsd, sizeUsd))} USD with the orders ` +
      `that wait for it: more than ${maxLeverage}x. ` +
      `${mostBase > 0n ? "Take back less" : 'Make it smaller without taking collateral (collateralDeltaAmount: "0")'}, ` +
      "or cancel what waits.",
    {
      limit: "maxLeverage",
      allowed: maxLeverage,
      netUsd: gmxScale.usdText(netUsd),
      sizeUsd: gmxScale.usdText(sizeUsd),
      collateralBase: collateralBase.toString(),
      mostCollateralBase: mostBase.toString(),
      waitingOrders: waiting.length,
    },
  );
}

type State = {
  netUsd: bigint;
  profitUsd: bigint;
  collateralPrice: bigint;
  position: GmxPosition;
  feeFactor: bigint;
};

/** A resting order is also judged at its own price. */
function statesOf(
  { orderType, triggerPrice }: Exit,
  info: GmxPositionInfo,
  account: GmxAccount,
): State[] {
  const { position, pnlUsd, collateralPrice } = info;
  const { netUsd, collateralUsd, market } = positionView(info, account);
  const feeFactor = account.risks.get(position.market)?.feeFactor ?? 0n;
  const now = {
    netUsd,
    profitUsd: pnlUsd,
    collateralPrice: collateralPrice.min,
    position,
    feeFactor,
  };
  if (orderType === GMX_ORDER_TYPE.marketDecrease || triggerPrice === 0n) return [now];
  const price =
    market?.indexToken === position.collateralToken ? triggerPrice : collateralPrice.min;
  const profitUsd = gmxPosition.pnlUsd(position, triggerPrice);
  const behindUsd =
    netUsd - collateralUsd - pnlUsd + gmxScale.usdOf(position.collateralBase, price) + profitUsd;
  return [now, { ...now, netUsd: behindUsd, profitUsd, collateralPrice: price }];
}

/**
 * The rest must carry the position at the vault's leverage, or its own if higher, whichever waiting
 * orders execute. 0: nothing may be taken.
 */
function mostTaken(
  call: Exit,
  state: State & { wholeUsd: bigint },
  { waiting, maxLeverage }: { waiting: readonly GmxOrder[]; maxLeverage: number },
): bigint {
  const { netUsd, position } = state;
  const { sizeUsd } = position;
  if (netUsd <= 0n) return 0n;
  const isHigher = sizeUsd > netUsd * BigInt(maxLeverage);
  const [above, below] = isHigher ? [sizeUsd, netUsd] : [BigInt(maxLeverage), 1n];
  const load = (change: PendingChange): bigint => change.sizeUsd * below - change.netUsd * above;
  const alone = pendingChange({ ...call, collateralDeltaBase: 0n }, state) ?? {
    sizeUsd: -sizeUsd,
    netUsd: 0n,
  };
  const others = waiting.reduce((sum, one) => {
    const change = pendingChange(one, state);
    return sum + (change === undefined ? 0n : larger(load(change), 0n));
  }, 0n);
  const room = -(load({ sizeUsd, netUsd }) + load(alone) + others);
  return room <= 0n ? 0n : gmxScale.baseOf(room / above, state.collateralPrice);
}
