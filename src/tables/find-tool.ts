import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { Tool } from "../tools/tool.ts";
import { TOOLS } from "./registry.ts";

/**
 * A tool by name or alias. Refuses with unknown_tool, unbuilt tools of the spec too (decision D11).
 */
export function findTool(name: string): Verdict<Tool> {
  const tool = TOOLS.find((each) => each.name === name || each.aliases?.includes(name));
  return tool === undefined
    ? refuse("unknown_tool", "There is no tool of this name. GET /api/tools lists what works.")
    : allow(tool);
}
