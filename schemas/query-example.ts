import type { JsonSchema } from "./json-schema-of.ts";

/**
 * An example of a query beside its schema: what is text on the wire and described as a number is
 * shown as one.
 */
export function queryExample(schema: JsonSchema, example: unknown): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const given = Object.entries((example ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    given.map(([name, value]) => [
      name,
      properties[name]?.type === "integer" ? Number(value) : value,
    ]),
  );
}
