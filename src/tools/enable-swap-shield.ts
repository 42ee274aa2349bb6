import * as z from "zod";
import { changeTolerance } from "../settings/change-tolerance.ts";
import { defineTool, operatorOf } from "./tool.ts";

/** The same as resetting the Swap Shield tolerance. */
export const enableSwapShield = defineTool({
  name: "enable_swap_shield",
  description: "Returns the Swap Shield tolerance to its default of 5%.",
  category: "Operator Settings",
  says: [
    "enable the swap shield",
    "~enable|activate|restore|on|back swap shield [turn|switch] [back] [again]",
    "shield on",
  ],
  access: "operator",
  effect: "state",
  input: z.object({}),
  example: {},
  needsSignature: false,
  hints: { destructive: false, idempotent: true, openWorld: false },
  model: "hidden",
  output: () => z.object({}),
  run: async (ctx) =>
    changeTolerance(ctx.deps, {
      operator: operatorOf(ctx),
      vault: ctx.vault,
      chainId: ctx.chainId,
      settings: (await ctx.stored()).settings,
      setting: "swapShieldBps",
      value: undefined,
      reset: true,
      valueField: "tolerance",
    }),
});
