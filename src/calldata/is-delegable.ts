import type { Hex } from "viem";
import { lowerHex } from "../lib/lower-hex.ts";
import { DELEGABLE_SELECTORS } from "./delegable-selectors.ts";
import { NEVER_DELEGABLE } from "./never-delegable.ts";

const ALL: ReadonlySet<string> = new Set(Object.values(DELEGABLE_SELECTORS).flat());

/** Whether a selector (4 bytes, any case) may be granted to an agent at all. */
export function isDelegable(selector: Hex): boolean {
  const lower = lowerHex(selector);
  return ALL.has(lower) && !NEVER_DELEGABLE.has(lower);
}
