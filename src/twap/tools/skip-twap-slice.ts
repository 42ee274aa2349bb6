import * as z from "zod";
import type { TwapOrder } from "../../../schemas/twap-order.ts";
import type { Draw } from "../../deps.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { formatUnits } from "../../lib/parse-units.ts";
import { allow, refuse } from "../../lib/verdict.ts";
import { defineTool, operatorOf } from "../../tools/tool.ts";
import { orderIdInput } from "../cancel-input.ts";
import { type OrderPlan, planOfOrder } from "../plan-of-order.ts";
import { sideOf } from "../state-of.ts";
import { changeTwapOrder } from "./change-twap-order.ts";
import { orderOutput, withState } from "./order-output.ts";

/** Skips the next slice (decision D39). */
export const skipTwapSlice = defineTool({
  name: "skip_twap_slice",
  description:
    "Skips the next slice of a TWAP order: its amount is not traded later, and the others " +
    "keep their times.",
  category: "TWAP Orders",
  says: [
    "skip slice {nth:slice} of {named:id}",
    "~skip|omit|skipped slice|clip|part|tranche {nth:slice} {named:id}",
    "skip|omit slice|clip|part {nth:slice} on|of|in|from {order:id}",
    "~@skip {named:id} next|coming|upcoming|following|one|1|@slice " +
      "[next|coming|upcoming|following|1|one] [@slice] [of|in|on|from|out|over] [{coin:of}]",
    "skip {named:id} [once]",
    "skip {order:id} once",
    "skip next {order:id}",
    "@skip next|coming|one|1 [@slice] on|of|in|from|for {order:id}",
    "don't do|run|make|trade [the] next @slice of|on|in {named:id}",
    "leave|jump out|over next|one|1|coming @slice of|on|in {order:id}",
    "~leave|left|take out {named:id} [next|coming|upcoming] [@slice] [1|one]",
  ],
  access: "operator",
  leastScope: "propose",
  effect: "state",
  input: orderIdInput.extend({
    slice: z
      .int()
      .min(1)
      .optional()
      .describe(
        "Number of the slice to skip, to be refused where another one comes next: so no " +
          "repeat skips two.",
      ),
  }),
  example: { id: 1 },
  humanOwned: ["slice"],
  needsSignature: false,
  hints: { openWorld: false },
  model: {
    grounding: {
      example: "skip the next slice of order 3",
      acts: ["@skip", "@slice out"],
      never: [
        "trigger",
        "stop loss",
        "stop order",
        "take profit",
        "limit order",
        "sync",
        "position",
      ],
      words: "twap next coming upcoming slice one number no id",
      fields: { id: { is: "number", listedBy: "list_twap_orders" } },
    },
  },
  output: () => z.object({ order: orderOutput(), slice: z.int(), amount: z.string() }),
  run: async (ctx, { id, slice }) => {
    const changed = await changeTwapOrder(ctx, id, (order) => {
      const { nextNumber } = planOfOrder(order, ctx.deps.draw);
      if (slice !== undefined && slice !== nextNumber)
        return refuse(
          "conflict",
          `Slice ${nextNumber} of TWAP order #${id} comes next, not ${slice}. Nothing was skipped.`,
          {
            id,
            slice,
            next: nextNumber,
          },
        );
      const {
        number,
        amountBase,
        order: skipped,
      } = skipSlice(order, ctx.deps.clock.nowMs(), ctx.deps.draw);
      const [symbol, decimals] = sideOf(order);
      const amount = formatUnits(amountBase, decimals);
      const told = { sliceNumber: number, amountBase: amountBase.toString() };
      return allow({
        order: skipped,
        audit: { kind: "slice_skipped" as const, actor: lowerHex(operatorOf(ctx)), ...told },
        change: { kind: "slice_skipped" as const, ...told, amount, symbol },
      });
    });
    if (!changed.ok) return changed;
    const { order, wanted } = changed.value;
    const { sliceNumber, amount, symbol } = wanted.change;
    return allow({
      message:
        `Slice ${sliceNumber} of ${order.sliceCount} of TWAP order #${id} is skipped: ` +
        `${amount} ${symbol} are not traded.`,
      data: { order: withState(order), slice: sliceNumber, amount },
    });
  },
});

type Skipped = { order: TwapOrder; number: number; amountBase: bigint };

/** Skips the slice at `nowMs`, without an attempt under way; the last one completes the order. */
export function skipSlice({ waiting: _, ...order }: TwapOrder, nowMs: number, draw: Draw): Skipped {
  const plan = planOfOrder(order, draw);
  const { number, amountBase } = planOfOrder({ ...order, catchUp: false }, draw).worthAt(nowMs);
  const isLast = number === order.sliceCount;
  return {
    number,
    amountBase,
    order: {
      ...order,
      ...passedAt(order, nowMs, plan),
      ...(isLast && { active: false, status: "completed" as const, completedAt: nowMs }),
      attemptsOfSlice: 0,
      skippedSlices: [...(order.skippedSlices ?? []), number],
      skippedBase: (plan.skippedBase + amountBase).toString(),
      tradedBase: plan.tradedBase.toString(),
    },
  };
}

/**
 * A point still to come passes too. An order that catches up loses one point only: the others are
 * still owed.
 */
function passedAt(
  { anchorMs, pointIndex, startAt, catchUp }: TwapOrder,
  nowMs: number,
  plan: OrderPlan,
) {
  if (anchorMs === undefined) return plan.servedAt(Math.max(nowMs, startAt ?? 0));
  return catchUp ? { anchorMs, pointIndex: pointIndex + 1 } : plan.servedAt(nowMs);
}
