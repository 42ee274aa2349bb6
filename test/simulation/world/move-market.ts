import type { ChainState } from "../chain/chain-state.ts";
import type { World } from "./create-world.ts";
import { keepVenuePrices } from "./keep-venue-prices.ts";

/** By how many basis points the price changes, by the size that a history gives the event. */
const MOVES_BPS = new Map([
  [1, -300n],
  [2, 500n],
  [3, -800n],
  [6, 2_500n],
  [12, -2_500n],
]);
/**
 * Of the pools alone, before the oracle's mean follows: within the slippage, within the Swap
 * Shield's tolerance, beyond it.
 */
const AWAY_BPS = new Map([
  [1, -60n],
  [2, 200n],
  [3, -400n],
  [6, 900n],
  [12, -900n],
]);

const moved = (price: bigint, bps: bigint): bigint => (price * (10_000n + bps)) / 10_000n;

/**
 * The market at once: pools and oracle together, the pools alone, or the oracle that follows them.
 */
export function moveMarket(
  { chain, chainId, redis, keys, scheduler, venuePrices }: World,
  event: "market moves" | "pools move away" | "oracle follows",
  size: number,
): void {
  chain.change((state: ChainState) => {
    if (event === "oracle follows") return { ...state, oraclePrice: state.poolPrice };
    if (event === "pools move away")
      return { ...state, poolPrice: moved(state.poolPrice, AWAY_BPS.get(size) ?? 0n) };
    const bps = MOVES_BPS.get(size) ?? 0n;
    return {
      ...state,
      poolPrice: moved(state.poolPrice, bps),
      oraclePrice: moved(state.oraclePrice, bps),
    };
  });
  const { poolPrice } = chain.stateAt(chain.head());
  keepVenuePrices(redis, keys, chainId, poolPrice);
  venuePrices.push({ at: scheduler.sequence(), price: poolPrice });
}
