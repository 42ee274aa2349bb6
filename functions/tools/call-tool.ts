import * as z from "zod";
import { EXAMPLES } from "../../schemas/examples.ts";
import { toolCallRequest, toolResult } from "../../schemas/tool-call.ts";
import { askedVenues, listedTool } from "../../src/calls/listed-tool.ts";
import { isReadTool, toolOf } from "../../src/calls/load-tools.ts";
import { mustKnow, placedFields } from "../../src/calls/placed-fields.ts";
import { runTool } from "../../src/calls/run-tool.ts";
import { executedCall, tookEffect } from "../../src/calls/took-effect.ts";
import type { ToolRequest } from "../../src/calls/tool-request.ts";
import { unwrap } from "../../src/errors.ts";
import { jsonObject } from "../../src/lib/is-object.ts";
import { nameVault } from "../../src/lib/normalize-address.ts";
import { defineRoute } from "../../src/route.ts";
import { getSwapQuote } from "../../src/tools/get-swap-quote.ts";

/**
 * A text to the parser: an unknown name is refused as unknown_tool, not for its shape (decision
 * D11). The OpenAPI document has the names (choices).
 */
const toolQuery = z.object({ toolName: z.string().min(1).max(80) });

/** Runs one tool. No model is involved. */
export const callTool = defineRoute({
  method: "POST",
  path: "/api/tools",
  price: "tools_call",
  operationId: "callTool",
  summary: "Call a tool",
  description:
    "Reads return a result, writes an unsigned transaction behind all shields. Arguments: " +
    "GET /api/tools.",
  tags: ["Tools"],
  auth: "optional",
  leastScope: "each",
  examples: {
    query: { toolName: getSwapQuote.name },
    body: {
      arguments: { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" },
      chainId: EXAMPLES.chainId,
    },
    response: { tool: getSwapQuote.name, message: "Sell 1 ETH for 3000 USDC on 0x." },
  },
  query: toolQuery,
  // Said of all, because the document knows one body for every tool.
  body: toolCallRequest.meta({ additionalProperties: false }),
  output: toolResult,
  listed: async (deps, { url }) => {
    const tool = await listedTool(deps, new URL(url).searchParams.get("toolName"));
    return tool && { over: "http", tool };
  },
  onlyReads: (deps, { url }) => isReadTool(deps, new URL(url).searchParams.get("toolName")),
  venues: (deps, { url, bodyText }) =>
    askedVenues(deps, new URL(url).searchParams.get("toolName"), jsonObject(bodyText).arguments),
  handle: async ({ deps, requestId, effects, freeVenues }, { query, body, raw }) => {
    const tool = unwrap(await toolOf(deps, query.toolName));
    // A read leaves out what it does not know (decision D11); of what changes something each field
    // counts, wherever it stands.
    if (tool.effect !== "read") {
      const inArguments = placedFields.inArguments(tool.input);
      const { value } = nameVault(Object.keys(toolCallRequest.shape), jsonObject(raw.bodyText));
      mustKnow(toolCallRequest, value, inArguments);
      const inBody = { ...placedFields.besideArguments, ...inArguments };
      mustKnow(toolQuery, Object.fromEntries(new URL(raw.url).searchParams), inBody);
    }
    const request: ToolRequest = {
      tool,
      args: body.arguments,
      besideArguments: placedFields.besideArguments,
      chainId: body.chainId,
      vaultAddress: body.vaultAddress,
      executionMode: body.executionMode,
      caller: { kind: "outside", credentials: body },
      purpose: { kind: "call" },
      dryRun: body.dryRun,
      freeVenues,
    };
    const run = await runTool(deps, requestId, request);
    effects.taken = tookEffect(request, run);
    effects.executed = executedCall(request, run);
    return run.result;
  },
});
