import * as z from "zod";
import { PAYMENT_CHAIN_ID } from "../../schemas/chains.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { x402Resources } from "../../schemas/x402-resources.ts";
import { listedTool } from "../../src/calls/listed-tool.ts";
import { isServed, loadTools } from "../../src/calls/load-tools.ts";
import { baseUrlOf } from "../../src/discovery/base-url-of.ts";
import { loadRoute } from "../../src/load-route.ts";
import { listResources } from "../../src/payment/list-resources.ts";
import { defineRoute } from "../../src/route.ts";

const TERMS = {
  scheme: "exact",
  payTo: EXAMPLES.agent,
  maxTimeoutSeconds: 300,
  asset: EXAMPLES.usdc,
  extra: { name: "USD Coin", version: "2" },
} as const;
const QUOTE = { resource: "https://api.example/api/quote", description: "Quote a swap" };

/** The paid resources and their terms, without tools of chains that are not served here. */
export const getX402 = defineRoute({
  method: "GET",
  path: "/.well-known/x402",
  price: "free",
  operationId: "getX402",
  summary: "List the paid resources",
  tags: ["Discovery"],
  auth: "none",
  leastScope: "none",
  examples: {
    response: {
      version: 1,
      name: "Sextant",
      description: "Trades and manages on-chain asset vaults.",
      openapi: "https://api.example/openapi.json",
      docs: "https://api.example/docs",
      instructions: "Call a resource; its 402 says how to pay.",
      signer: EXAMPLES.agent,
      resources: [QUOTE.resource],
      items: [
        {
          type: "http",
          method: "GET",
          operationId: "getQuote",
          ...QUOTE,
          priceUsdc: "0.0020",
          x402Version: [1, 2],
          v1: {
            x402Version: 1,
            accepts: [
              {
                ...TERMS,
                network: "base",
                maxAmountRequired: "2000",
                ...QUOTE,
                mimeType: "application/json",
              },
            ],
          },
          v2: {
            x402Version: 2,
            accepts: [{ ...TERMS, network: `eip155:${PAYMENT_CHAIN_ID}` as const, amount: "2000" }],
          },
        },
      ],
    },
  },
  query: z.object({}),
  body: z.undefined(),
  output: x402Resources,
  headers: { "Cache-Control": "public, max-age=300" },
  isUnlimited: true,
  handle: ({ deps }, { raw }) =>
    listResources(deps.env, baseUrlOf(deps, raw), async () => {
      const routes = await Promise.all(deps.routes.map(loadRoute));
      const signer = await deps.receiptSigner.address().catch(() => undefined);
      const { registry } = await loadTools(deps);
      const served = registry.filter((tool) => isServed(deps, tool));
      const found = await Promise.all(served.map(({ name }) => listedTool(deps, name)));
      return {
        routes,
        signer,
        tools: { calledBy: "callTool", list: found.filter((tool) => tool !== undefined) },
      };
    }),
});
