import type { ExecutedCall } from "../context.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import type { ToolRequest } from "./tool-request.ts";
import type { ToolRun } from "./tool-run.ts";

/** What a run sent to a chain, for its receipt: nothing, or the one transaction of a delegated call. */
export function executedCall({ tool }: Pick<ToolRequest, "tool">, { outcome }: ToolRun): ExecutedCall[] {
  if (outcome?.status !== "confirmed" && outcome?.status !== "pending") return [];
  const { chainId, vault } = outcome.intent.attempt;
  const transaction = lowerHex(outcome.hash);
  return [{ tool: tool.name, vault: lowerHex(vault), chainId, transaction, outcome: outcome.status }];
}
