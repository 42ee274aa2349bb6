import type { Deps } from "../deps.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import type { Tool } from "../tools/tool.ts";
import { loadTools } from "./load-tools.ts";

/** The registry is loaded for those that are not at hand. Refuses with unknown_tool. */
export async function toolOf(deps: Pick<Deps, "modules">, name: string): Promise<Verdict<Tool>> {
  // Safe: src/create-modules.ts imports tools-at-hand.ts.
  const { TOOLS_AT_HAND } = (await deps.modules.toolsAtHand()) as { TOOLS_AT_HAND: readonly Tool[] };
  const near = TOOLS_AT_HAND.find((tool) => tool.name === name || tool.aliases?.includes(name));
  return near === undefined ? (await loadTools(deps)).find(name) : allow(near);
}
