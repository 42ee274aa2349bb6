import type { CallToolResult, InitializeResult, ListToolsResult } from "@modelcontextprotocol/sdk/types.js";
import type { McpAnswer } from "../../schemas/mcp-answer.ts";
import type { McpMessage } from "../../schemas/mcp-message.ts";
import { loadTools } from "../calls/load-tools.ts";
import type { RequestContext } from "../context.ts";
import { PROTOCOL_VERSIONS } from "./protocol-versions.ts";
import { runMcpTool } from "./run-mcp-tool.ts";
import { toolList } from "./tool-list.ts";

/** JSON-RPC 2.0, "Error object". */
const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;

/**
 * The answer to one request of MCP: four methods, no session, nothing kept. The protocol's own library is for types and
 * tests only: at run time it would cost every start 17 ms, and it can make an error, which is not charged, of a call that
 * has run (decision 83).
 * @throws ToolRefusal from tools/call
 */
export async function answerMessage(ctx: RequestContext, headers: Headers, message: McpMessage): Promise<McpAnswer> {
  const { id = "", method, params } = message;
  const result = (value: Record<string, unknown>): McpAnswer => ({ jsonrpc: "2.0", id, result: value });
  const error = (code: number, text: string): McpAnswer => ({ jsonrpc: "2.0", id, error: { code, message: text } });
  switch (method) {
    case "initialize":
      return typeof params?.protocolVersion === "string"
        ? result(introduction(ctx.deps.env.PRODUCT_NAME, params.protocolVersion))
        : error(INVALID_PARAMS, "initialize needs a protocolVersion.");
    case "ping":
      return result({});
    case "tools/list":
      return result({ tools: toolList(await loadTools(ctx.deps)) } satisfies ListToolsResult);
    case "tools/call": {
      const ran = await runMcpTool(ctx, headers, params);
      const content: CallToolResult["content"] = [{ type: "text", text: JSON.stringify(ran) }];
      return result({ content, structuredContent: ran } satisfies CallToolResult);
    }
    default:
      return error(METHOD_NOT_FOUND, "There is no such method here: initialize, ping, tools/list and tools/call.");
  }
}

/** The version that the client requests where we speak it, else our newest: then the client decides (MCP, "Lifecycle"). */
const introduction = (productName: string, wanted: string): InitializeResult => ({
  protocolVersion: PROTOCOL_VERSIONS.includes(wanted) ? wanted : (PROTOCOL_VERSIONS[0] ?? wanted),
  capabilities: { tools: {} },
  serverInfo: { name: "sextant", title: productName, version: "1.0.0" },
  instructions: INSTRUCTIONS,
});

const INSTRUCTIONS = [
  "Quotes, swaps, delegation, settings and TWAP orders of on-chain vaults, behind shields. Transactions are returned unsigned.",
  "initialize, ping and tools/list are free; each tools/call is paid by x402, in params._meta or (with ?pay=http) by headers, and costs nothing when it is refused.",
  "Vault and operator come from the client's headers X-Vault-Address, X-Operator-Address, X-Auth-Signature and X-Auth-Timestamp; they are never arguments.",
  "The chain is the tool's argument `chain` where it has one, else Base.",
].join("\n");
