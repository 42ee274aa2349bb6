import * as z from "zod";
import { mcpAnswer } from "../schemas/mcp-answer.ts";
import { mcpMessage } from "../schemas/mcp-message.ts";
import { AppError } from "../src/errors.ts";
import { answerMessage } from "../src/mcp/answer-message.ts";
import { billedRequest } from "../src/mcp/billed-request.ts";
import { inBandAnswer } from "../src/mcp/in-band-answer.ts";
import { inBandCall } from "../src/mcp/in-band-call.ts";
import { readMessage } from "../src/mcp/read-message.ts";
import { refusalAnswer } from "../src/mcp/refusal-answer.ts";
import { ToolRefusal } from "../src/mcp/tool-refusal.ts";
import { freeCall } from "../src/payment/free-call.ts";
import { gate } from "../src/payment/gate.ts";
import { paymentHeader } from "../src/payment/payment-header.ts";
import { defineRoute } from "../src/route.ts";
import { getSwapQuote } from "../src/tools/get-swap-quote.ts";

/** Every tool over the Model Context Protocol: streamable HTTP without session and stream, one message at a time. */
export const mcp = defineRoute({
  method: "POST",
  path: "/mcp",
  price: "tools_call",
  payQuery: "?pay=http",
  operationId: "mcp",
  summary: "The tools over MCP",
  description:
    'Streamable HTTP of the Model Context Protocol, stateless, JSON answers, no batches. initialize, ping and tools/list are free; each tools/call is paid for, and a result with isError or a JSON-RPC error is not charged. x402 inside MCP: an unpaid call is a result with isError and PaymentRequired, the payment goes into params._meta["x402/payment"], the receipt comes in _meta["x402/payment-response"]; with ?pay=http, and for a payment in a header, as on every other route. Operator auth: headers X-Operator-Address, X-Auth-Signature, X-Auth-Timestamp, X-Vault-Address.',
  tags: ["Tools"],
  auth: "none",
  examples: {
    body: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: getSwapQuote.name, arguments: { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" } },
    },
    response: {
      jsonrpc: "2.0",
      id: 1,
      result: {
        content: [
          {
            type: "text",
            text: JSON.stringify({ tool: getSwapQuote.name, message: "Sell 1 ETH for 3000 USDC on 0x." }),
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
        "http: an unpaid tools/call is HTTP 402. Default: it is a result with isError, as x402 has it inside MCP.",
      ),
  }),
  body: mcpMessage,
  output: mcpAnswer,
  handle: (ctx, { body, raw }) => answerMessage(ctx, raw.headers, body),
  charge: async ({ deps, requestId, route, raw, run }) => {
    const message = readMessage(route, raw);
    const { id, method } = message;
    // These methods act for no operator, so credentials in the body are not read: checking them would only cost requests.
    const free = { ...raw, bodyText: "" };
    if (id === undefined) {
      const noted = await freeCall(deps, route, free, async () => ({ body: "", tookEffect: false }));
      return { ...noted, status: 202 };
    }
    if (method !== "tools/call") return freeCall(deps, route, free, run);
    const inBand = inBandCall(raw, message, { hasHeader: paymentHeader(raw.headers) !== null });
    try {
      if (inBand === null) return await gate(deps, route, "tools_call", billedRequest(raw), run);
      if (inBand.isPaidTwice) throw twoPayments();
      return inBandAnswer(id, await gate(deps, route, "tools_call", billedRequest(inBand.raw), run));
    } catch (error) {
      const refusal = error instanceof ToolRefusal ? error.refusal : error;
      // Inside MCP whatever refuses is an answer: a status of HTTP would reach the client as a broken connection.
      if (!(refusal instanceof AppError) || (inBand === null && error === refusal)) throw error;
      if (refusal.status >= 500) deps.log("request_failed", { requestId, path: "/mcp", code: refusal.code });
      return { status: 200, body: JSON.stringify(refusalAnswer(id, refusal)), headers: { "Cache-Control": "private" } };
    }
  },
});

const twoPayments = () =>
  new AppError(
    "payment_invalid",
    "This call carries two payments, one in a header and one in _meta. Send one; nothing ran and nothing was charged.",
  );
