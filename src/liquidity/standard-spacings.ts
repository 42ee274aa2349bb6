/** Fees in hundredths of a basis point, with their tick spacing (Uniswap's own interface; v4 itself allows any pair). */
const SPACINGS: Readonly<Record<number, number>> = { 100: 1, 500: 10, 3000: 60, 10000: 200 };

export const standardSpacings = {
  of: (fee: number): number | undefined => SPACINGS[fee],
  fees: Object.keys(SPACINGS).map(Number),
};
