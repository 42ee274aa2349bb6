import type { Deps } from "../deps.ts";
import type { ClaimedOrder } from "../kinds/call-context.ts";
import type { SeenFunds } from "../kinds/execution-context.ts";
import { kindOf, newOrder } from "../kinds/kind-of.ts";
import type { Becoming, OrderCall, OrderRun } from "../kinds/order-run.ts";
import { grantOver } from "../pipeline/refusal-of-prepare.ts";
import { becomeOrder } from "../store/orders/become-order.ts";
import { runForOrder } from "./run-for-order.ts";

/**
 * Runs its kind's decision: a call through the common pipeline, or another order in its place.
 * Refusals before an intent keep nothing, so it may be tried again; `seen` takes the means. @throws
 * store_unavailable
 */
export async function trySlice(
  deps: Deps,
  claimed: ClaimedOrder,
  leaseToken: number,
  tickMs: number,
  seen: SeenFunds = {},
): Promise<OrderRun> {
  if (isWithoutGrant(claimed)) return { status: "refused", refusal: grantOver };
  const { decide, shortagesOf } = await kindOf(deps.tables.orderKinds, claimed.order).rules();
  const decided = await decide(deps, claimed, tickMs);
  switch (decided.kind) {
    case "ends":
      return decided.run;
    case "becomes":
      return becomeOther(deps, claimed, decided.becoming, leaseToken);
    case "calls":
      return call(deps, claimed, decided.call, {
        leaseToken,
        ...(shortagesOf !== undefined && { seen }),
      });
  }
}

/** An agent made it, and its grant opens nothing any more. */
export const isWithoutGrant = ({ order, context }: ClaimedOrder): boolean =>
  order.grant !== undefined && context.grant === undefined;

async function call(
  deps: Deps,
  { order, version }: ClaimedOrder,
  made: OrderCall,
  { leaseToken, seen }: { leaseToken: number; seen?: SeenFunds },
): Promise<OrderRun> {
  const { id, vaultAddress: vault, operatorAddress: operator } = order;
  const { sliceNumber, attemptId, attempted } = made;
  return runForOrder(deps, made, {
    vault,
    actor: { kind: "system", job: kindOf(deps.tables.orderKinds, order).kind, operator },
    purpose: {
      ...{ kind: "scheduled", orderId: id, sliceNumber, attemptId, leaseToken, version, attempted },
      ...(made.chainId !== order.chainId && { isElsewhere: true }),
    },
    ...(seen && { seen }),
  });
}

/**
 * One script ends an order and creates the other, whose number only it knows. @throws
 * store_unavailable
 */
async function becomeOther(
  deps: Deps,
  { version, context }: ClaimedOrder,
  { ended, opens, numberField, refusalOf }: Becoming,
  leaseToken: number,
): Promise<OrderRun> {
  const { order, event, notifications, audit } = ended;
  if (event === null || audit === undefined)
    throw new Error("an order became another without a word");
  const nowMs = deps.clock.nowMs();
  const became = await becomeOrder.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    leaseToken,
    expectedVersion: version,
    ...{ order, event, audit, numberField },
    outbox: context.paired
      ? notifications.map((payload) => ({
          id: payload.id,
          operator: payload.operator,
          dueMs: nowMs,
          payload,
        }))
      : [],
    opens: await newOrder(deps.tables, opens),
  });
  if (became.ok) return { status: "written" };
  return { status: "refused", refusal: refusalOf(became.code, became.active ?? 0) };
}
