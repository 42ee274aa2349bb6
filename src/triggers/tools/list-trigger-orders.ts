import * as z from "zod";
import { triggerOrder, triggerStatus } from "../../../schemas/trigger-order.ts";
import { ordersOf } from "../../kinds/kind-of.ts";
import { allow } from "../../lib/verdict.ts";
import { listOrders } from "../../store/orders/get-order.ts";
import { damagedLines } from "../../tools/damaged-lines.ts";
import { defineTool } from "../../tools/tool.ts";
import { stateOfTrigger, type TriggerState, triggerText } from "../trigger-text.ts";

export const listTriggerOrders = defineTool({
  name: "list_trigger_orders",
  description:
    "Lists the vault's trigger orders on this chain, active and closed: what they wait for, " +
    "the price that they saw last, and what became of them.",
  category: "Trigger Orders",
  says: [
    "list trigger orders",
    "triggers",
    "limit|trigger orders",
    "stop losses|orders",
    "stops",
    "~triggers|stops|limits open|active|waiting",
    "~trigger|triggers|stop|stops|profits|losses " +
      "list|orders|order|status|waiting|waits|closed|why|set [@give]",
    "~limit orders|order list|status|waiting|waits|closed|why|set|open [@give]",
    "~is|are {trigger:id} there|open|active|alive|set|live|on|waiting [still]",
    "~why {trigger:id} [executed|fired|triggered]",
  ],
  access: "operator",
  leastScope: "read",
  effect: "read",
  input: z.object({}),
  example: {},
  hints: { openWorld: false },
  model: "shown",
  output: () => z.object({ triggers: z.array(triggerOutput()) }),
  run: async ({ deps, chainId, vault }) => {
    const listed = await listOrders.run(deps.redis, deps.keys, {
      nowMs: deps.clock.nowMs(),
      vault,
    });
    // Another chain may have another owner (decision D3).
    const own = ordersOf("trigger", listed.orders).filter((trigger) => trigger.chainId === chainId);
    return allow({
      message: [
        ...(own.length === 0
          ? ["There are no trigger orders for this vault."]
          : own.map(triggerText)),
        ...damagedLines(listed.unreadable),
      ].join("\n\n"),
      data: { triggers: own.map((trigger) => ({ ...trigger, state: stateOfTrigger(trigger) })) },
    });
  },
});

export const triggerOutput = () =>
  triggerOrder.extend({
    state: z.enum([...triggerStatus.options, "cancelling"]) satisfies z.ZodType<TriggerState>,
  });
