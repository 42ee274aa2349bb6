import * as z from "zod";
import { lowerHex } from "../../lib/normalize-address.ts";
import { formatUnits } from "../../lib/parse-units.ts";
import { allow, refuse } from "../../lib/verdict.ts";
import { defineTool, operatorOf } from "../../tools/tool.ts";
import { orderIdInput } from "../order-id-input.ts";
import { planOfOrder } from "../plan-of-order.ts";
import { skipSlice } from "../skip-slice.ts";
import { stateOf } from "../state-of.ts";
import { changeTwapOrder } from "./change-twap-order.ts";
import { orderOutput } from "./order-output.ts";

/** Takes the next slice out of an order's plan (decision 307). */
export const skipTwapSlice = defineTool({
  name: "skip_twap_slice",
  description: "Skips the next slice of a TWAP order: its amount is not traded later, and the others keep their times.",
  category: "TWAP Orders",
  says: [
    "skip slice {nth:slice} of {named:id}",
    "skip|skipped slice|clip|part {nth:slice} of|in|from {named:id}",
    "~slice|clip {nth:slice} {named:id} skipped|skip [of]",
    "~skip|omit {named:id} [next|coming] [1|one] [slice|clip|buy|part] [of|in|on]",
    "~leave out next|coming {named:id} [slice|clip|buy|one|part] [of]",
  ],
  access: "operator",
  effect: "state",
  input: orderIdInput.extend({
    slice: z
      .int()
      .min(1)
      .optional()
      .describe("Number of the slice to skip, to be refused where another one comes next: so no repeat skips two."),
  }),
  example: { id: 1 },
  humanOwned: ["slice"],
  needsSignature: false,
  hints: { openWorld: false },
  model: {
    grounding: {
      example: "skip the next slice of order 3",
      acts: ["skip order", "skip twap"],
      words: "twap next coming upcoming slice one number no id",
      fields: { id: { is: "number", after: "order twap number no id" } },
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
      const { number, amountBase, order: skipped } = skipSlice(order, ctx.deps.clock.nowMs(), ctx.deps.draw);
      const [symbol, decimals] =
        order.side === "sell" ? [order.sellSymbol, order.sellDecimals] : [order.buySymbol, order.buyDecimals];
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
      message: `Slice ${sliceNumber} of ${order.sliceCount} of TWAP order #${id} is skipped: ${amount} ${symbol} are not traded.`,
      data: { order: { ...order, state: stateOf(order) }, slice: sliceNumber, amount },
    });
  },
});
