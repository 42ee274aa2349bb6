import { type PaidPriceId, PRICE_TABLE } from "../../schemas/price-table.ts";
import { type Env, notConfigured } from "../env.ts";
import { parseUnits } from "../lib/parse-units.ts";

/** USDC's decimals (docs/facts/x402.md 0). */
const USDC_DECIMALS = 6;

/**
 * USDC in human units and in base units.
 * @throws not_configured for a price variable that is no positive amount of USDC
 */
export function priceOf(env: Env, id: PaidPriceId): { usdc: string; amountBase: bigint } {
  const { usdc, variable } = PRICE_TABLE[id];
  const text = env.prices[id] ?? usdc;
  const amount = parseUnits(text, USDC_DECIMALS);
  if (!amount.ok || amount.value === 0n) throw notConfigured([variable]);
  return { usdc: text, amountBase: amount.value };
}
