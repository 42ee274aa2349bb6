import * as z from "zod";

/**
 * One JSON-RPC message to /mcp. Without `id` it is a notification, which nothing answers and which
 * runs nothing. An array is no message: one payment must not buy several calls.
 */
export const mcpMessage = z.object(
  {
    jsonrpc: z.literal("2.0"),
    id: z
      .union([z.string().max(200), z.int()])
      .optional()
      .describe("Of a request; its answer carries it."),
    method: z
      .string()
      .min(1)
      .max(100)
      .describe("All but tools/call are free; each tools/call is paid for."),
    params: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        "Of tools/call: {name, arguments}; of revision 2026-07-28 `_meta` with version and " +
          "capabilities.",
      ),
  },
  {
    error:
      "one JSON-RPC message is needed; batches are not taken, because one payment buys one call",
  },
);
export type McpMessage = z.infer<typeof mcpMessage>;
