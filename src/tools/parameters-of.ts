import * as z from "zod";
import type { JsonSchema } from "../../schemas/json-schema-of.ts";
import { closedInput } from "./closed-input.ts";
import type { Tool } from "./tool.ts";

/** As callers send them: defaults are optional. Function-calling formats take no $schema. */
export function parametersOf(tool: Pick<Tool, "effect" | "input">): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(closedInput(tool), { io: "input" });
  return schema;
}
