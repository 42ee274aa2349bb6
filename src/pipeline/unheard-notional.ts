import { notionalBase } from "../hyperliquid/notional-base.ts";
import { allow } from "../lib/allow.ts";
import { scaledDecimal } from "../lib/scaled-decimal.ts";
import type { Verdict } from "../lib/verdict.ts";
import { listVenueOrders } from "../store/venueorders/list-venue-orders.ts";
import type { ExecutionContext } from "./execution-context.ts";

/** What the venue has not heard of by then it has dropped (src/venues/look-up-hyperliquid-order.ts). */
const ON_ITS_WAY_MS = 60_000;
/** So many are asked for one by one; all beyond that count as on their way. */
const ASKED = 5;

/**
 * What orders of the vault's agent, mined within the last minute, may still add at Hyperliquid, in USDC with 6 decimals: those that the venue
 * has not heard of. Without it two orders in a row would each be judged as if it were alone. Refuses as the venue does.
 */
export async function unheardNotional({ deps, vault }: ExecutionContext): Promise<Verdict<bigint>> {
  const nowMs = deps.clock.nowMs();
  const { open } = await listVenueOrders.run(deps.redis, deps.keys, { nowMs, vault });
  const recent = open.filter(
    ({ family, createdAt, ordered }) =>
      family === "perp_b" && nowMs - createdAt < ON_ITS_WAY_MS && ordered.reduceOnly === undefined,
  );
  const known = await Promise.all(
    recent.slice(0, ASKED).map(({ ordered }) => deps.hyperliquid.order(vault, ordered.cloid ?? "")),
  );
  let sum = 0n;
  for (const [index, { ordered }] of recent.entries()) {
    const state = known[index];
    if (state?.ok === false) return state;
    const [size, price] = [ordered.size, ordered.limitPrice].map((text) => scaledDecimal(text ?? "", 8) ?? 0n);
    if (state === undefined || state.value === null) sum += notionalBase(price ?? 0n, size ?? 0n) + 1n;
  }
  return allow(sum);
}
