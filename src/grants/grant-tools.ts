import { GRANT_SCOPES, type GrantScope } from "../../schemas/agent-grant.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { toolsetOf } from "../tools/catalog.ts";
import type { Tool } from "../tools/tool.ts";

/**
 * Tools of a grant by their names and those of toolsets, as they are on the day it is given: a tool
 * that comes into a set later is not in it. Refuses with invalid_request, which names the field,
 * for a name that is none and for a tool that no grant of that scope opens.
 */
export function grantTools(
  registry: readonly Tool[],
  names: readonly string[],
  scope: GrantScope,
): Verdict<string[]> {
  const opens = ({ leastScope }: Tool) =>
    leastScope !== "owner" && GRANT_SCOPES.indexOf(leastScope) <= GRANT_SCOPES.indexOf(scope);
  const found: string[] = [];
  for (const name of names) {
    const tool = registry.find((one) => one.name === name || one.aliases?.includes(name));
    const set = registry.filter((one) => toolsetOf(one) === name);
    if (tool === undefined && set.length === 0) {
      const sets = [...new Set(registry.map(toolsetOf))].join(", ");
      return refuse(
        "invalid_request",
        `tools: there is no tool or toolset ${name}. Toolsets are ${sets}; GET /api/tools ` +
          "lists the tools.",
      );
    }
    if (tool !== undefined && !opens(tool))
      return refuse(
        "invalid_request",
        `tools: ${tool.name} is not for a grant with the scope ${scope}.`,
      );
    found.push(...(tool === undefined ? set.filter(opens) : [tool]).map((one) => one.name));
  }
  return allow([...new Set(found)]);
}
