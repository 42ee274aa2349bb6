/** From the names under which a script lists them. */
export const numbersOf = (names: readonly string[]): number[] => names.map(Number).sort((a, b) => a - b);
