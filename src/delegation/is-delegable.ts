import type { Hex } from "viem";
import { lowerHex } from "../lib/normalize-address.ts";
import { DELEGABLE_SELECTORS } from "./delegable-selectors.ts";
import { NEVER_DELEGABLE } from "./never-delegable.ts";

/** Whether a selector (4 bytes, any case) may be granted to an agent at all. */
export function isDelegable(selector: Hex): boolean {
  const lower = lowerHex(selector);
  return Object.values(DELEGABLE_SELECTORS).some((scope) => scope.includes(lower)) && !NEVER_DELEGABLE.has(lower);
}
