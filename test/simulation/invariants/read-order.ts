import { type TwapOrder, twapOrder } from "../../../schemas/twap-order.ts";
import type { AskedOrder, World } from "../world/create-world.ts";

export type OrderRecord = {
  order: TwapOrder;
  lease: string | undefined;
  attempt: string | undefined;
};

/**
 * An order as it is stored; undefined when it is gone, or its number is another kind's now (a store
 * that lost its last second gives it out again).
 */
export function readOrder(
  { redis, keys }: World,
  { vault, id }: AskedOrder,
): OrderRecord | undefined {
  const record = redis.read(keys.order(vault, id));
  if (
    typeof record !== "object" ||
    record instanceof Map ||
    record instanceof Set ||
    Array.isArray(record)
  )
    return undefined;
  const stored: unknown = JSON.parse(record.json ?? "");
  if (typeof stored === "object" && stored !== null && "kind" in stored) return undefined;
  return { order: twapOrder.parse(stored), lease: record.lease, attempt: record.attempt };
}
