import * as z from "zod";

export type JsonSchema = Record<string, unknown>;

/**
 * A zod schema as JSON Schema 2020-12, without `$schema`: `input` as callers send it, `output` as
 * we answer. Bounds that only say "a safe integer" are left out, and a choice of integers is called
 * one.
 */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...found } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // Zod closes every answer; a field that is added later must not break a caller that
      // validates. What callers send is closed where we refuse more. An object of free fields says
      // so: to generators of types one that says nothing is empty.
      if (io === "output" && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
      if (jsonSchema.type === "number" && jsonSchema.enum?.every(Number.isInteger))
        jsonSchema.type = "integer";
    },
  });
  return found;
}
