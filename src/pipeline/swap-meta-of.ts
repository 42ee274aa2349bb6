import type { SwapMeta } from "../../schemas/unsigned-transaction.ts";
import type { VenueQuote } from "../kinds/venue-port.ts";
import { formatPrice, formatUnits } from "../lib/parse-units.ts";
import { movedBy } from "../venues/moved-by.ts";

/** By a quote, for people (spec, "SwapMeta"). Exact decimals. */
export function swapMetaOf(quote: VenueQuote): SwapMeta {
  const { tokenIn, tokenOut } = quote.request;
  const { inBase, outBase } = movedBy(quote);
  const price = formatPrice({
    inBase,
    inDecimals: tokenIn.decimals,
    outBase,
    outDecimals: tokenOut.decimals,
  });
  return {
    sellAmount: formatUnits(inBase, tokenIn.decimals),
    sellToken: tokenIn.symbol,
    buyAmount: formatUnits(outBase, tokenOut.decimals),
    buyToken: tokenOut.symbol,
    price: `1 ${tokenIn.symbol} = ${price} ${tokenOut.symbol}`,
    dex: quote.venue,
  };
}
