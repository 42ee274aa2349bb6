import type { InitializeResult, ServerCapabilities } from "@modelcontextprotocol/sdk/types.js";
import type { McpAnswer } from "../../schemas/documents/mcp-answer.ts";
import type { McpMessage } from "../../schemas/documents/mcp-message.ts";
import { SERVICE_WORDS } from "../../schemas/notices/service-words.ts";
import { isServed, loadTools } from "../calls/load-tools.ts";
import type { RequestContext } from "../context.ts";
import type { RawRequest, Route } from "../route.ts";
import { answerToolCall } from "./answer-tool-call.ts";
import {
  type Era,
  eraOf,
  MCP_META,
  MODERN_VERSIONS,
  PROTOCOL_VERSIONS,
  SERVER_INFO,
} from "./era-of.ts";
import { prompts } from "./prompts.ts";
import { readResource, resourceList } from "./read-resource.ts";
import { type CacheHint, resultOf } from "./result-of.ts";
import { RPC_CODES, RpcError } from "./rpc-error.ts";
import { toolList } from "./tool-list.ts";
import { toolScope } from "./tool-scope.ts";

/** The price of a tools/call, and the routes whose answers are resources. */
type Offer = { priceUsdc: string; routeAt(path: string): Promise<Route> };

/** The same for every caller. Short, so that a new tool is found the same day. */
const LIST: CacheHint = { ttlMs: 300_000, cacheScope: "public" };

/**
 * In the words of its generation: no session, nothing kept. The protocol's own library is for types
 * and tests only: it would cost every start 17 ms, and can make an uncharged error of a call that
 * has run (decision D68).
 * @throws ToolRefusal from tools/call; RpcError for what the protocol itself refuses
 */
export async function answerMessage(
  ctx: RequestContext,
  raw: RawRequest,
  message: McpMessage,
  offer: Offer,
): Promise<McpAnswer> {
  const { id = "" } = message;
  return { jsonrpc: "2.0", id, result: await resultFor(ctx, raw, message, offer) };
}

async function resultFor(
  ctx: RequestContext,
  raw: RawRequest,
  message: McpMessage,
  { priceUsdc, routeAt }: Offer,
): Promise<Record<string, unknown>> {
  const { method, params } = message;
  const era = eraOf(message, raw.headers);
  const isLegacy = era.kind === "legacy";
  if (method.endsWith("/list") && params?.cursor !== undefined)
    throw new RpcError(
      RPC_CODES.invalidParams,
      "Every list is one page here: no answer gave this cursor.",
    );
  switch (method) {
    case "initialize":
      if (!isLegacy) break;
      if (typeof params?.protocolVersion !== "string")
        throw new RpcError(RPC_CODES.invalidParams, "initialize needs a protocolVersion.");
      return introduction.initialize(ctx.deps.env.PRODUCT_NAME, params.protocolVersion);
    case "ping":
      if (!isLegacy) break;
      return {};
    case "server/discover":
      if (isLegacy) break;
      return introduction.discover(ctx.deps.env.PRODUCT_NAME, era);
    case "tools/list": {
      const tools = await loadTools(ctx.deps);
      const scope = toolScope(tools.registry, raw);
      if (!scope.ok)
        throw new RpcError(RPC_CODES.invalidParams, scope.message, {
          status: 400,
          data: { error: scope.code, ...scope.details },
        });
      const list = toolList(tools, priceUsdc, (tool) => isServed(ctx.deps, tool), scope.value);
      return resultOf(
        era,
        { tools: list },
        scope.value.isOwn ? { ...LIST, cacheScope: "private" } : LIST,
      );
    }
    case "resources/list":
      return resultOf(era, { resources: resourceList.resources() }, LIST);
    case "resources/templates/list":
      return resultOf(era, { resourceTemplates: resourceList.templates() }, LIST);
    case "resources/read": {
      const { cache, ...read } = await readResource(ctx, raw, params?.uri, routeAt);
      return resultOf(era, read, cache);
    }
    case "prompts/list":
      return resultOf(era, { prompts: prompts.list((await loadTools(ctx.deps)).prompts) }, LIST);
    case "prompts/get":
      return resultOf(era, prompts.get((await loadTools(ctx.deps)).prompts, params));
    case "tools/call":
      return resultOf(era, await answerToolCall(ctx, raw.headers, params, era));
  }
  throw new RpcError(
    RPC_CODES.methodNotFound,
    `There is no such method here: ${METHODS[era.kind]}.`,
    { status: 404 },
  );
}

const COMMON =
  "tools/list, tools/call, resources/list, resources/templates/list, resources/read, " +
  "prompts/list and prompts/get";
const METHODS: Record<Era["kind"], string> = {
  legacy: `initialize, ping, ${COMMON}`,
  modern: `server/discover, ${COMMON}`,
};

/** To older clients by their handshake, to the newest by `server/discover`. */
const introduction = {
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
