import * as z from "zod";
import { toolCatalog } from "../../schemas/tool-call.ts";
import { isServed, loadTools } from "../../src/calls/load-tools.ts";
import { priceOf } from "../../src/payment/payment-terms.ts";
import { defineRoute } from "../../src/route.ts";
import { switchChain } from "../../src/tools/switch-chain.ts";

/** The catalog: what an agent calls first. */
export const listTools = defineRoute({
  method: "GET",
  path: "/api/tools",
  price: "tools_list",
  operationId: "listTools",
  summary: "List the tools and their argument schemas",
  description:
    "Call this first: it has the name, the argument schema, an example and the needs of " +
    "every tool.",
  tags: ["Tools"],
  auth: "none",
  leastScope: "none",
  examples: {
    response: {
      description: "Trading and management of on-chain vaults.",
      usage: "POST /api/tools?toolName=<name>",
      price: "0.0025 USDC per call",
      toolCount: 1,
      tools: [
        {
          name: switchChain.name,
          description: "Resolves a chain name or id.",
          category: "Vault Info",
          parameters: {
            type: "object",
            properties: { chain: { type: "string" } },
            required: ["chain"],
          },
          example: { chain: "base" },
          requiresOperatorAuth: false,
          readOnly: true,
          served: true,
        },
      ],
    },
  },
  query: z.object({}),
  body: z.undefined(),
  output: toolCatalog,
  handle: async ({ deps }) => ({
    ...(await loadTools(deps)).catalog((tool) => isServed(deps, tool)),
    price: `${priceOf(deps.env, "tools_call").usdc} USDC per call`,
  }),
});
