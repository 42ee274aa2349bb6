import type { SwapMeta } from "../../schemas/unsigned-transaction.ts";
import { formatPrice } from "../lib/format-price.ts";
import { formatUnits } from "../lib/format-units.ts";
import type { VenueQuote } from "../venues/venue-port.ts";

/** The human-readable amounts of a quote (spec, "SwapMeta"). Exact decimals, no rounding. */
export function swapMetaOf(quote: VenueQuote): SwapMeta {
  const { tokenIn, tokenOut } = quote.request;
  const price = formatPrice({
    inBase: quote.amountInBase,
    inDecimals: tokenIn.decimals,
    outBase: quote.amountOutBase,
    outDecimals: tokenOut.decimals,
  });
  return {
    sellAmount: formatUnits(quote.amountInBase, tokenIn.decimals),
    sellToken: tokenIn.symbol,
    buyAmount: formatUnits(quote.amountOutBase, tokenOut.decimals),
    buyToken: tokenOut.symbol,
    price: `1 ${tokenIn.symbol} = ${price} ${tokenOut.symbol}`,
    dex: quote.venue,
  };
}
