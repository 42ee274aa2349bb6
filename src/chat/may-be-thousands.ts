/**
 * Whether a decimal in ASCII digits is a round number of thousands where a full stop groups digits:
 * "1.000", "12.500". A fraction does not need that last zero, so such a number is not read at all;
 * "1.25" and "0.500" are fractions everywhere.
 */
export const mayBeThousands = (decimal: string): boolean =>
  /^[1-9][0-9]{0,2}\.[0-9]{2}0$/.test(decimal);
