import type { ChainId } from "../../schemas/chains.ts";
import type { ToolResult } from "../../schemas/tool-call.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { ToolRequest } from "../tools/run-tool.ts";

export type OperationDecision = {
  operationId: string;
  decision: "approve" | "reject";
  caller: Exclude<ToolRequest["caller"], { kind: "system" }>;
  /** What a caller from outside names beside its credentials; an operation of another vault or chain is not found. */
  vaultAddress?: string | undefined;
  chainId?: ChainId | undefined;
};

/**
 * An operator's word on an operation that waits (decision 35). Approved: its stored calldata is judged again and sent, once.
 * Rejected: a message. A second approval answers what became of the first.
 * @throws operation_not_found, operation_expired, operation_decided, not_vault_owner, the codes of decision 8, and of an
 * approval the shields' and the execution's own
 */
export async function decideOperation(_deps: Deps, _requestId: string, _of: OperationDecision): Promise<ToolResult> {
  throw new AppError("operation_not_found", "There is no such operation, or not of this vault.");
}
