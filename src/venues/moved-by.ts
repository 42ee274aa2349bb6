import type { VenueQuote } from "../kinds/venue.ts";

/** Amounts at the quote's price, in base units. Only 0x's differ from the quoted ones. */
export const movedBy = ({
  whole,
  amountInBase,
  amountOutBase,
}: VenueQuote): { inBase: bigint; outBase: bigint } =>
  whole ?? { inBase: amountInBase, outBase: amountOutBase };
