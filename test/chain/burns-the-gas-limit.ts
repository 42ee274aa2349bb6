/**
 * Transactions of the vectors were sent with this limit; a static call that writes eats nearly all
 * of it.
 */
export function burnsTheGasLimit(gasUsed: number): boolean {
  return gasUsed > 5_000_000 * 0.9;
}
