import type { AnyOrder } from "../../schemas/any-order.ts";
import type { OrderWaiting } from "../../schemas/order-waiting.ts";
import type { WaitReason } from "../../schemas/wait-reason.ts";
import type { Deps } from "../deps.ts";
import { kindOf } from "../kinds/kind-of.ts";
import { recordWaiting } from "../store/orders/record-waiting.ts";

type Wait = {
  order: AnyOrder;
  reason: WaitReason;
  figures?: OrderWaiting["figures"];
  paired: boolean;
  leaseToken: number;
};

/** Notes a wait when something changed: an order may wait for days. */
export async function waitSlice(
  deps: Deps,
  { order, reason, figures, paired, leaseToken }: Wait,
): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const { vaultAddress, id, operatorAddress: operator } = order;
  deps.log("slice_waits", { order: `${vaultAddress}:${id}`, reason });
  const wait = { reason, nowMs, paired, ...(figures && { figures }) };
  const rules = await kindOf(deps.tables.orderKinds, order).rules();
  const noted = rules.noteWaiting(order, wait);
  if (noted === null) return;
  const { waiting, alarm } = noted;
  await recordWaiting.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    order,
    leaseToken,
    waiting,
    alarm: alarm && { id: alarm.id, operator, dueMs: nowMs, payload: alarm },
  });
}
