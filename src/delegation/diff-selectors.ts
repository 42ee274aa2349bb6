import type { Hex } from "viem";

/** Both are sets: order means nothing on chain. */
export function diffSelectors(current: readonly Hex[], desired: readonly Hex[]): { plus: Hex[]; minus: Hex[] } {
  const has = new Set(current);
  const wants = new Set(desired);
  return {
    plus: [...wants].filter((selector) => !has.has(selector)),
    minus: [...has].filter((selector) => !wants.has(selector)),
  };
}
