import * as z from "zod";
import { setTolerance, toleranceTool } from "./tolerance-tool.ts";
import { defineTool } from "./tool.ts";

export const setSwapShieldTolerance = defineTool({
  name: "set_swap_shield_tolerance",
  description:
    "Sets the Swap Shield tolerance for 10 minutes, 0.5..50 percent; then it returns to 5%.",
  says: [
    "set the swap shield tolerance to {percent:tolerance}",
    "~shield|protection {percent:tolerance} [swap] [want] [most] [tolerance|deviation] " +
      "[@set] [deviation|tolerance] [vault|vault's] [{minutes:for}] [coming|next] [up] " +
      "[accept|allow]",
    ["~reset shield [swap] [tolerance] [default|standard]", { reset: true }],
  ],
  ...toleranceTool,
  input: z.object({
    tolerance: z.string().max(40).optional().describe("Percentage, for example '10'."),
    reset: z.boolean().optional().describe("true returns to 5%."),
  }),
  example: { tolerance: "10" },
  humanOwned: ["tolerance", "reset"],
  needsSignature: true,
  hints: { openWorld: false },
  run: (ctx, input) =>
    setTolerance(ctx, {
      setting: "swapShieldBps",
      value: input.tolerance,
      reset: input.reset,
      valueField: "tolerance",
    }),
});
