import type { GmxPositionInfo } from "../gmx/gmx-reads.ts";
import { gmxScale } from "../gmx/gmx-scale.ts";
import { parseUnits } from "../lib/parse-units.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { inField, invalid } from "./chain-argument.ts";

type Given = {
  [K in "collateralAmount" | "notionalUsd" | "sizeDeltaUsd" | "leverage"]?: string | undefined;
};
type Around = {
  decimals: number;
  /** Dollars for a base unit of the collateral. */
  price: bigint;
  /** Undefined for a new position. */
  existing: { sizeUsd: bigint; collateralUsd: bigint } | undefined;
};
type EntryAmounts = { sizeDeltaUsd: bigint; collateralDeltaBase: bigint };

const LEVERAGE_DECIMALS = 2;

/**
 * Two of size, collateral and leverage give the amounts. An existing position needs one:
 * collateral, sizeDeltaUsd without collateral, or notionalUsd with collateral at its leverage.
 * Refuses with invalid_request.
 */
export function perpAEntryAmounts(
  given: Given,
  { decimals, price, existing }: Around,
): Verdict<EntryAmounts> {
  const { collateralAmount, notionalUsd, sizeDeltaUsd, leverage } = given;
  if (notionalUsd !== undefined && sizeDeltaUsd !== undefined)
    return invalid("notionalUsd, sizeDeltaUsd: both name the size; give one of them.");
  const size = sizeOf(
    notionalUsd ?? sizeDeltaUsd,
    notionalUsd === undefined ? "sizeDeltaUsd" : "notionalUsd",
  );
  if (!size.ok) return size;
  const collateral = amountOf(collateralAmount, decimals, "collateralAmount");
  if (!collateral.ok) return collateral;
  const times = amountOf(leverage, LEVERAGE_DECIMALS, "leverage");
  if (!times.ok) return times;
  const [usd, base, hundredths] = [size.value, collateral.value, times.value];
  if (hundredths === 0n || base === 0n)
    return invalid("leverage, collateralAmount: must be more than 0.");
  if (usd !== undefined && base !== undefined && hundredths !== undefined)
    return invalid("Size, collateral and leverage follow from each other: give two of them.");
  if (usd === 0n && existing === undefined)
    return invalid("sizeDeltaUsd: a new position needs a size above 0.");
  if (usd !== undefined && base !== undefined)
    return allow({ sizeDeltaUsd: usd, collateralDeltaBase: base });
  if (usd !== undefined && hundredths !== undefined)
    return allow({
      sizeDeltaUsd: usd,
      collateralDeltaBase: basesFor((usd * 100n) / hundredths, price),
    });
  if (base !== undefined && hundredths !== undefined)
    return allow({
      sizeDeltaUsd: (gmxScale.usdOf(base, price) * hundredths) / 100n,
      collateralDeltaBase: base,
    });
  if (existing === undefined)
    return invalid(
      "A new position needs two of: a size (notionalUsd), collateralAmount, leverage.",
    );
  if (base !== undefined) return allow({ sizeDeltaUsd: 0n, collateralDeltaBase: base });
  if (usd === undefined || usd === 0n)
    return invalid("Name a size or an amount of collateral to add.");
  if (sizeDeltaUsd !== undefined) return allow({ sizeDeltaUsd: usd, collateralDeltaBase: 0n });
  const { sizeUsd, collateralUsd } = existing;
  if (sizeUsd <= 0n || collateralUsd <= 0n)
    return invalid(
      "notionalUsd: the position has no leverage to go by; name collateralAmount or leverage too.",
    );
  return allow({
    sizeDeltaUsd: usd,
    collateralDeltaBase: basesFor((usd * collateralUsd) / sizeUsd, price),
  });
}

const sizeOf = (text: string | undefined, field: string): Verdict<bigint | undefined> =>
  text === undefined ? allow(undefined) : gmxScale.parseUsd(text, field);

function amountOf(
  text: string | undefined,
  decimals: number,
  field: string,
): Verdict<bigint | undefined> {
  if (text === undefined) return allow(undefined);
  return inField(field, parseUnits(text, decimals));
}

const basesFor = (usd: bigint, price: bigint): bigint => gmxScale.baseOf(usd + price - 1n, price);

type GivenExit = { sizeDeltaUsd: string; collateralDeltaAmount?: string | undefined };
type AroundExit = { info: GmxPositionInfo; decimals: number; isMarket: boolean };

const PERCENT_DECIMALS = 2;

/**
 * Dollars, a share or all of the size, and collateral in proportion unless an amount is named.
 * Refuses with invalid_request.
 */
export function perpAExitAmounts(
  { sizeDeltaUsd: text, collateralDeltaAmount }: GivenExit,
  { info, decimals, isMarket }: AroundExit,
): Verdict<EntryAmounts> {
  const { sizeUsd, collateralBase } = info.position;
  const size = exitSizeOf(text, sizeUsd);
  if (!size.ok) return size;
  if (size.value > sizeUsd)
    return invalid(
      `sizeDeltaUsd: the position is ${gmxScale.usdText(sizeUsd)} USD. Use "all" to close it.`,
      {
        sizeUsd: gmxScale.usdText(sizeUsd),
      },
    );
  if (collateralDeltaAmount === undefined) {
    if (size.value === 0n)
      return invalid(
        'collateralDeltaAmount: with sizeDeltaUsd "0" it says how much collateral to take back.',
      );
    // GMX sets it to 0 for a whole close and pays out everything.
    const part = size.value === sizeUsd ? 0n : (collateralBase * size.value) / sizeUsd;
    return allow({ sizeDeltaUsd: size.value, collateralDeltaBase: part });
  }
  const amount = inField("collateralDeltaAmount", parseUnits(collateralDeltaAmount, decimals));
  if (!amount.ok) return amount;
  if (amount.value > collateralBase)
    return invalid("collateralDeltaAmount: more than stands behind the position.", {
      collateralBase: collateralBase.toString(),
    });
  if (size.value === 0n && (amount.value === 0n || !isMarket))
    return invalid("Collateral alone is taken back by a market order, and by more than 0.");
  return allow({ sizeDeltaUsd: size.value, collateralDeltaBase: amount.value });
}

function exitSizeOf(text: string, whole: bigint): Verdict<bigint> {
  if (/^all$/i.test(text)) return allow(whole);
  if (!text.endsWith("%")) return gmxScale.parseUsd(text, "sizeDeltaUsd");
  const share = parseUnits(text.slice(0, -1).trim(), PERCENT_DECIMALS);
  if (!share.ok || share.value === 0n || share.value > 10_000n)
    return invalid('sizeDeltaUsd: a share is more than 0% and at most 100%, for example "50%".');
  return allow((whole * share.value) / 10_000n);
}
