import { formatUnits, parseUnits } from "../lib/parse-units.ts";
import type { ModelUsage } from "./model-port.ts";

/** Prices per million tokens have six decimals at most, and so twelve are exact. */
const DECIMALS = 12;

/**
 * What two calls of a model cost together; the price is left out where one of them has none that is
 * known.
 */
export function addUsage(first: ModelUsage, second: ModelUsage): ModelUsage {
  const tokens = {
    inputTokens: first.inputTokens + second.inputTokens,
    outputTokens: first.outputTokens + second.outputTokens,
  };
  const isFree = ({ inputTokens, outputTokens }: ModelUsage) =>
    inputTokens === 0 && outputTokens === 0;
  const costs = [first, second].map((usage) => (isFree(usage) ? "0" : usage.costUsd));
  let total = 0n;
  for (const cost of costs) {
    const base = cost === undefined ? undefined : parseUnits(cost, DECIMALS);
    if (base === undefined || !base.ok) return tokens;
    total += base.value;
  }
  return { ...tokens, costUsd: formatUnits(total, DECIMALS) };
}
