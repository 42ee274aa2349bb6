import type * as z from "zod";
import type { JsonSchema } from "../../schemas/json-schema-of.ts";
import type { toolCatalog } from "../../schemas/tool-call.ts";
import type { Deps } from "../deps.ts";
import type { PromptEntry } from "../kinds/prompt-entry.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import type { Tool } from "../tools/tool.ts";

/** Registry, catalog and schemas of all tools. */
export type EveryTool = {
  registry: readonly Tool[];
  find(name: string): Verdict<Tool>;
  catalog(isServed: (tool: Tool) => boolean): Omit<z.infer<typeof toolCatalog>, "price">;
  outputSchema(tool: Tool): JsonSchema;
  listedOutput(whole: JsonSchema): JsonSchema;
  /** Common jobs, told with names of tools. */
  prompts: readonly PromptEntry[];
  choices(): Readonly<Record<string, readonly string[]>>;
};

/** Loads all tools at their first use. */
export async function loadTools({ modules }: Pick<Deps, "modules">): Promise<EveryTool> {
  // Safe: src/create-modules.ts imports every-tool.ts.
  return ((await modules.tools()) as { everyTool: EveryTool }).everyTool;
}

/**
 * A tool by name or alias; loads the registry only for those not at hand. Refuses with
 * unknown_tool.
 */
export async function toolOf(deps: Pick<Deps, "modules">, name: string): Promise<Verdict<Tool>> {
  // Safe: src/create-modules.ts imports tools-at-hand.ts.
  const { TOOLS_AT_HAND } = (await deps.modules.toolsAtHand()) as {
    TOOLS_AT_HAND: readonly Tool[];
  };
  const near = TOOLS_AT_HAND.find((tool) => tool.name === name || tool.aliases?.includes(name));
  return near === undefined ? (await loadTools(deps)).find(name) : allow(near);
}

/** True where this deployment has a node of the tool's chain, or the tool has none. */
export const isServed = ({ env }: Pick<Deps, "env">, { chain }: Tool): boolean =>
  chain === undefined || env.rpcUrls[chain] !== undefined;

/** True for the name of a tool that only reads. */
export async function isReadTool(deps: Pick<Deps, "modules">, name: unknown): Promise<boolean> {
  return (await toolNamed(deps, name))?.effect === "read";
}

/** The tool of a name that may be anything. */
export async function toolNamed(
  deps: Pick<Deps, "modules">,
  name: unknown,
): Promise<Tool | undefined> {
  const found = typeof name === "string" ? await toolOf(deps, name) : undefined;
  return found?.ok ? found.value : undefined;
}
