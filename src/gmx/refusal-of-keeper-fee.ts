import { formatUnits } from "../lib/parse-units.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";
import { keeperFee } from "./keeper-fee.ts";
import type { GmxAccount } from "./read-gmx-account.ts";

type Fee = { kind: "increase" | "decrease"; gasPriceWei: bigint; besideBase: bigint };

/** In WETH or the coin, beside `besideBase` of WETH that leave anyway; no more than the adapter takes. */
export function refusalOfKeeperFee(account: GmxAccount, { kind, gasPriceWei, besideBase }: Fee): Refusal | undefined {
  const feeWei = keeperFee.gas(account.gas, kind) * gasPriceWei;
  const shown = `${formatUnits(feeWei, 18)} ETH`;
  if (feeWei > keeperFee.MOST_WEI)
    return refuse(
      "perp_action_forbidden",
      `GMX's keeper would cost ${shown} at this gas price, and the vault pays at most 0.05 ETH. Wait until gas is cheaper.`,
      { feeWei: feeWei.toString(), mostWei: keeperFee.MOST_WEI.toString() },
    );
  const held = account.wethBase + account.nativeWei;
  if (held >= feeWei + besideBase) return undefined;
  return refuse(
    "insufficient_balance",
    `The vault pays GMX's keeper about ${shown} in WETH, and holds ${formatUnits(held, 18)} ETH and WETH together${besideBase === 0n ? "" : `, of which ${formatUnits(besideBase, 18)} would be the collateral`}. Send it some ETH; what the keeper does not use comes back.`,
    { feeWei: feeWei.toString(), heldWei: held.toString(), neededWei: (feeWei + besideBase).toString() },
  );
}
