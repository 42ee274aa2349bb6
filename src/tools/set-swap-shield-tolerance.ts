import * as z from "zod";
import { changeTolerance } from "../settings/change-tolerance.ts";
import { defineTool, operatorOf } from "./tool.ts";

/** The same as POST /api/settings/swap-shield. */
export const setSwapShieldTolerance = defineTool({
  name: "set_swap_shield_tolerance",
  description: "Sets the Swap Shield tolerance for 10 minutes, 0.5..50 percent; then it returns to 5%.",
  category: "Operator Settings",
  says: [
    "set the swap shield tolerance to {percent:tolerance}",
    "~shield {percent:tolerance} [swap] [tolerance|deviation] [@set] [deviation|tolerance] [{minutes:for}] [coming|next] [up] [accept|allow]",
    ["~reset shield [swap] [tolerance] [default|standard]", { reset: true }],
  ],
  access: "operator",
  effect: "state",
  input: z.object({
    tolerance: z.string().max(40).optional().describe("Percentage, for example '10'."),
    reset: z.boolean().optional().describe("true returns to 5%."),
  }),
  example: { tolerance: "10" },
  humanOwned: ["tolerance", "reset"],
  needsSignature: true,
  hints: { openWorld: false },
  model: "hidden",
  output: () => z.object({}),
  run: async (ctx, input) =>
    changeTolerance(ctx.deps, {
      operator: operatorOf(ctx),
      vault: ctx.vault,
      chainId: ctx.chainId,
      settings: (await ctx.stored()).settings,
      setting: "swapShieldBps",
      value: input.tolerance,
      reset: input.reset,
      valueField: "tolerance",
    }),
});
