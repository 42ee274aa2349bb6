import type { GmxCall } from "../calldata/gmx-call.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";
import { GMX_ORDER_TYPE } from "./gmx-position.ts";
import { gmxScale } from "./gmx-scale.ts";
import { keeperFee } from "./keeper-fee.ts";
import type { GmxAccount } from "./read-gmx-account.ts";

type Change = Extract<GmxCall, { kind: "gmxUpdate" | "gmxCancel" }>;

/** Refuses an unknown order, one too young to cancel, or one that cannot change. */
export function refusalOfOrder(
  call: Change,
  { orders, cancelAfterSec }: Pick<GmxAccount, "orders" | "cancelAfterSec">,
  nowSec: number,
): Refusal | undefined {
  const order = orders.find(({ key }) => key === call.orderKey);
  if (order === undefined)
    return refuse(
      "perp_order_unknown",
      `The vault has no pending order ${call.orderKey}. It was executed or cancelled, or is ` +
        "another account's: perp_a_get_positions lists the vault's own.",
      { orderKey: call.orderKey, orders: orders.map(({ key }) => key) },
    );
  const { marketIncrease, marketDecrease, limitDecrease, stopLossDecrease } = GMX_ORDER_TYPE;
  const isMarket = order.orderType === marketIncrease || order.orderType === marketDecrease;
  if (call.kind === "gmxCancel") {
    const ageSec = BigInt(nowSec) - order.updatedAtSec;
    if (!isMarket || ageSec >= cancelAfterSec) return undefined;
    return refuse(
      "perp_order_too_young",
      `GMX lets a market order be cancelled ${cancelAfterSec} s after it was made, and this ` +
        `one is ${ageSec} s old. Try again in ${cancelAfterSec - ageSec} s; keepers may ` +
        "execute it before.",
      { ageSec: Number(ageSec), cancelAfterSec: Number(cancelAfterSec) },
    );
  }
  if (order.orderType !== limitDecrease && order.orderType !== stopLossDecrease)
    return refuse(
      "perp_action_forbidden",
      isMarket
        ? "A market order cannot be changed, only cancelled once it is old enough."
        : "Only a take profit or a stop loss can be changed here.",
      { orderType: order.orderType },
    );
  return call.triggerPrice > 0n && (call.sizeDeltaUsd > 0n || order.collateralDeltaBase > 0n)
    ? undefined
    : refuse("perp_below_minimum", "An order needs a trigger price and a size above 0.", {
        sizeDeltaUsd: gmxScale.usdText(call.sizeDeltaUsd),
      });
}

type Fee = { kind: "increase" | "decrease"; gasPriceWei: bigint; besideBase: bigint };

/** The fee is paid in WETH or the coin, beside `besideBase` of WETH. */
export function refusalOfKeeperFee(
  account: GmxAccount,
  { kind, gasPriceWei, besideBase }: Fee,
): Refusal | undefined {
  const feeWei = keeperFee.gas(account.gas, kind) * gasPriceWei;
  const shown = `${formatUnits(feeWei, 18)} ETH`;
  if (feeWei > keeperFee.MOST_WEI)
    return refuse(
      "perp_action_forbidden",
      `GMX's keeper would cost ${shown} at this gas price, and the vault pays at most 0.05 ` +
        "ETH. Wait until gas is cheaper.",
      { feeWei: feeWei.toString(), mostWei: keeperFee.MOST_WEI.toString() },
    );
  const held = account.wethBase + account.nativeWei;
  if (held >= feeWei + besideBase) return undefined;
  return refuse(
    "insufficient_balance",
    `The vault pays GMX's keeper about ${shown} in WETH, and holds ${formatUnits(held, 18)} ` +
      "ETH and WETH " +
      `together${besideBase === 0n ? "" : `, of which ${formatUnits(besideBase, 18)} would be the collateral`}. ` +
      "Send it some ETH; what the keeper does not use comes back.",
    {
      feeWei: feeWei.toString(),
      heldWei: held.toString(),
      neededWei: (feeWei + besideBase).toString(),
    },
  );
}
