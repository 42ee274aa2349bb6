import type { VenueQuote } from "../kinds/venue.ts";

/** At the quote's own price, in base units. It differs from the quoted amounts at 0x alone. */
export const movedBy = ({ whole, amountInBase, amountOutBase }: VenueQuote): { inBase: bigint; outBase: bigint } =>
  whole ?? { inBase: amountInBase, outBase: amountOutBase };
