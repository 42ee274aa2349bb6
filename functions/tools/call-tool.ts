import * as z from "zod";
import { toolCallRequest, toolResult } from "../../schemas/tool-call.ts";
import { unwrap } from "../../src/errors.ts";
import { defineRoute } from "../../src/route.ts";
import { findTool } from "../../src/tools/find-tool.ts";
import { runTool } from "../../src/tools/run-tool.ts";

/** Runs one tool. No model is involved. */
export const callTool = defineRoute({
  method: "POST",
  path: "/api/tools",
  price: "tools_call",
  summary: "Call a tool",
  query: z.object({ toolName: z.string().min(1).max(80) }),
  body: toolCallRequest,
  output: toolResult,
  handle: async ({ deps, requestId }, { query, body }) => {
    const tool = unwrap(findTool(query.toolName));
    const { result } = await runTool(deps, requestId, {
      tool,
      args: body.arguments,
      chainId: body.chainId,
      vaultAddress: body.vaultAddress,
      executionMode: body.executionMode,
      caller: { kind: "outside", credentials: body },
      purpose: { kind: "call" },
    });
    return result;
  },
});
