import { VERSION } from "../../schemas/version.ts";

/** MCP 2026-07-28, "Basic", `_meta`; docs/facts/mcp.md 2. */
export const MCP_META = {
  version: "io.modelcontextprotocol/protocolVersion",
  client: "io.modelcontextprotocol/clientInfo",
  capabilities: "io.modelcontextprotocol/clientCapabilities",
  server: "io.modelcontextprotocol/serverInfo",
} as const;

/** With its receipt in the answer (x402, specs/transports-v2/mcp.md; docs/facts/x402.md 10). */
export const IN_BAND_META = { payment: "x402/payment", receipt: "x402/payment-response" } as const;

/** Who answers, as MCP's clients are told. */
export const SERVER_INFO = { name: "sextant", version: VERSION } as const;
