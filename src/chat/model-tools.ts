import type * as z from "zod";
import type { JsonSchema } from "../../schemas/json-schema-of.ts";
import { jsonSchemaOfFields } from "../../schemas/json-schema-of-fields.ts";
import type { Tool } from "../tools/tool.ts";
import type { ModelTool } from "./model-tool.ts";
import { withoutOwned } from "./without-owned.ts";

/**
 * The model's view of the registry: what a tool lets it see, in the tool's words for it. Whatever
 * is not here does not exist for it.
 */
export const modelTools = (tools: readonly Tool[]): ModelTool[] =>
  tools.flatMap((tool) => {
    const { name, description, model } = tool;
    if (model === "hidden") return [];
    const words = model === "shown" ? undefined : model.description;
    return [{ name, description: words ?? description, parameters: visibleSchema(tool) }];
  });

/** Without what is a human's. At the top; a test walks the rest and fails on one that is nested. */
function visibleSchema(tool: Tool): JsonSchema {
  return jsonSchemaOfFields(withoutOwned<z.ZodType>(tool, tool.input.shape));
}
