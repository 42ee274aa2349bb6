import type { VenueOrder, VenueOrderLook } from "../../schemas/venue-order.ts";
import { guarded } from "../attempts/guarded.ts";
import type { Deps } from "../deps.ts";
import { inParallel } from "../lib/in-parallel.ts";
import { sanitize } from "../lib/sanitize.ts";
import type { DueVenueOrder } from "../store/orders/claim-due.ts";
import { settleVenueOrder } from "../store/venueorders/settle-venue-order.ts";
import { decideLook, endingOf, orderNoticeBase } from "../venueorders/decide-look.ts";
import { SCHEDULE_LIMITS, type SubrequestPlan } from "./schedule-limits.ts";

/**
 * Looks at due venue orders and writes each look down. Without room or a write an order comes back
 * with its lease.
 */
export async function followVenueOrders(
  deps: Deps,
  due: readonly DueVenueOrder[],
  plan: SubrequestPlan,
): Promise<void> {
  if (due.length === 0) return;
  const untilMs = deps.clock.nowMs() + SCHEDULE_LIMITS.resolveMs;
  await inParallel(SCHEDULE_LIMITS.venueLooksAtOnce, due, async (one) => {
    if (deps.clock.nowMs() >= untilMs) return;
    await plan.start(SCHEDULE_LIMITS.venueLookSubrequests, () =>
      guarded(deps, one.order.id, () => lookAndSettle(deps, one)),
    );
  });
}

async function lookAndSettle(deps: Deps, { order, paired }: DueVenueOrder): Promise<void> {
  const look = await read(deps, order);
  const nowMs = deps.clock.nowMs();
  const decision = decideLook(order, look, nowMs);
  const { id, chainId, vault, operator } = order;
  const call = { requestId: deps.newId(), nowMs, id, chainId, vault };
  if (decision.kind === "ended") {
    const ending = endingOf(order, decision.end, { nowMs, paired });
    await settleVenueOrder.run(deps.redis, deps.keys, {
      ...call,
      found: { kind: "ended", ...ending },
    });
    deps.log("venue_order_ended", { vault, chainId, attempt: id, status: decision.end.status });
    return;
  }
  const payload = { kind: "venue_order_late", ...orderNoticeBase(order, "late", nowMs) } as const;
  const late = paired ? { id: payload.id, operator, dueMs: nowMs, payload } : null;
  const { nextLookMs, isAnswered, isLate } = decision;
  const found = { kind: "waits", nextLookMs, isAnswered, ...(isLate && { late }) } as const;
  await settleVenueOrder.run(deps.redis, deps.keys, { ...call, found });
}

/** A broken look is no answer: after a day of them the end is unknown, as of a silent venue. */
async function read(deps: Deps, order: VenueOrder): Promise<VenueOrderLook> {
  try {
    const venue = Object.values(deps.tables.protocols).find(
      ({ follow }) => follow?.family === order.family,
    );
    if (venue?.follow === undefined) throw new Error(`no protocol follows ${order.family}`);
    return await venue.follow.look(deps, order);
  } catch (error) {
    const cause =
      error instanceof Error ? sanitize(`${error.name}: ${error.message}`, 300) : "unknown";
    deps.log("venue_order_unread", { attempt: order.id, cause });
    return { kind: "unreadable" };
  }
}
