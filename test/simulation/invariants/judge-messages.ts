import { createHash } from "node:crypto";
import type { World } from "../world/create-world.ts";

/**
 * Notifications are told at least once, and not again once that was written down. What still waits
 * is not lost.
 */
export function judgeMessages({ ledger, redis, keys, reached, hasForgotten }: World): void {
  if (hasForgotten()) return;
  for (const [id, settledAt] of ledger.notifications) {
    const visible = `#${createHash("sha256").update(id).digest("hex").slice(0, 8)}`;
    const told = ledger.messages.filter(({ html }) => html.includes(visible));
    if (told.length > 1) reached.add("message: told again");
    if (settledAt !== undefined && told.some(({ takenAt }) => takenAt > settledAt))
      ledger.violate(`notification ${visible} was told again after its delivery was written down`);
    // An order's first sight is no notification: this channel, which cannot edit, is told of it by
    // its slices.
    if (id.startsWith("order_card:")) continue;
    const waiting = Object(redis.read(keys.outbox("telegram")) ?? {});
    if (told.length === 0 && !Object.hasOwn(waiting, id))
      ledger.violate(`notification ${visible} (${id}) was lost`);
  }
}
