import * as z from "zod";
import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import { cancelTrigger } from "../store/orders/cancel-trigger.ts";
import { stateOfTrigger } from "../triggers/state-of-trigger.ts";
import { damagedDropped } from "./damaged-dropped.ts";
import { operatorOf } from "./operator-of.ts";
import { outNotice } from "./out-notice.ts";
import { defineTool } from "./tool.ts";
import { triggerOutput } from "./trigger-output.ts";

/** Ends a trigger order for good. A TWAP order that it has created is one of its own. */
export const cancelTriggerOrder = defineTool({
  name: "cancel_trigger_order",
  description: "Cancels a trigger order by its id.",
  category: "Trigger Orders",
  access: "operator",
  effect: "state",
  input: z.object({ id: z.int().min(1).describe("Number of the trigger order.") }),
  example: { id: 1 },
  needsSignature: false,
  hints: { idempotent: true, openWorld: false },
  model: { grounding: { kind: "order", verbs: ["cancel"], noun: "trigger", example: "cancel trigger order 2" } },
  output: () =>
    z.object({
      id: z.int(),
      state: triggerOutput().shape.state,
      pendingHashes: z.array(z.string()).describe("Sent before, and may still be mined."),
    }),
  run: async (ctx, { id }) => {
    const { deps, chainId, vault } = ctx;
    const { cancelled, dropped } = await cancelTrigger.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      vault,
      chainIds: [chainId],
      operator: operatorOf(ctx),
      id,
    });
    if (dropped) return allow({ message: damagedDropped(id), data: { id, state: "cancelled", pendingHashes: [] } });
    if (cancelled === null)
      return refuse("trigger_not_found", `There is no open trigger order #${id} of this vault on this chain.`, { id });
    const { order, openAttempt } = cancelled;
    return allow({
      message: `Trigger order #${id} cancelled.${outNotice(openAttempt, "Its trade")}`,
      suggestions: ["List trigger orders with list_trigger_orders"],
      data: { id, state: stateOfTrigger(order), pendingHashes: openAttempt?.hashes ?? [] },
    });
  },
});
