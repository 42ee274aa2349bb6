import * as z from "zod";

/**
 * The JSON-RPC answer to one request of /mcp: a result, or the protocol's error. A tool's refusal
 * is a result with `isError`.
 */
export const mcpAnswer = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.int()]),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }).optional(),
});
export type McpAnswer = z.infer<typeof mcpAnswer>;
