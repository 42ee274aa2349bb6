import type { Tool } from "../tools/tool.ts";
import type { ToolRun } from "./run-tool.ts";

/** Whether a call changed something that its caller could not undo by not paying: stored state, or a broadcast. */
export const tookEffect = (tool: Tool, { result, outcome }: ToolRun): boolean =>
  tool.effect === "state" ||
  // Its operator can approve it in the chat without ever seeing this answer.
  result.operationId !== undefined ||
  (tool.effect === "transaction" && tool.commit !== undefined) ||
  (outcome !== null && outcome.status !== "unsigned");
