import * as z from "zod";
import { chainId, chainIdText, DEFAULT_CHAIN_ID } from "../../schemas/chains.ts";
import { hexAddress } from "../../schemas/primitives.ts";
import { toolResult } from "../../schemas/tool-call.ts";
import { dryDeps } from "../../src/calls/dry-deps.ts";
import { askedVenues } from "../../src/calls/listed-tool.ts";
import { toolOf } from "../../src/calls/load-tools.ts";
import { queryArguments, requireForGet } from "../../src/calls/query-arguments.ts";
import { runTool } from "../../src/calls/run-tool.ts";
import { unwrap } from "../../src/errors.ts";
import { defineRoute } from "../../src/route.ts";
import { getSwapQuote } from "../../src/tools/get-swap-quote.ts";

/**
 * A tool for who cannot POST: reads and unsigned transactions, with deps that cannot write, sign or
 * tell (decision D13).
 */
export const callToolByGet = defineRoute({
  method: "GET",
  path: "/api/tools/call",
  price: "tools_call",
  operationId: "callToolByGet",
  summary: "Call a tool that needs no signature, by GET",
  description:
    "For clients that cannot POST: reads and unsigned transactions, answered as by POST " +
    "/api/tools. The tool's arguments are further query parameters (what is no text as " +
    "JSON). It takes no credentials and changes nothing.",
  tags: ["Tools"],
  auth: "none",
  leastScope: "none",
  // As the POST form: what the tool itself may say of a vault.
  statuses: [403],
  noStore: true,
  examples: {
    query: { toolName: getSwapQuote.name, tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" },
    response: { tool: getSwapQuote.name, message: "Sell 1 ETH for 3000 USDC on 0x." },
  },
  query: z
    .object({
      toolName: z.string().min(1).max(80),
      vaultAddress: hexAddress.optional().describe("Needed by vault-specific tools."),
      chainId: z
        .string()
        .regex(/^[0-9]{1,16}$/, "must be an integer")
        .transform(Number)
        .pipe(chainId)
        .default(DEFAULT_CHAIN_ID)
        .meta(chainIdText),
    })
    .catchall(z.string()),
  body: z.undefined(),
  output: toolResult,
  venues: (deps, { url }) => {
    const { toolName, ...args } = Object.fromEntries(new URL(url).searchParams);
    return askedVenues(deps, toolName, args);
  },
  handle: async ({ deps, requestId, freeVenues }, { query, raw }) => {
    const { toolName, vaultAddress, chainId: chain, ...texts } = query;
    const tool = unwrap(await toolOf(deps, toolName));
    requireForGet(tool, raw.headers, texts);
    const run = await runTool(dryDeps(deps), requestId, {
      tool,
      args: queryArguments(tool.input, texts),
      chainId: chain,
      vaultAddress,
      executionMode: "manual",
      caller: { kind: "outside", credentials: {} },
      purpose: { kind: "call" },
      freeVenues,
    });
    return run.result;
  },
});
