/** MCP 2026-07-28, "Basic", `_meta`; docs/facts/mcp.md 2. */
export const MCP_META = {
  version: "io.modelcontextprotocol/protocolVersion",
  client: "io.modelcontextprotocol/clientInfo",
  capabilities: "io.modelcontextprotocol/clientCapabilities",
  server: "io.modelcontextprotocol/serverInfo",
} as const;
