import type { Hex } from "viem";
import { DELEGABLE_SELECTORS, type DelegationScope } from "./delegable-selectors.ts";

/** Spot trading's selectors, and those of the further scopes requested (decision 36). */
export const scopeSelectors = (scopes: readonly DelegationScope[]): Hex[] => [
  ...new Set((["trade", ...scopes] as const).flatMap((scope) => DELEGABLE_SELECTORS[scope])),
];
