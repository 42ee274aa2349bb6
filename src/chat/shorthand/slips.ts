/** Slips of words that decide over no money, beside those of the plain grammar (misspellings.ts). */
export const SLIPS: ReadonlyMap<string, string> = new Map([
  ["swapp", "swap"],
  ["ether", "eth"],
  ["auto-execute", "automatically"],
  ["autonomously", "automatically"],
  ["uni", "uniswap"],
]);
