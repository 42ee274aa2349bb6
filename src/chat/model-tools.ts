import * as z from "zod";
import type { JsonSchema } from "../../schemas/json-schema-of.ts";
import type { Tool } from "../tools/tool.ts";
import { isHumanOwned } from "./is-human-owned.ts";
import type { ModelTool } from "./model-tool.ts";

/** The model's view of the registry: what a tool lets it see, in the tool's words for it. Whatever is not here does not exist for it. */
export const modelTools = (tools: readonly Tool[]): ModelTool[] =>
  tools.flatMap(({ name, description, model, input, humanOwned = [] }) => {
    if (model === "hidden") return [];
    const words = model === "shown" ? undefined : model.description;
    return [{ name, description: words ?? description, parameters: visibleSchema(input, humanOwned) }];
  });

/**
 * Without what its tool says a human owns, and without whatever has the name of it. At the top; a test walks the rest and
 * fails on one that is nested.
 */
function visibleSchema(input: z.ZodObject, humanOwned: readonly string[]): JsonSchema {
  const visible = Object.entries(input.shape).filter(([name]) => !humanOwned.includes(name) && !isHumanOwned(name));
  const { $schema: _, ...schema } = z.toJSONSchema(z.object(Object.fromEntries(visible)), { io: "input" });
  return schema;
}
