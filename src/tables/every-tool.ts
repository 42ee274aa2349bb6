import type { EveryTool } from "../calls/load-tools.ts";
import { catalog } from "../tools/catalog.ts";
import { listedOutput, outputSchema } from "../tools/output-schema.ts";
import { findTool } from "./find-tool.ts";
import { PROMPT_TABLE } from "./prompt-table.ts";
import { TOOLS } from "./registry.ts";
import { toolChoices } from "./tool-choices.ts";

/** What is loaded of the tools (src/create-modules.ts). */
export const everyTool: EveryTool = {
  registry: TOOLS,
  find: findTool,
  catalog: (isServed) => catalog(TOOLS, isServed),
  outputSchema,
  listedOutput,
  choices: toolChoices,
  prompts: PROMPT_TABLE,
};
