import { tellMissedTicks } from "../store/orders/tell-missed-ticks.ts";
import { type DeliveryDeps, deliverAndPublish } from "./deliver-and-publish.ts";
import type { OutboxBudget } from "./deliver-outbox.ts";

/** Operators per trip, and trips: what is left is the next caller's. */
const PAGE = 500;
const MAX_PAGES = 20;

/**
 * Tells the operators with active orders that no tick came after `lastTickMs`, once however often it is called, and then
 * delivers: while no tick comes nobody else does. Delivers too when the telling fails.
 * @throws store_unavailable
 */
export async function raiseMissedTicks(deps: DeliveryDeps, lastTickMs: number, budget: OutboxBudget): Promise<void> {
  let told = 0;
  try {
    for (let page = 0, more = true; more && page < MAX_PAGES; page += 1) {
      const answer = await tellMissedTicks.run(deps.redis, deps.keys, {
        requestId: deps.newId(),
        nowMs: deps.clock.nowMs(),
        lastTickMs,
        limit: PAGE,
      });
      told += answer.told;
      more = answer.more;
    }
    if (told > 0) deps.log("missed_ticks_told", { lastTickMs, told });
  } finally {
    await deliverAndPublish(deps, budget);
  }
}
