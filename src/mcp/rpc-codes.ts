/** JSON-RPC 2.0, "Error object", and what MCP 2026-07-28 reserves (docs/facts/mcp.md 3). */
export const RPC_CODES = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
} as const;
