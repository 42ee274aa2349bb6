import { formatUnits } from "../lib/format-units.ts";
import { sanitize } from "../lib/sanitize.ts";
import { formatBps } from "../settings/format-bps.ts";
import type { HolderFacts } from "./holder-facts.ts";

/** The price's terms of buying and redeeming, and how they are told. */
export function holderTerms({ holder, base, pool, terms, nav }: HolderFacts) {
  const { decimals } = pool;
  const symbol = sanitize(pool.symbol, 16);
  // It takes no fee from the account that it pays it to.
  const feeBps = terms.feeCollector === holder ? 0 : terms.feeBps;
  const { unitaryValue } = nav;
  const { spreadBps } = terms;
  const baseText = (value: bigint) => `${formatUnits(value, decimals)} ${base.symbol}`;
  return {
    symbol,
    feeBps,
    /** As holder-math.ts takes it. */
    price: { unitaryValue, decimals, spreadBps, feeBps },
    baseText,
    tokenText: (value: bigint) => `${formatUnits(value, decimals)} ${symbol}`,
    priceText: (spreadBase: bigint, { spreadOf, feeOf }: { spreadOf: string; feeOf: string }) =>
      `Price now: ${baseText(unitaryValue)} for 1 ${symbol}. Spread: ${formatBps(spreadBps)}, ${baseText(spreadBase)} of ${spreadOf}.${feeBps === 0 ? "" : ` Fee of the vault: ${formatBps(feeBps)}${feeOf}.`}`,
    figures: {
      holder,
      baseToken: base.address,
      unitaryValueBase: unitaryValue.toString(),
      spreadBps,
      feeBps,
      decimals,
    },
  };
}
