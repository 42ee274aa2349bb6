import { parseUnits } from "./parse-units.ts";
import { tradeAmount } from "./trade-amount.ts";
import type { Verdict } from "./verdict.ts";

/**
 * More than 0. Refuses with invalid_request.
 * @example parseTradeAmount("1.5", 6) // 1500000n
 */
export function parseTradeAmount(text: string, decimals: number): Verdict<bigint> {
  const parsed = parseUnits(text, decimals);
  return parsed.ok ? tradeAmount(parsed.value) : parsed;
}
