import * as z from "zod";
import type { JsonSchema } from "./json-schema-of.ts";

/**
 * Fields of an object as callers send it, as JSON Schema 2020-12 without `$schema`; whatever zod
 * says of them stays.
 */
export function jsonSchemaOfFields(fields: Readonly<Record<string, z.ZodType>>): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(z.object(fields), { io: "input" });
  return schema;
}
