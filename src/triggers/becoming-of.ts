import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import type { Becoming } from "../kinds/order-run.ts";
import { refuse } from "../lib/verdict.ts";
import { vaultFrozen } from "../pipeline/vault-frozen.ts";
import { auditTrigger } from "./audit-trigger.ts";
import { firedTrigger } from "./fired-trigger.ts";
import { orderOfTrigger } from "./order-of-trigger.ts";

/** How a trigger order ends by becoming its TWAP order; undefined: it trades once, by itself. */
export function becomingOf(trigger: TriggerOrder, nowMs: number): Becoming | undefined {
  const opens = orderOfTrigger(trigger, nowMs);
  if (opens === undefined) return undefined;
  const ended = firedTrigger(trigger, { how: "ordered", twapOrderId: 0 }, nowMs);
  if (ended.event === null) throw new Error("a trigger order fired without an event");
  return {
    ended: { ...ended, audit: auditTrigger.changed(ended.order, ended.event) },
    opens,
    numberField: "twapOrderId",
    refusalOf,
  };
}

const refusalOf: Becoming["refusalOf"] = (code, active) => {
  switch (code) {
    case "vault_limit":
    case "operator_limit":
      return refuse(
        "twap_order_limit",
        `Its TWAP order could not be created: ${code === "vault_limit" ? `the vault has ${active} active ones on this chain` : `you have ${active} active ones over all vaults`}, the most allowed. Cancel one, and it is created at the next tick if the price is still met.`,
        { active },
      );
    case "vault_frozen":
      return vaultFrozen("The vault is frozen, so no TWAP order was created.");
    default:
      return refuse("twap_order_not_active", "The trigger order was cancelled, or is held by another run.");
  }
};
