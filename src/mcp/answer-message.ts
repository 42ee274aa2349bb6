import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from "@modelcontextprotocol/sdk/types.js";
import type { McpAnswer } from "../../schemas/mcp-answer.ts";
import type { McpMessage } from "../../schemas/mcp-message.ts";
import type { ToolResult } from "../../schemas/tool-call.ts";

export type McpService = {
  productName: string;
  /** The request's Mcp-Protocol-Version, when it has one. */
  protocolVersion: string | null;
  listTools(): Tool[];
  callTool(params: Record<string, unknown> | undefined): Promise<ToolResult>;
};

/**
 * The answer to one request, made by the official SDK: a server and a transport of its own each time, without session,
 * as JSON. A status other than 200 is a request that the transport refuses. This file is loaded when it is first needed,
 * and takes what it needs of ours as arguments: nobody else's start pays for the SDK's schemas.
 * @throws whatever callTool throws, so that a refused call is not charged
 */
export async function answerMessage(
  message: McpMessage,
  service: McpService,
): Promise<{ status: number; answer: McpAnswer }> {
  let thrown: { error: unknown } | undefined;
  const server = new Server(
    { name: "sextant", title: service.productName, version: "1.0.0" },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS, jsonSchemaValidator: NO_VALIDATOR },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: service.listTools() }));
  server.setRequestHandler(CallToolRequestSchema, async () => {
    try {
      const result = await service.callTool(message.params);
      return { content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: result };
    } catch (error) {
      thrown = { error };
      throw error;
    }
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const response = await transport.handleRequest(requestOf(service), { parsedBody: asRun(message) });
  if (thrown !== undefined) throw thrown.error;
  return { status: response.status, answer: (await response.json()) as McpAnswer };
}

/**
 * Nothing of a call but its name and arguments reaches the SDK: what else it understands (tasks) could make an error of
 * a call that has run, and an error is not charged. The arguments are the pipeline's to judge.
 */
const asRun = (message: McpMessage): McpMessage =>
  message.method === "tools/call"
    ? { ...message, params: { name: String(message.params?.name), arguments: {} } }
    : message;

/** The transport insists on headers that x402's first clients lose when they pay (facts/x402.md 1): they are added here. */
const requestOf = ({ protocolVersion }: McpService): Request =>
  new Request("https://mcp.invalid/", {
    method: "POST",
    headers: {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...(protocolVersion !== null && { "mcp-protocol-version": protocolVersion }),
    },
  });

/** The SDK checks with it what a client answers to questions of the server; there are none. */
const NO_VALIDATOR = {
  getValidator: () => {
    throw new Error("no schema is validated here");
  },
};

const INSTRUCTIONS = [
  "Quotes, swaps, delegation, settings and TWAP orders of on-chain vaults, behind shields. Transactions are returned unsigned.",
  "initialize, ping and tools/list are free; each tools/call is paid by x402 on its HTTP request, and costs nothing when it is refused.",
  "Vault and operator come from the client's headers X-Vault-Address, X-Operator-Address, X-Auth-Signature and X-Auth-Timestamp; they are never arguments.",
  "The chain is the tool's argument `chain` where it has one, else Base.",
].join("\n");
