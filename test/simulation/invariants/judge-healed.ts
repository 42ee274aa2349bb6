import type { World } from "../world/create-world.ts";
import { openNonces } from "../world/open-nonces.ts";
import { rightlyWaits } from "../world/rightly-waits.ts";
import { readOrder } from "./read-order.ts";

/**
 * After enough healthy ticks nothing is left half done: no lease, no open attempt, no order that
 * still waits for something.
 */
export function judgeHealed(world: World): void {
  const { ledger, orders, scheduler, redis, keys } = world;
  for (const nonce of openNonces(world).open) ledger.violate(`nonce ${nonce} is open for ever`);
  for (const asked of orders) {
    const record = readOrder(world, asked);
    if (record === undefined) continue;
    const { order, attempt, lease } = record;
    const name = `order ${asked.id} of ${asked.vault.slice(0, 6)}`;
    if (attempt !== undefined) ledger.violate(`${name} keeps its attempt open for ever`);
    if (order.status === "pending_confirmation") ledger.violate(`${name} is pending for ever`);
    const waitsFor = order.status === "active" ? rightlyWaits(world, asked, order) : undefined;
    if (waitsFor !== undefined) world.reached.add(`waits at rest for ${waitsFor}`);
    else if (order.status === "active")
      ledger.violate(`${name} never comes to its end: ${order.lastError ?? "no error"}`);
    const leasedUntil = Number(lease?.split(":")[1] ?? 0);
    if (leasedUntil > scheduler.nowMs()) ledger.violate(`${name} stays leased`);
  }
  const open = Object.keys(redis.dump(`${keys.prefix}attempts-open`));
  if (open.length > 0) ledger.violate("attempts stay open for ever");
}
