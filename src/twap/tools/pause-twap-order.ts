import * as z from "zod";
import { orderAs, ordersOf } from "../../kinds/kind-of.ts";
import { allow } from "../../lib/verdict.ts";
import { pauseAllOrders, pauseOrder } from "../../store/orders/pause-order.ts";
import { damagedLines, outNotice } from "../../tools/damaged-lines.ts";
import { isOrderOfGrant } from "../../tools/grant-of-order.ts";
import { defineTool, operatorOf, type ToolContext } from "../../tools/tool.ts";
import { pauseInput } from "../cancel-input.ts";
import { noOpenOrder, orderCall } from "./change-twap-order.ts";
import { orderOutput, withState } from "./order-output.ts";

/** Pauses orders (decision D38). */
export const pauseTwapOrder = defineTool({
  name: "pause_twap_order",
  description:
    "Pauses a TWAP order by id; id 0 pauses all active orders of the vault on this chain. " +
    "resume_twap_order continues one.",
  category: "TWAP Orders",
  says: [
    "pause {named:id}",
    "pause|hold|suspend|halt {order:id}",
    "stop|quit buying|selling|trading on|with|for {named:id}",
    "~@pause {order:id} [put|on|set|place|let|take|hit|go] [@pause] [a] [state|status] " +
      "[{coin:of}] [@orders] [on|to]",
    ["pause all orders", { id: 0 }],
    ["~@pause all|everything|every [open|active|running] [@orders] [@orders]", { id: 0 }],
    ["~@pause orders|twaps|strategies|dcas [all|my]", { id: 0 }],
  ],
  access: "operator",
  leastScope: "propose",
  effect: "state",
  input: pauseInput,
  example: { id: 1 },
  needsSignature: false,
  ownOfGrant: (ctx, { id }) => isOrderOfGrant(ctx, "twap", id),
  hints: { destructive: false, idempotent: true, openWorld: false },
  model: {
    grounding: {
      example: "pause order 3",
      acts: ["@pause", "stop buying|selling|trading"],
      never: [
        "trigger",
        "stop loss",
        "stop order",
        "take profit",
        "limit order",
        "sync",
        "position",
      ],
      words: "twap dca order orders strategy number no id",
      fields: { id: { is: "number", all: true, listedBy: "list_twap_orders" } },
    },
  },
  output: () =>
    z.object({
      order: orderOutput().optional().describe("The one that was named."),
      orders: z.array(orderOutput()).optional().describe("Of id 0: every one that is paused now."),
    }),
  run: async (ctx, { id }) => {
    if (id === 0) return allow(await pauseAll(ctx));
    const { redis, keys } = ctx.deps;
    const paused = await pauseOrder.run(redis, keys, {
      ...orderCall(ctx),
      operator: operatorOf(ctx),
      id,
    });
    if (!paused.ok) return noOpenOrder(id);
    const order = orderAs("twap", paused.order);
    const word = paused.changed
      ? "is paused"
      : `was ${paused.statusBefore.replaceAll("_", "-")} already`;
    return allow({
      message: `TWAP order #${id} ${word}.${outNotice(paused.openAttempt)}`,
      suggestions: [`Resume it with resume_twap_order id ${id}`],
      data: { order: withState(order) },
    });
  },
});

async function pauseAll(ctx: ToolContext) {
  const { redis, keys } = ctx.deps;
  const call = { ...orderCall(ctx), operator: operatorOf(ctx) };
  const { paused, unreadable } = await pauseAllOrders.run(redis, keys, call);
  const lines = paused.map(
    ({ order, changed, openAttempt }) =>
      `TWAP order #${order.id} ` +
      `${changed ? "is paused" : "was paused already"}.${outNotice(openAttempt)}`,
  );
  return {
    message: [
      ...(lines.length > 0 ? lines : ["There are no active TWAP orders to pause."]),
      ...damagedLines(unreadable),
      OTHERS,
    ].join("\n"),
    suggestions: ["Resume one with resume_twap_order", "List orders with list_twap_orders"],
    data: { orders: ordersOf("twap", paused).map(withState) },
  };
}

const OTHERS =
  "Trigger orders and NAV syncs are not paused by this; freezing the vault stops everything.";
