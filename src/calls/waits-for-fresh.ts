import type { StateTool, ToolContext } from "../tools/tool.ts";
import type { ToolRequest } from "./tool-request.ts";

/** What trades later lacks the fresh signature that its operator asks for (decision D15). */
export async function waitsForFresh(
  ctx: ToolContext,
  tool: StateTool,
  input: Record<string, unknown>,
  of: ToolRequest,
): Promise<boolean> {
  if (of.isApproved === true || of.caller.kind !== "outside" || tool.tradesLater === undefined)
    return false;
  return (
    (await ctx.stored()).settings.approveWith === "fresh" && (await tool.tradesLater(ctx, input))
  );
}
