import type { TriggerEvent } from "../../schemas/trigger-event.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import type { AuditRefusal, AuditText } from "../kinds/order-result.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { auditRefusal, auditText } from "../store/audit/audit-text.ts";

type Beside = { refusal?: AuditRefusal | undefined; attempt?: string | undefined };

/** Audit entries of a trigger. */
export const auditTrigger = {
  created: (trigger: Omit<TriggerOrder, "id">): AuditText =>
    auditText({
      kind: "trigger_created",
      actor: lowerHex(trigger.operatorAddress),
      ...(trigger.grant && { grantId: trigger.grant.id }),
      type: trigger.type,
      side: trigger.side,
      sellToken: lowerHex(trigger.sellTokenAddress),
      buyToken: lowerHex(trigger.buyTokenAddress),
      totalBase: trigger.totalBase,
      price: trigger.price,
      priceOf: trigger.priceOf,
      ...(trigger.into && {
        into: {
          sliceCount: trigger.into.sliceCount,
          intervalMinutes: trigger.into.intervalMinutes,
        },
      }),
      dex: trigger.venue,
      autoExecute: trigger.autoExecute,
      ...(trigger.expiresAt !== undefined && { expiresAt: trigger.expiresAt }),
    }),
  changed: (
    { id }: Pick<TriggerOrder, "id">,
    event: TriggerEvent,
    { refusal, attempt }: Beside = {},
  ): AuditText =>
    auditText({
      kind: "trigger_changed",
      actor: "scheduler",
      orderId: id,
      how: event.how,
      condition: event.condition,
      ...(event.price !== undefined && { price: event.price }),
      ...(attempt !== undefined && { attempt }),
      ...(refusal !== undefined && { refusal: auditRefusal(refusal) }),
    }),
};
