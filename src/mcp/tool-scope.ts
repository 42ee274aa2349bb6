import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { RawRequest } from "../route.ts";
import { toolsetOf } from "../tools/catalog.ts";
import type { Tool } from "../tools/tool.ts";

/**
 * The tools that a client wants to see and may call. `isOwn`: it asked for fewer than all by
 * headers, so its list is no other client's. `schemas`: of answers, whole or to the depth of their
 * own fields.
 */
export type ToolScope = { has(tool: Tool): boolean; isOwn: boolean; schemas: "listed" | "full" };

/**
 * What a client's headers and query leave of the tools, as github-mcp-server reads them:
 * `X-MCP-Toolsets` and `X-MCP-Tools` (`?toolsets=`, `?tools=`) name what is in, all where neither
 * is there; `X-MCP-Exclude-Tools` takes out again; `X-MCP-Readonly` (`?readonly=1`) leaves reads
 * alone. Refuses with invalid_request for a name that is none, with those that are.
 */
export function toolScope(
  registry: readonly Tool[],
  { url, headers }: Pick<RawRequest, "url" | "headers">,
): Verdict<ToolScope> {
  const query = new URL(url).searchParams;
  const sets = [...namesIn(headers.get("x-mcp-toolsets")), ...namesIn(query.get("toolsets"))];
  const tools = [...namesIn(headers.get("x-mcp-tools")), ...namesIn(query.get("tools"))];
  const excluded = namesIn(headers.get("x-mcp-exclude-tools"));
  const knownSets = [ALL, ...new Set(registry.map(toolsetOf))];
  const knownTools = registry.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  const isOther = sets.find((name) => !knownSets.includes(name));
  if (isOther !== undefined) return unknown("toolset", isOther, knownSets);
  const noTool = [...tools, ...excluded].find((name) => !knownTools.includes(name));
  if (noTool !== undefined)
    return unknown(
      "tool",
      noTool,
      registry.map(({ name }) => name),
    );
  const reads = [headers.get("x-mcp-readonly"), query.get("readonly")].map(
    (text) => text?.trim().toLowerCase() ?? "",
  );
  const unclear = reads.find((text) => !YES.includes(text) && !NO.includes(text));
  if (unclear !== undefined)
    return refuse(
      "invalid_request",
      `X-MCP-Readonly and readonly are true or false, not ${shown(unclear)}.`,
    );
  const readsOnly = reads.some((text) => YES.includes(text));
  const isNamed = (names: readonly string[], { name, aliases = [] }: Tool) =>
    names.includes(name) || aliases.some((alias) => names.includes(alias));
  const isAll = sets.includes(ALL) || (sets.length === 0 && tools.length === 0);
  return allow({
    has: (tool) =>
      (isAll || sets.includes(toolsetOf(tool)) || isNamed(tools, tool)) &&
      !isNamed(excluded, tool) &&
      (!readsOnly || tool.effect === "read"),
    isOwn: OWN_HEADERS.some((name) => headers.has(name)),
    schemas: query.get("schemas") === "full" ? "full" : "listed",
  });
}

/**
 * Whether a request asks for fewer than all tools. Of most there is nothing to judge, and no list
 * of tools to load.
 */
export const isScoped = ({ url, headers }: Pick<RawRequest, "url" | "headers">): boolean =>
  OWN_HEADERS.some((name) => headers.has(name)) ||
  OWN_QUERY.some((name) => new URL(url).searchParams.has(name));

const OWN_QUERY = ["toolsets", "tools", "readonly"];
const OWN_HEADERS = ["x-mcp-toolsets", "x-mcp-tools", "x-mcp-exclude-tools", "x-mcp-readonly"];
const ALL = "all";
const YES = ["1", "true"];
const NO = ["", "0", "false"];

const namesIn = (text: string | null): string[] =>
  (text ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

const shown = (text: string): string => JSON.stringify(text.slice(0, 64));

const unknown = (what: string, name: string, known: readonly string[]) =>
  refuse(
    "invalid_request",
    `There is no ${what} ${shown(name)}. The ${what}s are: ${known.join(", ")}.`,
    { known },
  );
