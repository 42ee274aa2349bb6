import type { SwapMeta } from "../../schemas/unsigned-transaction.ts";
import type { Deps } from "../deps.ts";
import type { VenueQuote } from "../kinds/venue.ts";
import { formatPrice, formatUnits, sixFigures } from "../lib/parse-units.ts";
import { movedBy } from "../venues/moved-by.ts";

/**
 * Goes on after "Swap" or "Sell". An exact output names its bounds first, then expected amounts
 * where they differ.
 */
export function swapWords(quote: VenueQuote, { venues }: Pick<Deps["tables"], "venues">): string {
  const { venue, request, limitBase } = quote;
  const { tokenIn, tokenOut, mode, amountBase } = request;
  const sold = (base: bigint) => formatUnits(base, tokenIn.decimals);
  const bought = (base: bigint) => formatUnits(base, tokenOut.decimals);
  const { inBase, outBase } = movedBy(quote);
  if (mode === "exactIn")
    return (
      `${sold(inBase)} ${tokenIn.symbol} for about ${bought(outBase)} ${tokenOut.symbol} on ` +
      `${venue}`
    );
  const leaves =
    `up to ${sold(limitBase)} ` +
    `${tokenIn.symbol}${inBase < limitBase ? `, about ${sixFigures(sold(inBase))},` : ""}`;
  const more = outBase > amountBase ? `, about ${sixFigures(bought(outBase))},` : "";
  return (
    `${leaves} for ${venues[venue].exactOutput} ${bought(amountBase)} ` +
    `${tokenOut.symbol}${more} on ${venue}`
  );
}

/** A quote for people (spec, "SwapMeta"), in exact decimals. */
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
