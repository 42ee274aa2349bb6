import * as z from "zod";
import { changeTolerance, type ToleranceRequest } from "../settings/change-tolerance.ts";
import { operatorOf, type ToolContext } from "./tool.ts";

/** Common part of the tools that set a tolerance, as the routes below /api/settings do. */
export const toleranceTool = {
  category: "Operator Settings",
  access: "operator",
  leastScope: "owner",
  effect: "state",
  model: "hidden",
  output: () => z.object({}),
} as const;

/** Refuses with invalid_request. */
export const setTolerance = async (ctx: ToolContext, request: ToleranceRequest) =>
  changeTolerance(ctx.deps, {
    operator: operatorOf(ctx),
    vault: ctx.vault,
    chainId: ctx.chainId,
    settings: (await ctx.stored()).settings,
    ...request,
  });
