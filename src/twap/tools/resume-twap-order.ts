import * as z from "zod";
import { twapOrder } from "../../../schemas/twap-order.ts";
import { orderAs } from "../../kinds/kind-of.ts";
import { allow, refuse } from "../../lib/verdict.ts";
import { resumeOrder } from "../../store/orders/resume-order.ts";
import { refusalOfLimit } from "../../tools/refusal-of-limit.ts";
import { defineTool, operatorOf } from "../../tools/tool.ts";
import { orderIdInput } from "../cancel-input.ts";
import { twapKind } from "../twap-kind.ts";
import { noOpenOrder, openOrderOf, orderCall } from "./change-twap-order.ts";
import { foreseeOrder } from "./foresee-order.ts";
import { orderOutput, withState } from "./order-output.ts";

/** Forgets failures and skips missed points (decision D38). */
export const resumeTwapOrder = defineTool({
  name: "resume_twap_order",
  description: "Resumes a paused or auto-paused TWAP order; the failure count starts at 0 again.",
  category: "TWAP Orders",
  says: [
    "resume {named:id}",
    "~un pause {order:id}",
    "get {named:id} going|running|started [again]",
    "~un - @pause {order:id}",
    "start {order:id}",
    "wake up {order:id}",
    "~@resume {order:id} [@resume] [again] [on] [paused] [was] [{coin:of}] [@orders] [now]",
    "~run|start|fire|put|go|back|up|on|work|working|let|running {order:id} again|back|up|on " +
      "[work] [back|up|on|to|running|run|go|going|again] [was] [paused]",
  ],
  access: "operator",
  leastScope: "propose",
  effect: "state",
  input: orderIdInput,
  example: { id: 1 },
  needsSignature: false,
  hints: { idempotent: true, openWorld: false },
  // A paused order trades again only by its operator's word or by a card.
  model: {
    grounding: {
      example: "resume order 4",
      acts: ["@resume", "start", "start|run|go|back again|on|up|going|running"],
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
      fields: { id: { is: "number", listedBy: "list_twap_orders" } },
    },
  },
  tradesLater: async (ctx, { id }) => (await openOrderOf(ctx, id))?.autoExecute === true,
  output: () => z.object({ order: orderOutput() }),
  foresee: (ctx, { order }) => foreseeOrder(ctx, twapOrder.parse(order), ctx.deps.draw),
  run: async (ctx, { id }) => {
    const { redis, keys } = ctx.deps;
    const call = { ...orderCall(ctx), operator: operatorOf(ctx), id };
    const resumed = await resumeOrder.run(redis, keys, {
      ...call,
      dueMs: call.nowMs,
      most: twapKind.most,
    });
    if (!resumed.ok) {
      if ("active" in resumed) return refusalOfLimit(resumed);
      return resumed.code === "not_found"
        ? noOpenOrder(id)
        : refuse(
            "twap_order_not_active",
            `The end of TWAP order #${id} (expiresAt) has come. Set a later one with ` +
              "edit_twap_order first.",
            { id },
          );
    }
    const order = orderAs("twap", resumed.order);
    return allow({
      message: resumed.changed
        ? `TWAP order #${id} is active again.`
        : `TWAP order #${id} is running already.`,
      data: { order: withState(order) },
    });
  },
});
