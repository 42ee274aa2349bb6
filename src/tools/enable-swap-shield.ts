import * as z from "zod";
import { setTolerance, toleranceTool } from "./tolerance-tool.ts";
import { defineTool } from "./tool.ts";

export const enableSwapShield = defineTool({
  name: "enable_swap_shield",
  description: "Returns the Swap Shield tolerance to its default of 5%.",
  says: [
    "enable the swap shield",
    "~enable|activate|reactivate|restore|on|back swap shield|protection [turn|switch] [back] " +
      "[again] [with] [default|standard|normal] [values|value|settings|setting]",
    "shield on",
  ],
  ...toleranceTool,
  model: {
    description: "Returns the Swap Shield to its default.",
    grounding: {
      example: "enable the swap shield",
      acts: [
        "enable|activate|reactivate|restore|reset|on|back|default|standard|normal shield",
        "swap+shield on|back|normal",
      ],
      never: ["nav"],
      words: "swap turn switch put again to its default standard normal setting settings tolerance",
      fields: {},
    },
  },
  input: z.object({}),
  example: {},
  needsSignature: false,
  hints: { destructive: false, idempotent: true, openWorld: false },
  run: (ctx) =>
    setTolerance(ctx, {
      setting: "swapShieldBps",
      value: undefined,
      reset: true,
      valueField: "tolerance",
    }),
});
