import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import { clampSlippageBps } from "../shields/clamp-slippage-bps.ts";
import type { ToolContext } from "./tool.ts";

/** The caller's own, else a verified operator's setting, else the default (decision 17). Never an argument. */
export async function slippageOf(ctx: ToolContext): Promise<number> {
  if (ctx.slippageBps !== undefined) return clampSlippageBps(ctx.slippageBps);
  if (ctx.operator === undefined) return SETTINGS_DEFAULTS.slippageBps;
  return clampSlippageBps((await ctx.stored()).settings.slippageBps ?? SETTINGS_DEFAULTS.slippageBps);
}
