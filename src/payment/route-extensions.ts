import type { JsonSchema } from "../../schemas/json-schema-of.ts";
import type { ListedTool } from "../../schemas/listed-tool.ts";
import type { ListedCall, Route } from "../route.ts";
import { bazaarExtension, callSchema, rootSchema, shortSchema } from "./bazaar-extension.ts";
import { EXTENSION_NAMES } from "./payment-header.ts";

/** x402 extensions of a route, or of one tool that it calls. */
export const routeExtensions = (route: Route, call?: ListedCall): Record<string, unknown> => ({
  ...(call === undefined ? bazaarExtension(route) : toolExtension(call)),
  ...offeredIdentifier(route),
});

/** Source: docs/facts/x402.md 11. */
const OFFERED = {
  info: { required: false },
  schema: rootSchema(
    {
      required: { type: "boolean" },
      id: { type: "string", minLength: 16, maxLength: 128, pattern: "^[a-zA-Z0-9_-]+$" },
    },
    ["required"],
  ),
};

/** Offered only where an Idempotency-Key counts; elsewhere nothing would keep the promise. */
const offeredIdentifier = ({ method, noStore }: Route) =>
  method === "POST" && noStore !== true ? { [EXTENSION_NAMES.identifier]: OFFERED } : {};

type Extension = { bazaar: { info: object; schema: JsonSchema } };

/**
 * Source: docs/facts/x402.md 14. Over MCP a tool is listed by address and name, by HTTP by its
 * call.
 */
function toolExtension({ over, tool }: ListedCall): Extension {
  const made = known[over];
  const extension = made.get(tool) ?? { bazaar: over === "mcp" ? overMcp(tool) : overHttp(tool) };
  made.set(tool, extension);
  return extension;
}

const known = {
  mcp: new WeakMap<ListedTool, Extension>(),
  http: new WeakMap<ListedTool, Extension>(),
};
const OUTPUT = { type: "json" };
const text = { type: "string" };

function overMcp({ name, description, parameters, example }: ListedTool) {
  // The specification says `tool`, its package `toolName`.
  const names = { tool: name, toolName: name };
  const transport = "streamable-http";
  return {
    info: {
      input: {
        type: "mcp",
        ...names,
        description,
        transport,
        inputSchema: shortSchema(parameters),
        example,
      },
      output: OUTPUT,
    },
    schema: callSchema(
      {
        type: { const: "mcp" },
        tool: { const: name },
        toolName: { const: name },
        description: text,
        transport: text,
        inputSchema: { type: "object" },
        example: { type: "object" },
      },
      { type: text },
    ),
  };
}

function overHttp({ name, parameters, example }: ListedTool) {
  const body = {
    type: "object",
    properties: {
      arguments: shortSchema(parameters),
      chainId: { type: "integer" },
      vaultAddress: text,
      dryRun: { type: "boolean" },
      executionMode: { enum: ["manual", "delegated"] },
      operatorAddress: text,
      authSignature: text,
      authTimestamp: { type: "integer" },
    },
    required: ["arguments"],
  };
  return {
    info: {
      input: {
        type: "http",
        method: "POST",
        queryParams: { toolName: name },
        bodyType: "json",
        body: { arguments: example },
      },
      output: OUTPUT,
    },
    schema: callSchema(
      {
        type: { const: "http" },
        method: { const: "POST" },
        bodyType: { const: "json" },
        body,
        queryParams: {
          type: "object",
          properties: { toolName: { const: name } },
          required: ["toolName"],
        },
      },
      { type: text },
    ),
  };
}
