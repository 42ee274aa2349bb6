import * as z from "zod";
import { changeTolerance } from "../settings/change-tolerance.ts";
import { defineTool, operatorOf } from "./tool.ts";

/** Peers switch the shield off here; this one only widens it, for ten minutes. */
export const disableSwapShield = defineTool({
  name: "disable_swap_shield",
  description: "Raises the Swap Shield tolerance to 50% for 10 minutes. The shield is never switched off.",
  category: "Operator Settings",
  says: ["disable the swap shield", "~disable|deactivate|off|kill|drop|without swap shield [turn|switch|take]"],
  access: "operator",
  effect: "state",
  input: z.object({}),
  example: {},
  needsSignature: true,
  loosens: true,
  hints: { openWorld: false },
  model: "hidden",
  output: () => z.object({}),
  run: async (ctx) =>
    changeTolerance(ctx.deps, {
      operator: operatorOf(ctx),
      vault: ctx.vault,
      chainId: ctx.chainId,
      settings: (await ctx.stored()).settings,
      setting: "swapShieldBps",
      value: "50",
      reset: false,
      valueField: "tolerance",
    }),
});
