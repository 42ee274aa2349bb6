import * as z from "zod";
import type { JsonSchema } from "../../schemas/json-schema-of.ts";
import type { Tool } from "./tool.ts";

/** A tool's arguments as JSON Schema, as callers send them: defaults are optional. Function-calling formats take no $schema. */
export function parametersOf(tool: Pick<Tool, "input">): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, { io: "input" });
  return schema;
}
