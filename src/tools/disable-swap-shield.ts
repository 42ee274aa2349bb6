import * as z from "zod";
import { setTolerance, toleranceTool } from "./tolerance-tool.ts";
import { defineTool } from "./tool.ts";

/** Only widens the shield; the name is what peers call switching it off. */
export const disableSwapShield = defineTool({
  name: "disable_swap_shield",
  description:
    "Raises the Swap Shield tolerance to 50% for 10 minutes. The shield is never switched off.",
  says: [
    "disable the swap shield",
    "~disable|deactivate|off|kill|drop|without swap shield [turn|switch|take]",
  ],
  ...toleranceTool,
  input: z.object({}),
  example: {},
  needsSignature: true,
  loosens: true,
  hints: { openWorld: false },
  run: (ctx) =>
    setTolerance(ctx, {
      setting: "swapShieldBps",
      value: "50",
      reset: false,
      valueField: "tolerance",
    }),
});
