import type { ToolRequest } from "./tool-request.ts";
import type { ToolRun } from "./tool-run.ts";

/** Stored state, or a broadcast. */
export const tookEffect = (
  { tool, dryRun }: Pick<ToolRequest, "tool" | "dryRun">,
  { result, outcome }: ToolRun,
): boolean =>
  dryRun !== true &&
  (tool.effect === "state" ||
    // Its operator can approve it in the chat without ever seeing this answer.
    result.operationId !== undefined ||
    (tool.effect === "transaction" && tool.commit !== undefined) ||
    (outcome !== null && outcome.status !== "unsigned"));
