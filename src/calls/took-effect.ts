import type { ToolResult } from "../../schemas/tool-call.ts";
import type { ExecutedCall } from "../context.ts";
import type { ExecutionOutcome } from "../kinds/execution-outcome.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import type { ToolRequest } from "./tool-request.ts";

/** True for stored state or a broadcast. */
export const tookEffect = (
  { tool, dryRun }: Pick<ToolRequest, "tool" | "dryRun">,
  { result, outcome }: ToolRun,
): boolean =>
  dryRun !== true &&
  (tool.effect === "state" ||
    // The operator can approve it in the chat without seeing this answer.
    result.operationId !== undefined ||
    (tool.effect === "transaction" && tool.commit !== undefined) ||
    (outcome !== null && outcome.status !== "unsigned"));

/** Transaction of a run for its receipt, if any. */
export function executedCall(
  { tool }: Pick<ToolRequest, "tool">,
  { outcome }: ToolRun,
): ExecutedCall[] {
  if (outcome?.status !== "confirmed" && outcome?.status !== "pending") return [];
  const { chainId, vault } = outcome.intent.attempt;
  const transaction = lowerHex(outcome.hash);
  return [
    { tool: tool.name, vault: lowerHex(vault), chainId, transaction, outcome: outcome.status },
  ];
}

/** Answer for a door, and a transaction's outcome. */
export type ToolRun = { result: ToolResult; outcome: ExecutionOutcome | null };
