import type { Hex } from "viem";
import { DELEGABLE_SELECTORS } from "./delegable-selectors.ts";
import { NEVER_DELEGABLE } from "./never-delegable.ts";

const ALL: ReadonlySet<string> = new Set(Object.values(DELEGABLE_SELECTORS).flat());

/** Whether a selector (4 bytes, any case) may be granted to an agent at all. */
export function isDelegable(selector: Hex): boolean {
  const lower = selector.toLowerCase() as Hex;
  return ALL.has(lower) && !NEVER_DELEGABLE.has(lower);
}
