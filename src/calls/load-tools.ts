import type * as z from "zod";
import type { JsonSchema } from "../../schemas/json-schema-of.ts";
import type { toolCatalog } from "../../schemas/tool-call.ts";
import type { Deps } from "../deps.ts";
import type { PromptEntry } from "../kinds/prompt-entry.ts";
import type { Verdict } from "../lib/verdict.ts";
import type { Tool } from "../tools/tool.ts";

/** All tools: the registry, one of it by its name, the catalog, what a tool's answers look like, and what `toolName` may be. */
export type EveryTool = {
  registry: readonly Tool[];
  find(name: string): Verdict<Tool>;
  catalog(isServed: (tool: Tool) => boolean): Omit<z.infer<typeof toolCatalog>, "price">;
  outputSchema(tool: Tool): JsonSchema;
  listedOutput(whole: JsonSchema): JsonSchema;
  /** Common jobs, in words that name tools. */
  prompts: readonly PromptEntry[];
  choices(): Readonly<Record<string, readonly string[]>>;
};

/** All tools, loaded with their first use. */
export async function loadTools({ modules }: Pick<Deps, "modules">): Promise<EveryTool> {
  // Safe: src/create-modules.ts imports every-tool.ts.
  return ((await modules.tools()) as { everyTool: EveryTool }).everyTool;
}
