import type { GmxPositionInfo } from "../gmx/gmx-reads.ts";
import { gmxScale } from "../gmx/gmx-scale.ts";
import { parseUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { EntryAmounts } from "./perp-a-entry-amounts.ts";

type Given = { sizeDeltaUsd: string; collateralDeltaAmount?: string | undefined };
type Around = { info: GmxPositionInfo; decimals: number; isMarket: boolean };

/** A share to the hundredth of a percent. */
const PERCENT_DECIMALS = 2;

/**
 * Dollars, a share or all of the size, and collateral in proportion unless an amount is named. A whole close leaves collateral to GMX, which
 * pays out what is there. Refuses with invalid_request.
 */
export function perpAExitAmounts(
  { sizeDeltaUsd: text, collateralDeltaAmount }: Given,
  { info, decimals, isMarket }: Around,
): Verdict<EntryAmounts> {
  const { sizeUsd, collateralBase } = info.position;
  const size = sizeOf(text, sizeUsd);
  if (!size.ok) return size;
  if (size.value > sizeUsd)
    return refuse(
      "invalid_request",
      `sizeDeltaUsd: the position is ${gmxScale.usdText(sizeUsd)} USD. Use "all" to close it.`,
      {
        sizeUsd: gmxScale.usdText(sizeUsd),
      },
    );
  if (collateralDeltaAmount === undefined) {
    if (size.value === 0n)
      return refuse(
        "invalid_request",
        'collateralDeltaAmount: with sizeDeltaUsd "0" it says how much collateral to take back.',
      );
    // GMX sets it to 0 for a whole close and pays out everything.
    const part = size.value === sizeUsd ? 0n : (collateralBase * size.value) / sizeUsd;
    return allow({ sizeDeltaUsd: size.value, collateralDeltaBase: part });
  }
  const amount = parseUnits(collateralDeltaAmount, decimals);
  if (!amount.ok) return refuse("invalid_request", `collateralDeltaAmount: ${amount.message}`, amount.details);
  if (amount.value > collateralBase)
    return refuse("invalid_request", "collateralDeltaAmount: more than stands behind the position.", {
      collateralBase: collateralBase.toString(),
    });
  if (size.value === 0n && (amount.value === 0n || !isMarket))
    return refuse("invalid_request", "Collateral alone is taken back by a market order, and by more than 0.");
  return allow({ sizeDeltaUsd: size.value, collateralDeltaBase: amount.value });
}

function sizeOf(text: string, whole: bigint): Verdict<bigint> {
  if (/^all$/i.test(text)) return allow(whole);
  if (!text.endsWith("%")) return gmxScale.parseUsd(text, "sizeDeltaUsd");
  const share = parseUnits(text.slice(0, -1).trim(), PERCENT_DECIMALS);
  if (!share.ok || share.value === 0n || share.value > 10_000n)
    return refuse("invalid_request", 'sizeDeltaUsd: a share is more than 0% and at most 100%, for example "50%".');
  return allow((whole * share.value) / 10_000n);
}
