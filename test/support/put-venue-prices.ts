import { chainTokens } from "../../local/chain/chain-tokens.ts";
import type { createKeys } from "../../src/store/kernel/keys.ts";

const COIN = 10n ** 18n;
/** What a coin buys in the local markets at their start: 2,500 dollars, or 0.025 BTC. */
const BOUGHT = {
  USDC: 2_500_000_000n,
  USDT: 2_500_000_000n,
  DAI: 2_500n * COIN,
  cbBTC: 2_500_000n,
} as const;
/** Further off than any test's clock. */
const FAR_MS = 4_000_000_000_000;

/**
 * Venues' prices as the Worker's cron keeps them, without a spread and good for ever: of a test in
 * which no market moves.
 */
export async function putVenuePrices(
  command: (command: string[]) => Promise<unknown>,
  keys: Pick<ReturnType<typeof createKeys>, "venuePrices">,
): Promise<void> {
  const fields = Object.entries(BOUGHT).flatMap(([symbol, base]) => [
    // Safe: the symbols are keys of the table above, which are tokens of the local chain.
    `price:${chainTokens[symbol as keyof typeof BOUGHT].address.toLowerCase()}`,
    `${base} ${COIN} ${COIN} ${FAR_MS}`,
  ]);
  await command(["HSET", keys.venuePrices(8453), ...fields]);
}
