import type { McpAnswer } from "../../schemas/mcp-answer.ts";
import type { McpMessage } from "../../schemas/mcp-message.ts";
import { isServed, loadTools } from "../calls/load-tools.ts";
import type { RequestContext } from "../context.ts";
import type { RawRequest, Route } from "../route.ts";
import { answerToolCall } from "./answer-tool-call.ts";
import { type Era, eraOf } from "./era-of.ts";
import { introduction } from "./introduction.ts";
import { prompts } from "./prompts.ts";
import { readResource } from "./read-resource.ts";
import { resourceList } from "./resource-list.ts";
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
