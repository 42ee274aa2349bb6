import * as z from "zod";
import { setTolerance, toleranceTool } from "./tolerance-tool.ts";
import { defineTool } from "./tool.ts";

export const setDefaultSlippage = defineTool({
  name: "set_default_slippage",
  description: "Sets the operator's default slippage, 0.1%..5% (10..500 bps).",
  says: [
    "set slippage to {percent:slippage}",
    "~slippage|slip {percent:slippage} [vault|vault's|swaps|trades] [for] [@set] " +
      "[default|standard|max|maximum] [tolerance] [to|at|is|of] [most] [default|save] [on]",
    ["reset the slippage", { reset: true }],
    [
      "~reset|standard|default|back|normal slippage|slip [@set] [default|standard] " +
        "[tolerance] [back]",
      { reset: true },
    ],
  ],
  ...toleranceTool,
  input: z.object({
    slippage: z
      .string()
      .max(40)
      .optional()
      .describe("Percent ('0.5%'), basis points ('50bps') or a bare number."),
    reset: z.boolean().optional().describe("true returns to 1%."),
  }),
  example: { slippage: "0.5%" },
  humanOwned: ["slippage", "reset"],
  needsSignature: true,
  hints: { destructive: false, idempotent: true, openWorld: false },
  run: (ctx, input) =>
    setTolerance(ctx, {
      setting: "slippageBps",
      value: input.slippage,
      reset: input.reset,
      valueField: "slippage",
    }),
});
