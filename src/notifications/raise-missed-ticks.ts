import { tellMissedTicks } from "../store/orders/tell-missed-ticks.ts";
import {
  type DeliveryBudget,
  type DeliveryDeps,
  deliverAndPublish,
} from "./deliver-and-publish.ts";

/** Operators per trip, and trips: the next caller takes the rest. */
const PAGE = 500;
const MAX_PAGES = 20;

/**
 * Tells an outage once, then delivers the outbox even if that fails: without ticks nothing else
 * does. @throws store_unavailable
 */
export async function raiseMissedTicks(
  deps: DeliveryDeps,
  lastTickMs: number,
  budget: DeliveryBudget,
): Promise<void> {
  let notified = 0;
  try {
    for (let page = 0, more = true; more && page < MAX_PAGES; page += 1) {
      const answer = await tellMissedTicks.run(deps.redis, deps.keys, {
        requestId: deps.newId(),
        nowMs: deps.clock.nowMs(),
        lastTickMs,
        limit: PAGE,
      });
      notified += answer.notified;
      more = answer.more;
    }
    if (notified > 0) deps.log("missed_ticks_told", { lastTickMs, told: notified });
  } finally {
    await deliverAndPublish(deps, budget);
  }
}
