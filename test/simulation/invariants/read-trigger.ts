import { type TriggerOrder, triggerOrder } from "../../../schemas/trigger-order.ts";
import type { AskedTrigger, World } from "../world/create-world.ts";

export type TriggerRecord = {
  trigger: TriggerOrder;
  lease: string | undefined;
  attempt: string | undefined;
};

/** A trigger order as it is stored; undefined when it is gone, or its number is another's now. */
export function readTrigger(
  { redis, keys }: Pick<World, "redis" | "keys">,
  { vault, id }: AskedTrigger,
): TriggerRecord | undefined {
  const { json, lease, attempt } = Object(redis.read(keys.order(vault, id)) ?? {}) as Record<
    string,
    string
  >;
  if (json === undefined || !json.includes('"kind":"trigger"')) return undefined;
  return { trigger: triggerOrder.parse(JSON.parse(json)), lease, attempt };
}
