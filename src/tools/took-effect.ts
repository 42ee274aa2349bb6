import type { ToolRun } from "./run-tool.ts";
import type { Tool } from "./tool.ts";

/** Whether a call changed something that its caller could not undo by not paying: stored state, or a broadcast. */
export const tookEffect = (tool: Tool, { outcome }: ToolRun): boolean =>
  tool.effect === "state" ||
  (tool.effect === "transaction" && tool.commit !== undefined) ||
  (outcome !== null && outcome.status !== "unsigned");
