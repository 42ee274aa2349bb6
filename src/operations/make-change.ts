import type { ChangeOperation } from "../../schemas/operation.ts";
import type { ToolResult } from "../../schemas/tool-call.ts";
import { toolOf } from "../calls/load-tools.ts";
import { changeHash } from "../calls/offer-change.ts";
import { runTool } from "../calls/run-tool.ts";
import type { ToolRequest } from "../calls/tool-request.ts";
import { AppError } from "../errors.ts";
import { answerOperation, endOperation } from "../store/operations/end-operation.ts";
import type { ToolContext } from "../tools/tool.ts";

/**
 * Allowed to this call alone: the tool runs as by a direct call of its operator. What it answers or
 * refuses ends the operation; a fault leaves open whether it was made, and a later approval is told
 * so.
 * @throws AppError with the refusal's code, and what the tool throws
 */
export async function makeChange(
  { deps, requestId }: ToolContext,
  caller: ToolRequest["caller"],
  operation: ChangeOperation,
): Promise<ToolResult> {
  const { id, operator, chainId, vault, dataHash, arguments: args } = operation;
  // The tool's own records say it: nothing is made twice, the approval is used up.
  const written = (writing: Promise<unknown>) =>
    writing.catch((error: unknown) =>
      deps.log("operation_not_ended", {
        requestId,
        cause: error instanceof Error ? error.name : "unknown",
      }),
    );
  const call = () => ({ requestId: deps.newId(), nowMs: deps.clock.nowMs(), operationId: id });
  try {
    const tool = await toolOf(deps, operation.tool);
    if (!tool.ok) throw AppError.fromRefusal(tool);
    if (tool.value.effect !== "state" || changeHash(operation.tool, args) !== dataHash)
      throw new AppError(
        "operation_decided",
        "This is not the change that was approved. Nothing was changed.",
      );
    const { result } = await runTool(deps, requestId, {
      ...{ tool: tool.value, args, chainId, vaultAddress: vault, caller },
      ...{
        executionMode: "delegated",
        purpose: { kind: "call" },
        names: operation.names,
        isApproved: true,
      },
    });
    await written(
      answerOperation.run(deps.redis, deps.keys, { ...call(), message: result.message ?? "" }),
    );
    return result;
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const { code, details } = error;
    const message = `${error.message} The operation has ended: ask again for a fresh one.`;
    const refusal = {
      ok: false,
      code,
      message,
      ...(details !== undefined && { details }),
    } as const;
    await written(
      endOperation.run(deps.redis, deps.keys, {
        ...call(),
        operator,
        tool: operation.tool,
        refusal,
      }),
    );
    throw AppError.fromRefusal(refusal);
  }
}
