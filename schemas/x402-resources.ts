import * as z from "zod";
import { PAYMENT_CHAIN_ID } from "./chains.ts";
import { baseUnits } from "./primitives.ts";

const terms = {
  scheme: z.literal("exact"),
  payTo: z.string().optional().describe("Absent until the service is configured to be paid."),
  maxTimeoutSeconds: z.int(),
  asset: z.string(),
  extra: z.record(z.string(), z.unknown()),
};
const v1 = z.object({
  ...terms,
  network: z.literal("base"),
  maxAmountRequired: baseUnits,
  resource: z.string(),
  description: z.string(),
  mimeType: z.string(),
});
const v2 = z.object({
  ...terms,
  network: z.literal(`eip155:${PAYMENT_CHAIN_ID}`),
  amount: baseUnits,
});

/**
 * Answer of GET /.well-known/x402: each paid resource with its terms, in the words of both
 * generations.
 */
export const x402Resources = z.object({
  version: z.literal(1).describe("Of this document."),
  name: z.string(),
  description: z.string(),
  openapi: z.string(),
  docs: z.string(),
  instructions: z.string(),
  signer: z
    .string()
    .optional()
    .describe(
      "Whose key signs the offers in each 402 and the receipts of what was paid. Absent " +
        "until the service has a secret.",
    ),
  resources: z.array(z.string()).describe("URLs of the paid resources."),
  items: z.array(
    z.object({
      type: z.literal("http"),
      method: z.enum(["GET", "POST"]),
      resource: z.string(),
      operationId: z.string(),
      description: z.string(),
      tool: z
        .string()
        .optional()
        .describe(
          "Of a tool's own entry: its name, also over MCP. Its 402 has the schema of its " +
            "arguments.",
        ),
      example: z
        .record(z.string(), z.unknown())
        .optional()
        .describe("Of a tool: arguments as a call sends them."),
      priceUsdc: z.string(),
      x402Version: z.array(z.int()),
      v1: z.object({ x402Version: z.literal(1), accepts: z.array(v1) }),
      v2: z.object({ x402Version: z.literal(2), accepts: z.array(v2) }),
    }),
  ),
});
