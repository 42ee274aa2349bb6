import type { Attempt } from "../../../../schemas/attempt.ts";
import { prepareAttempt } from "../../../../src/store/attempts/prepare-attempt.ts";
import { claimDue } from "../../../../src/store/orders/claim-due.ts";
import { createOrder } from "../../../../src/store/orders/create-order.ts";
import { newOrders } from "../../../support/new-orders.ts";
import { callAttempt } from "../../pipeline/support/call-attempt.ts";
import { executionBench } from "../../pipeline/support/execution-bench.ts";
import { orderOf } from "../../store/support/records.ts";

/**
 * An order of the bench's vault, claimed a millisecond after it was created: 20 of 100 USDC are
 * due.
 */
export async function claimedSlice() {
  const bench = await executionBench();
  const { deps, keys, startMs, vault, operator } = bench;
  const order = orderOf(vault, operator, { createdAt: startMs, totalBase: "100123456" });
  const at = { requestId: "o", nowMs: startMs };
  const created = await createOrder.run(deps.redis, keys, { ...at, ...newOrders.twap(order) });
  bench.pass(1);
  const claim = {
    requestId: "c",
    nowMs: startMs + 1,
    limit: 10,
    leaseMs: 120_000,
    chainIds: [8453] as const,
  };
  const batch = await claimDue.run(deps.redis, keys, claim);
  const claimed = batch.duplicate ? undefined : batch.orders[0];
  if (!created.ok || batch.duplicate || claimed === undefined) throw new Error("no order is due");
  bench.scripts.length = 0;
  return { bench, order: claimed.order, version: claimed.version, leaseToken: batch.token };
}

/** The same, with the attempt of its first slice written down at nonce 0. */
export async function preparedSlice(changes: Partial<Attempt> = {}) {
  const { bench, order, version, leaseToken } = await claimedSlice();
  const { deps, keys, startMs, vault } = bench;
  const id = `twap:${vault}:${order.id}:1:1`;
  const attempt = callAttempt(bench, { id, orderId: order.id, sliceNumber: 1, ...changes });
  const prepared = await prepareAttempt.run(deps.redis, keys, {
    ...{ requestId: "p", nowMs: startMs + 1, attempt, chainNonce: 0, nextCheckMs: startMs + 1 },
    order: { vault, id: order.id, leaseToken, version },
  });
  if (!prepared.ok || prepared.order === null || prepared.version === null)
    throw new Error(JSON.stringify(prepared));
  bench.scripts.length = 0;
  return { bench, attempt, order: prepared.order, version: prepared.version, leaseToken };
}
