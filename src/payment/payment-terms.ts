import type { PaymentRequirements } from "@x402/core/types";
import { getAddress } from "viem";
import { PAYMENT_CHAIN_ID } from "../../schemas/chains.ts";
import { type PaidPriceId, PRICE_TABLE } from "../../schemas/price-table.ts";
import { chainAddresses } from "../chain/addresses.ts";
import { type Env, notConfigured, requireEnv } from "../env.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import { parseUnits } from "../lib/parse-units.ts";

export const PAYMENT_NETWORK = `eip155:${PAYMENT_CHAIN_ID}` as const;
const MAX_TIMEOUT_SECONDS = 300;

/**
 * Terms in the second generation's words. X402_PAY_TO has no default: without it a paid route is
 * 503, never free (decision D6).
 * @throws not_configured
 */
export function paymentTerms(env: Env, id: PaidPriceId): PaymentRequirements {
  const { X402_PAY_TO } = requireEnv(env, ["X402_PAY_TO"]);
  const payTo = normalizeAddress(X402_PAY_TO);
  if (!payTo.ok) throw notConfigured(["X402_PAY_TO"]);
  return {
    scheme: "exact",
    network: PAYMENT_NETWORK,
    amount: priceOf(env, id).amountBase.toString(),
    asset: getAddress(
      chainAddresses(PAYMENT_CHAIN_ID, env.addressOverrides[PAYMENT_CHAIN_ID]).usdc,
    ),
    payTo: getAddress(payTo.value),
    maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
    // The token's EIP-712 domain, in which the payer signs (docs/facts/x402.md 0).
    extra: { name: "USD Coin", version: "2" },
  };
}

/** Source: docs/facts/x402.md 0. */
const USDC_DECIMALS = 6;

/**
 * The price as a decimal text and in base units of USDC.
 * @throws not_configured for a price variable that is no positive amount
 */
export function priceOf(env: Env, id: PaidPriceId): { usdc: string; amountBase: bigint } {
  const { usdc, variable } = PRICE_TABLE[id];
  const text = env.prices[id] ?? usdc;
  const amount = parseUnits(text, USDC_DECIMALS);
  if (!amount.ok || amount.value === 0n) throw notConfigured([variable]);
  return { usdc: text, amountBase: amount.value };
}

/** Every price in USDC as configured: "0.0020". */
export const priceList = (env: Env): Record<PaidPriceId, string> => {
  const ids = Object.keys(PRICE_TABLE) as PaidPriceId[];
  // Safe: the entries come from the table's own keys.
  return Object.fromEntries(ids.map((id) => [id, priceOf(env, id).usdc])) as Record<
    PaidPriceId,
    string
  >;
};
