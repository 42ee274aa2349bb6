import type { ChainId } from "../../../schemas/chains.ts";
import type { Keys } from "../../../src/store/kernel/keys.ts";
import { simTokens } from "../chain/sim-tokens.ts";
import type { SimRedis } from "../redis/create-sim-redis.ts";

const COIN = 10n ** 18n;
/** Further off than any history lasts. */
const FAR_MS = 4_000_000_000_000;

/**
 * The venues' prices as a look a moment ago would have kept them: so many USDC base units for a
 * coin, without a spread, and WETH as the coin. The looks themselves are played by
 * test/unit/schedule/watch-prices.test.ts.
 */
export function keepVenuePrices(
  redis: Pick<SimRedis, "command">,
  keys: Keys,
  chainId: ChainId,
  price: bigint,
): void {
  const { usdc, weth } = simTokens(chainId);
  const key = keys.venuePrices(chainId);
  redis.command("HSET", key, `price:${usdc}`, `${price} ${COIN} ${COIN} ${FAR_MS}`);
  redis.command("HSET", key, `price:${weth}`, `${COIN} ${COIN} ${COIN} ${FAR_MS}`);
}
