import { WHOLE_BPS } from "../lib/whole-bps.ts";
import { roundPrice } from "./round-price.ts";

type Order = { isBuy: boolean; limitPriceE8: bigint };
type Mark = { priceE8: bigint; szDecimals: number };

/** An exit may accept a price so much worse than the mark: wide enough for a market that falls while the order is on its way. */
const MOST_WORSE_BPS = 1_000n;

/** Whether an order that only reduces stays within a tenth of the mark, and the worst price in the venue's steps that does. */
export function exitBound({ isBuy, limitPriceE8 }: Order, { priceE8, szDecimals }: Mark) {
  const bound = priceE8 * (isBuy ? WHOLE_BPS + MOST_WORSE_BPS : WHOLE_BPS - MOST_WORSE_BPS);
  const scaled = limitPriceE8 * WHOLE_BPS;
  const [down, up] = [bound / WHOLE_BPS, (bound + WHOLE_BPS - 1n) / WHOLE_BPS];
  return {
    isWithin: isBuy ? scaled <= bound : scaled >= bound,
    passingE8: roundPrice(isBuy ? down : up, { szDecimals, towards: isBuy ? "down" : "up" }),
    mostWorseBps: Number(MOST_WORSE_BPS),
  };
}
