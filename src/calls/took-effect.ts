import type { ToolResult } from "../../schemas/tool-call.ts";
import type { ExecutedCall } from "../context.ts";
import type { ExecutionOutcome } from "../kinds/execution-outcome.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import type { ToolRequest } from "./tool-request.ts";

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

/** What a run sent to a chain, for its receipt: nothing, or the one transaction of a delegated call. */
export function executedCall({ tool }: Pick<ToolRequest, "tool">, { outcome }: ToolRun): ExecutedCall[] {
  if (outcome?.status !== "confirmed" && outcome?.status !== "pending") return [];
  const { chainId, vault } = outcome.intent.attempt;
  const transaction = lowerHex(outcome.hash);
  return [{ tool: tool.name, vault: lowerHex(vault), chainId, transaction, outcome: outcome.status }];
}

/** What a door gets back: the answer to encode, and for transactions the outcome in full. */
export type ToolRun = { result: ToolResult; outcome: ExecutionOutcome | null };
