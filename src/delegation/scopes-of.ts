import { DELEGABLE_SELECTORS, type DelegationScope } from "./delegable-selectors.ts";

/**
 * Beside spot trading, which needs none, and the words for it behind the name of the call.
 * @example scopesOf(["0x770d096f"]).text // ' with scopes: ["bridge"]'
 */
export function scopesOf(selectors: readonly string[]): { scopes: DelegationScope[]; text: string } {
  const scopes = (["liquidity", "perps", "bridge", "staking"] as const).filter((scope) =>
    DELEGABLE_SELECTORS[scope].some((one) => selectors.includes(one)),
  );
  return { scopes, text: scopes.length === 0 ? "" : ` with scopes: ${JSON.stringify(scopes)}` };
}
