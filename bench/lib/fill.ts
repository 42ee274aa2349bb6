import { fillOrders } from "../../test/support/fill-orders.ts";
import { orderOf, T0 } from "../../test/unit/store/support/records.ts";
import type { BenchRedis } from "./bench-redis.ts";

const PER_SCRIPT = 2_000;

/** The text that every filled order is made of. */
export const TEMPLATE = JSON.stringify({
  ...orderOf("0x", "0x"),
  ...{ vaultAddress: "@vault@", operatorAddress: "@operator@" },
});

/**
 * Writes orders number `from` to `to`, due at `dueMs`: each in a vault of its own, `perOperator` of
 * them with one operator.
 */
export async function fill(
  { redis, keys }: BenchRedis,
  {
    from,
    to,
    dueMs,
    perOperator,
  }: { from: number; to: number; dueMs: number; perOperator: number },
): Promise<void> {
  for (let first = from; first <= to; first += PER_SCRIPT) {
    const last = Math.min(to, first + PER_SCRIPT - 1);
    await fillOrders.run(redis, keys, {
      nowMs: T0,
      json: TEMPLATE,
      from: first,
      to: last,
      perOperator,
      dueMs,
    });
  }
}
