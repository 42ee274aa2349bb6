import { runTool } from "../calls/run-tool.ts";
import { toolOf } from "../calls/tool-of.ts";
import type { ToolRequest } from "../calls/tool-request.ts";
import type { Deps } from "../deps.ts";
import { AppError, unwrap } from "../errors.ts";
import type { ExecutionOutcome } from "../kinds/execution-outcome.ts";

/** `tool`: its name. */
type OrderRequest = Omit<ToolRequest, "tool"> & { tool: string };

/**
 * One call of a tool for an order, through the same pipeline as every other door. A refusal of the pipeline's door
 * (ownership, arguments) is a failed run like any other; a broken store is not.
 * @throws store_unavailable
 */
export async function runForOrder(deps: Deps, requestId: string, request: OrderRequest): Promise<ExecutionOutcome> {
  try {
    const tool = unwrap(await toolOf(deps, request.tool));
    const { outcome } = await runTool(deps, requestId, { ...request, tool });
    if (outcome === null) throw new Error(`${tool.name} gave no outcome`);
    return outcome;
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "store_unavailable") throw error;
    return {
      status: "refused",
      refusal: {
        ok: false,
        code: error.code,
        message: error.message,
        ...(error.details !== undefined && { details: error.details }),
      },
    };
  }
}
