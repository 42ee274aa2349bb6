import * as z from "zod";
import { twapOrder } from "../../../schemas/twap-order.ts";
import { allow } from "../../lib/verdict.ts";
import { cancelOrders } from "../../store/orders/cancel-orders.ts";
import { damagedDropped, damagedLines, outNotice } from "../../tools/damaged-lines.ts";
import { isOrderOfGrant } from "../../tools/grant-of-order.ts";
import { defineTool, operatorOf } from "../../tools/tool.ts";
import { cancelInput } from "../cancel-input.ts";
import { stateOf } from "../state-of.ts";
import { noOpenOrder, orderCall } from "./change-twap-order.ts";
import { orderOutput } from "./order-output.ts";

/** Cancels one order, or all on this chain. */
export const cancelTwapOrder = defineTool({
  name: "cancel_twap_order",
  description:
    "Cancels a TWAP order by id; id 0 cancels all active orders of the vault on this chain.",
  category: "TWAP Orders",
  says: [
    "cancel {named:id}",
    "cancel|kill|delete|remove|end|cxl|rm|drop|scratch|axe|abort|terminate {order:id}",
    "stop {named:id}",
    "~@cancel {named:id} [@cancel] [mistake] [by] [made] [anymore] [{coin:of}]",
    "get rid of {named:id}",
    "take down|off {named:id}",
    "call off {named:id}",
    "pull the plug on {named:id}",
    "~be|should|must|needs @cancelled {named:id} [be]",
    ["cancel all twap orders", { id: 0 }],
    ["~be|should|must|needs @cancelled all|every|everything [be] [@orders] [@orders]", { id: 0 }],
    ["~@cancel|wipe all|every|everything @orders [open|active|running] [@orders]", { id: 0 }],
    ["cancel|kill|delete|remove|end all|everything", { id: 0 }],
  ],
  access: "operator",
  leastScope: "propose",
  effect: "state",
  input: cancelInput,
  example: { id: 0 },
  needsSignature: false,
  ownOfGrant: (ctx, { id }) => isOrderOfGrant(ctx, "twap", id),
  hints: { idempotent: true, openWorld: false },
  model: {
    grounding: {
      example: "cancel order 3",
      acts: ["@cancel", "call off", "take down|off", "get+rid", "@cancelled"],
      never: [
        "trigger",
        "stop loss",
        "stop order",
        "take profit",
        "limit order",
        "limits",
        "sync",
        "position",
      ],
      words:
        "twap dca order orders strategy strategies active open running number no id all " +
        "every everything",
      fields: { id: { is: "number", all: true, listedBy: "list_twap_orders" } },
    },
  },
  output: () =>
    z.object({
      cancelled: z.array(
        z.object({
          id: z.int(),
          state: orderOutput().shape.state,
          pendingHashes: z.array(z.string()).describe("Sent before, and may still be mined."),
        }),
      ),
    }),
  run: async (ctx, { id }) => {
    const { redis, keys } = ctx.deps;
    const call = { ...orderCall(ctx), operator: operatorOf(ctx), id };
    const { cancelled, unreadable, dropped } = await cancelOrders.run(redis, keys, call);
    if (cancelled.length === 0) {
      if (id === 0)
        return allow({
          message: ["There are no active TWAP orders to cancel.", ...damagedLines(unreadable)].join(
            "\n",
          ),
          data: { cancelled: [] },
        });
      if (dropped || unreadable.length > 0)
        return allow({ message: damagedDropped(id), data: { cancelled: [] } });
      return noOpenOrder(id);
    }
    const ended = cancelled.map(({ order, openAttempt }) => ({
      order: twapOrder.parse(order),
      openAttempt,
    }));
    const lines = ended.map(
      ({ order, openAttempt }) =>
        `TWAP order #${order.id} cancelled after ${order.slicesExecuted} of ` +
        `${order.sliceCount} slices.${outNotice(openAttempt)}`,
    );
    return allow({
      message: [...lines, ...damagedLines(unreadable)].join("\n"),
      suggestions: ["List orders with list_twap_orders"],
      data: {
        cancelled: ended.map(({ order, openAttempt }) => ({
          id: order.id,
          state: stateOf(order),
          pendingHashes: openAttempt?.hashes ?? [],
        })),
      },
    });
  },
});
