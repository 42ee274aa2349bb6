import * as z from "zod";
import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import { pauseOrder } from "../store/orders/pause-order.ts";
import { orderIdInput } from "../twap/order-id-input.ts";
import { stateOf } from "../twap/state-of.ts";
import { operatorOf } from "./operator-of.ts";
import { orderOutput } from "./order-output.ts";
import { outNotice } from "./out-notice.ts";
import { defineTool } from "./tool.ts";

/** Stops an order until it is resumed (decision 44). */
export const pauseTwapOrder = defineTool({
  name: "pause_twap_order",
  description: "Pauses a TWAP order; resume_twap_order continues it.",
  category: "TWAP Orders",
  access: "operator",
  effect: "state",
  input: orderIdInput,
  example: { id: 1 },
  needsSignature: false,
  hints: { destructive: false, idempotent: true, openWorld: false },
  model: { grounding: { kind: "order", verbs: ["pause", "suspend"], example: "pause order 3" } },
  output: () => z.object({ order: orderOutput() }),
  run: async (ctx, { id }) => {
    const { deps, chainId, vault } = ctx;
    const paused = await pauseOrder.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      vault,
      chainIds: [chainId],
      operator: operatorOf(ctx),
      id,
    });
    if (!paused.ok)
      return refuse("twap_order_not_found", `There is no open TWAP order #${id} of this vault on this chain.`, { id });
    const word = paused.changed ? "is paused" : `was ${paused.statusBefore.replaceAll("_", "-")} already`;
    return allow({
      message: `TWAP order #${id} ${word}.${outNotice(paused.openAttempt)}`,
      suggestions: [`Resume it with resume_twap_order id ${id}`],
      data: { order: { ...paused.order, state: stateOf(paused.order) } },
    });
  },
});
