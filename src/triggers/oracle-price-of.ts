import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import { formatUnits, parseUnits } from "../lib/parse-units.ts";
import { isAtOrAbove } from "./condition-text.ts";

type Priced = Pick<TriggerOrder, "type" | "side" | "price" | "priceOf" | "sellDecimals" | "buyDecimals">;
/** `givenBase` of the side token: so much of the other one, in base units, above 0. */
export type Converted = { givenBase: bigint; wantedBase: bigint };

/** Digits that are shown; compared is the fraction itself. */
const SHOWN = 18;
const DIGITS = 9;

/** Of one `priceOf` token in the other, for people (rounded down, nine digits), and whether it meets the trigger's, compared exactly. */
export function oraclePriceOf(
  trigger: Priced,
  { givenBase, wantedBase }: Converted,
): { price: string; isMet: boolean } {
  const { side, sellDecimals, buyDecimals, priceOf } = trigger;
  const [sellBase, buyBase] = side === "sell" ? [givenBase, wantedBase] : [wantedBase, givenBase];
  // One whole sell token is worth so many whole buy tokens: buyBase / 10^buyDecimals over sellBase / 10^sellDecimals.
  const [sell, buy] = [sellBase * 10n ** BigInt(buyDecimals), buyBase * 10n ** BigInt(sellDecimals)];
  const [over, under] = priceOf === "sellToken" ? [buy, sell] : [sell, buy];
  const wanted = parseUnits(trigger.price, SHOWN);
  if (!wanted.ok) throw new Error("a stored trigger has no price");
  const [now, then] = [over * 10n ** BigInt(SHOWN), wanted.value * under];
  return { price: shown(now / under), isMet: isAtOrAbove(trigger) ? now >= then : now <= then };
}

function shown(scaled: bigint): string {
  const cut = 10n ** BigInt(Math.max(0, scaled.toString().length - DIGITS));
  return formatUnits(scaled - (scaled % cut), SHOWN);
}
