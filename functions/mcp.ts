import * as z from "zod";
import { mcpAnswer } from "../schemas/mcp-answer.ts";
import { mcpMessage } from "../schemas/mcp-message.ts";
import { askedVenues, listedTool } from "../src/calls/listed-tool.ts";
import { isReadTool } from "../src/calls/load-tools.ts";
import type { Deps } from "../src/deps.ts";
import { isObject, jsonObject } from "../src/lib/is-object.ts";
import { loadRoute } from "../src/load-route.ts";
import { loadMcp } from "../src/mcp/load-mcp.ts";
import { freeCall } from "../src/payment/free-call.ts";
import { gate } from "../src/payment/gate.ts";
import { paymentHeader } from "../src/payment/payment-header.ts";
import { priceOf } from "../src/payment/payment-terms.ts";
import { defineRoute, type Route } from "../src/route.ts";
import { getSwapQuote } from "../src/tools/get-swap-quote.ts";

/**
 * Every tool over the Model Context Protocol: streamable HTTP without session and stream, one
 * message at a time.
 */
export const mcp = defineRoute({
  method: "POST",
  path: "/mcp",
  price: "tools_call",
  payQuery: "?pay=http",
  operationId: "mcp",
  summary: "The tools over MCP",
  description:
    "Streamable HTTP of the Model Context Protocol, stateless, JSON answers, no batches: " +
    "revision 2026-07-28 by what each request says in params._meta and in the headers " +
    "MCP-Protocol-Version, Mcp-Method and Mcp-Name, and those before it by initialize. " +
    "Everything but tools/call is free; each tools/call is paid for, and a result with " +
    "isError or a JSON-RPC error is not charged. x402 inside MCP: an unpaid call is a result " +
    'with isError and PaymentRequired, the payment goes into params._meta["x402/payment"], ' +
    'the receipt comes in _meta["x402/payment-response"]; with ?pay=http, and for a payment ' +
    "in a header, as on every other route. Operator auth: headers X-Operator-Address, " +
    "X-Auth-Signature, X-Auth-Timestamp, X-Vault-Address. X-Execution-Mode: delegated has " +
    "the agent wallet send transactions once they are approved: inside the call where the " +
    "client can ask (elicitation), else by operationId.",
  tags: ["Tools"],
  auth: "none",
  leastScope: "each",
  // Of a token that does not hold.
  statuses: [401],
  examples: {
    body: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: getSwapQuote.name,
        arguments: { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" },
      },
    },
    response: {
      jsonrpc: "2.0",
      id: 1,
      result: {
        content: [
          {
            type: "text",
            text: JSON.stringify({
              tool: getSwapQuote.name,
              message: "Sell 1 ETH for 3000 USDC on 0x.",
            }),
          },
        ],
      },
    },
  },
  query: z.object({
    pay: z
      .enum(["http"])
      .optional()
      .describe(
        "http: an unpaid tools/call is HTTP 402. Default: it is a result with isError, as " +
          "x402 has it inside MCP.",
      ),
    toolsets: z
      .string()
      .max(1_000)
      .optional()
      .describe(
        "Names of toolsets (headings of the catalog: spot-trading), by commas: tools/list " +
          "has their tools, and others are not called. Also the header X-MCP-Toolsets.",
      ),
    tools: z
      .string()
      .max(4_000)
      .optional()
      .describe(
        "Names of tools, by commas, beside those of toolsets. Also X-MCP-Tools; " +
          "X-MCP-Exclude-Tools takes some out again.",
      ),
    readonly: z.string().max(8).optional().describe("1: reads alone. Also X-MCP-Readonly."),
    schemas: z
      .enum(["full"])
      .optional()
      .describe(
        "full: tools/list says what each tool answers in every depth. Default: to the fields " +
          "of its data.",
      ),
  }),
  body: mcpMessage,
  output: mcpAnswer,
  listed: async (deps, { bodyText }) => {
    const tool = await listedTool(deps, calledIn(bodyText)?.name);
    return tool && { over: "mcp", tool };
  },
  onlyReads: (deps, { bodyText }) => isReadTool(deps, calledIn(bodyText)?.name),
  venues: (deps, { bodyText }) => {
    const called = calledIn(bodyText);
    return askedVenues(deps, called?.name, called?.arguments);
  },
  handle: async (ctx, { body, raw }) => {
    const { usdc: priceUsdc } = priceOf(ctx.deps.env, "tools_call");
    return (await loadMcp(ctx.deps)).answer(ctx, raw, body, {
      priceUsdc,
      routeAt: routeAt(ctx.deps),
    });
  },
  charge: async (request) => {
    const { deps, route, raw, run } = request;
    const { charge } = await loadMcp(deps);
    return charge(request, {
      pay: (billed) => gate(deps, route, "tools_call", billed, run),
      free: (counted, work, auth) => freeCall(deps, { ...route, auth }, counted, work),
      hasHeader: paymentHeader(raw.headers) !== null,
    });
  },
});

/** The free reads that are resources over MCP, each loaded with its first use. */
const routeAt =
  (deps: Deps) =>
  async (path: string): Promise<Route> => {
    const route = deps.routes.find(
      (one) => "path" in one && one.path === path && "method" in one && one.method === "GET",
    );
    if (route === undefined) throw new Error(`no route is at ${path}`);
    // Safe: defineRoute made each of them.
    return (await loadRoute(route)) as Route;
  };

/** The billed call of a tools/call: the message is one text in the body. */
function calledIn(bodyText: string): Readonly<Record<string, unknown>> | undefined {
  const { params } = jsonObject(String(jsonObject(bodyText).message));
  return isObject(params) ? params : undefined;
}
