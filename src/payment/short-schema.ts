import type { JsonSchema } from "../../schemas/json-schema-of.ts";

const KEPT = ["type", "enum", "const", "required", "items", "properties"];
/** Tools' names, for one; the catalog and the OpenAPI document let choose. */
const MAX_CHOICES = 12;

/** What a caller cannot do without. */
export function shortSchema(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(
    ([key, value]) => KEPT.includes(key) && !(key === "enum" && Array.isArray(value) && value.length > MAX_CHOICES),
  );
  return Object.fromEntries(
    kept.map(([key, value]) => {
      if (key === "properties") return [key, mapValues(value as Record<string, JsonSchema>, shortSchema)];
      if (key === "items") return [key, shortSchema(value as JsonSchema)];
      return [key, value];
    }),
  );
}

const mapValues = <T, R>(record: Record<string, T>, change: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
