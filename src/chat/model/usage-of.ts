import { formatUnits, parseUnits } from "../../lib/parse-units.ts";
import type { ModelUsage } from "../model-port.ts";
import type { ModelPrices } from "./model-settings.ts";

const PRICE_DECIMALS = 6;

/**
 * Tokens of one call and what they cost; without both prices, or where the model did not count, the
 * cost is left out.
 */
export function usageOf(
  { input, output }: { input: number | undefined; output: number | undefined },
  prices: ModelPrices,
): ModelUsage {
  const tokens = { inputTokens: whole(input), outputTokens: whole(output) };
  const inputPrice = priceOf(prices.input);
  const outputPrice = priceOf(prices.output);
  if (
    input === undefined ||
    output === undefined ||
    inputPrice === undefined ||
    outputPrice === undefined
  )
    return tokens;
  // Per million tokens with six decimals: a token's price has twelve.
  const cost = BigInt(tokens.inputTokens) * inputPrice + BigInt(tokens.outputTokens) * outputPrice;
  return { ...tokens, costUsd: formatUnits(cost, 2 * PRICE_DECIMALS) };
}

function priceOf(price: string | undefined): bigint | undefined {
  const units = price === undefined ? undefined : parseUnits(price, PRICE_DECIMALS);
  return units?.ok ? units.value : undefined;
}

/** A count from the model's API, made safe: never negative, never a fraction. */
const whole = (count: number | undefined): number =>
  count !== undefined && Number.isSafeInteger(count) && count > 0 ? count : 0;
