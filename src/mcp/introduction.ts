import type { InitializeResult, ServerCapabilities } from "@modelcontextprotocol/sdk/types.js";
import { SERVICE_WORDS } from "../../schemas/service-words.ts";
import type { Era } from "./era-of.ts";
import { MCP_META, SERVER_INFO } from "./mcp-meta.ts";
import { MODERN_VERSIONS, PROTOCOL_VERSIONS } from "./protocol-versions.ts";
import { resultOf } from "./result-of.ts";

/** To older clients by their handshake, to the newest by `server/discover`. */
export const introduction = {
  /** Else our newest: then the client decides (MCP 2025-11-25, "Lifecycle"). */
  initialize: (productName: string, wanted: string): InitializeResult => ({
    protocolVersion: PROTOCOL_VERSIONS.includes(wanted) ? wanted : (PROTOCOL_VERSIONS[0] ?? wanted),
    capabilities: CAPABILITIES,
    serverInfo: { ...SERVER_INFO, title: productName },
    instructions: INSTRUCTIONS,
  }),
  discover: (productName: string, era: Era): Record<string, unknown> =>
    resultOf(
      era,
      {
        supportedVersions: MODERN_VERSIONS,
        capabilities: CAPABILITIES,
        instructions: INSTRUCTIONS,
        _meta: { [MCP_META.server]: { ...SERVER_INFO, title: productName } },
      },
      { ttlMs: 3_600_000, cacheScope: "public" },
    ),
};

const CAPABILITIES: ServerCapabilities = { tools: {}, resources: {}, prompts: {} };

const INSTRUCTIONS = [
  `${SERVICE_WORDS.mcp} Transactions are returned unsigned; with the header ` +
    "X-Execution-Mode: delegated the vault's agent wallet sends them once their operator has " +
    "approved, and so waits what trades later.",
  "Everything but tools/call is free; each tools/call is paid by x402, in params._meta or " +
    "(with ?pay=http) by headers, and costs nothing when it is refused.",
  "Vault and operator come from the client's headers X-Vault-Address, X-Operator-Address, " +
    "X-Auth-Signature and X-Auth-Timestamp; they are never arguments.",
  "Fewer tools: the headers X-MCP-Toolsets, X-MCP-Tools, X-MCP-Exclude-Tools and " +
    "X-MCP-Readonly, or ?toolsets=, ?tools= and ?readonly=1; what each tool answers in full: " +
    "?schemas=full.",
  "The chain is the tool's argument `chain` where it has one, else Base.",
].join("\n");
