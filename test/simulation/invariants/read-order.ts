import { type TwapOrder, twapOrder } from "../../../schemas/twap-order.ts";
import type { AskedOrder, World } from "../world/create-world.ts";

export type OrderRecord = { order: TwapOrder; lease: string | undefined; attempt: string | undefined };

/** An order as it is stored; undefined when it is gone. */
export function readOrder({ redis, keys }: World, { vault, id }: AskedOrder): OrderRecord | undefined {
  const record = redis.read(keys.order(vault, id));
  if (typeof record !== "object" || record instanceof Map || record instanceof Set || Array.isArray(record))
    return undefined;
  return { order: twapOrder.parse(JSON.parse(record.json ?? "")), lease: record.lease, attempt: record.attempt };
}
