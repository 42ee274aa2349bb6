import type { Deps } from "../deps.ts";
import type { ClaimedOrder } from "../kinds/call-context.ts";
import { newOrder } from "../kinds/kind-of.ts";
import type { Becoming, OrderRun } from "../kinds/order-run.ts";
import { becomeOrder } from "../store/orders/become-order.ts";

/**
 * One script ends the one and creates the other, whose number is only known there.
 * @throws store_unavailable
 */
export async function becomeOther(
  deps: Deps,
  { version, context }: ClaimedOrder,
  { ended, opens, numberField, refusalOf }: Becoming,
  leaseToken: number,
): Promise<OrderRun> {
  const { order, event, notifications, audit } = ended;
  if (event === null || audit === undefined) throw new Error("an order became another without a word");
  const nowMs = deps.clock.nowMs();
  const became = await becomeOrder.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    leaseToken,
    expectedVersion: version,
    ...{ order, event, audit, numberField },
    outbox: context.paired
      ? notifications.map((payload) => ({ id: payload.id, operator: payload.operator, dueMs: nowMs, payload }))
      : [],
    opens: await newOrder(deps.tables, opens),
  });
  if (became.ok) return { status: "written" };
  return { status: "refused", refusal: refusalOf(became.code, became.active ?? 0) };
}
