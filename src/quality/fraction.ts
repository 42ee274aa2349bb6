/** An exact rational in lowest terms; `den` > 0. */
export type Fraction = { num: bigint; den: bigint };

/** So many base units of the order's own token are worth so many of the counter token. */
export type Price = { sideBase: bigint; counterBase: bigint };

export const ZERO: Fraction = { num: 0n, den: 1n };

/** @throws Error for a denominator of 0: a bug */
export function fraction(num: bigint, den = 1n): Fraction {
  if (den === 0n) throw new Error("a fraction by nothing");
  const [above, below] = den < 0n ? [-num, -den] : [num, den];
  const shared = divisorOf(abs(above), below);
  return { num: above / shared, den: below / shared };
}

export const plus = (a: Fraction, b: Fraction): Fraction =>
  a.den === b.den
    ? fraction(a.num + b.num, a.den)
    : fraction(a.num * b.den + b.num * a.den, a.den * b.den);

export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { num: -b.num, den: b.den });

export const sumOf = (parts: readonly Fraction[]): Fraction => parts.reduce(plus, ZERO);

/** Worth of an amount of the order's own token, in the counter token. */
export const worthOf = (sideBase: bigint, price: Price): Fraction =>
  fraction(sideBase * price.counterBase, price.sideBase);

/** The nearest integer, halves away from zero: for display alone. */
export function rounded({ num, den }: Fraction): bigint {
  const nearest = (2n * abs(num) + den) / (2n * den);
  return num < 0n ? -nearest : nearest;
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);

function divisorOf(a: bigint, b: bigint): bigint {
  let [greater, less] = [a, b];
  while (less > 0n) [greater, less] = [less, greater % less];
  return greater === 0n ? 1n : greater;
}
