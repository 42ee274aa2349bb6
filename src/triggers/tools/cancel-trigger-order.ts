import * as z from "zod";
import { triggerOrder } from "../../../schemas/orders/trigger-order.ts";
import { allow, refuse } from "../../lib/verdict.ts";
import { cancelOrders } from "../../store/orders/cancel-orders.ts";
import { damagedDropped, outNotice } from "../../tools/damaged-lines.ts";
import { isOrderOfGrant } from "../../tools/grant-of-order.ts";
import { defineTool, operatorOf } from "../../tools/tool.ts";
import { triggerKind } from "../trigger-kind.ts";
import { stateOfTrigger } from "../trigger-text.ts";
import { triggerOutput } from "./list-trigger-orders.ts";

export const cancelTriggerOrder = defineTool({
  name: "cancel_trigger_order",
  description: "Cancels a trigger order by its id.",
  category: "Trigger Orders",
  says: [
    "cancel trigger {trigger:id}",
    "cancel|delete|remove|kill|stop {trigger:id}",
    "~take off|down {trigger:id} [it]",
    "~@cancel {trigger:id} [@cancel] [order]",
    "~@drop limit|stop|trigger|loss|profit|tp|sl {order:id} [@cancel] [take] [order] " +
      "[loss|profit] [{coin:of}]",
  ],
  access: "operator",
  leastScope: "propose",
  effect: "state",
  input: z.object({ id: z.int().min(1).describe("Number of the trigger order.") }),
  example: { id: 1 },
  needsSignature: false,
  ownOfGrant: (ctx, { id }) => isOrderOfGrant(ctx, triggerKind.kind, id),
  hints: { idempotent: true, openWorld: false },
  model: {
    grounding: {
      example: "cancel trigger order 2",
      acts: ["@drop|off|down|out", "@cancelled"],
      never: ["twap", "dca", "sync"],
      words: "order loss number no id",
      fields: { id: { is: "number", listedBy: "list_trigger_orders" } },
    },
  },
  output: () =>
    z.object({
      id: z.int(),
      state: triggerOutput().shape.state,
      pendingHashes: z.array(z.string()).describe("Sent before, and may still be mined."),
    }),
  run: async (ctx, { id }) => {
    const { deps, chainId, vault } = ctx;
    const { cancelled, unreadable, dropped } = await cancelOrders.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      vault,
      kind: triggerKind.kind,
      reachesOwn: true,
      chainIds: [chainId],
      operator: operatorOf(ctx),
      id,
    });
    if (dropped || unreadable.length > 0)
      return allow({
        message: damagedDropped(id),
        data: { id, state: "cancelled", pendingHashes: [] },
      });
    const [found] = cancelled;
    if (found === undefined)
      return refuse(
        "trigger_not_found",
        `There is no open trigger order #${id} of this vault on this chain.`,
        { id },
      );
    const order = triggerOrder.parse(found.order);
    const { openAttempt } = found;
    return allow({
      message: `Trigger order #${id} cancelled.${outNotice(openAttempt, "Its trade")}`,
      suggestions: ["List trigger orders with list_trigger_orders"],
      data: { id, state: stateOfTrigger(order), pendingHashes: openAttempt?.hashes ?? [] },
    });
  },
});
