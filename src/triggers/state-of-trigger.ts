import type { TriggerOrder, TriggerStatus } from "../../schemas/trigger-order.ts";

export type TriggerState = TriggerStatus | "cancelling";

/** `cancelling`: while a transaction is out, whose outcome is not known yet. */
export const stateOfTrigger = ({
  status,
  pendingAttempt,
}: Pick<TriggerOrder, "status" | "pendingAttempt">): TriggerState =>
  status === "cancelled" && pendingAttempt !== undefined ? "cancelling" : status;
