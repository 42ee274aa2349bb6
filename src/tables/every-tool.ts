import type { EveryTool } from "../calls/load-tools.ts";
import { catalog } from "../tools/catalog.ts";
import { listedOutput, outputSchema } from "../tools/output-schema.ts";
import { isForGet, type Tool } from "../tools/tool.ts";
import { findTool } from "./find-tool.ts";
import { PROMPT_TABLE } from "./prompt-table.ts";
import { TOOLS } from "./registry.ts";

const namesOf = (tools: readonly Tool[]): string[] =>
  tools.flatMap(({ name, aliases = [] }) => [name, ...aliases]);

/** Names and aliases of all tools, and of those by GET. */
export const toolChoices = (): Readonly<Record<string, readonly string[]>> => ({
  toolName: namesOf(TOOLS),
  "callToolByGet.toolName": namesOf(TOOLS.filter(isForGet)),
});

/** Loaded as a module (src/create-modules.ts). */
export const everyTool: EveryTool = {
  registry: TOOLS,
  find: findTool,
  catalog: (isServed) => catalog(TOOLS, isServed),
  outputSchema,
  listedOutput,
  choices: toolChoices,
  prompts: PROMPT_TABLE,
};
