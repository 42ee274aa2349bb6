import { type JsonSchema, jsonSchemaOf } from "../../schemas/json-schema-of.ts";
import { queryExample } from "../../schemas/query-example.ts";
import type { Route } from "../route.ts";

type Described = Pick<Route, "method" | "query" | "body" | "examples">;
type Example = Record<string, unknown>;

type BazaarExtension = {
  info: {
    input: {
      type: "http";
      method: string;
      queryParams?: Example;
      bodyType?: "json";
      body?: Example;
    };
    output: { type: "json"; example: Example };
  };
  schema: JsonSchema;
};

/**
 * Bazaar's metadata of a route (docs/facts/x402.md 7). A header of every unpaid answer carries it,
 * so schemas keep names, types and choices alone.
 */
export function bazaarExtension(route: Described): { bazaar: BazaarExtension } {
  const extension = known.get(route) ?? { bazaar: describe(route) };
  known.set(route, extension);
  return extension;
}

/** An unpaid call has a budget of 1 ms. */
const known = new WeakMap<Described, { bazaar: BazaarExtension }>();

function describe({ method, query, body, examples }: Described): BazaarExtension {
  const queryParams = shortSchema(jsonSchemaOf(query, "input"));
  const hasQuery = Object.keys((queryParams.properties as object | undefined) ?? {}).length > 0;
  const isPost = method === "POST";
  const input = {
    type: "http" as const,
    method,
    ...(hasQuery && { queryParams: queryExample(queryParams, examples?.query) }),
    ...(isPost && { bodyType: "json" as const, body: (examples?.body ?? {}) as Example }),
  };
  const properties = {
    type: { const: "http" },
    method: { const: method },
    ...(hasQuery && { queryParams }),
    ...(isPost && { bodyType: { const: "json" }, body: shortSchema(jsonSchemaOf(body, "input")) }),
  };
  return {
    info: { input, output: { type: "json", example: (examples?.response ?? {}) as Example } },
    schema: callSchema(properties, { type: { const: "json" }, example: { type: "object" } }),
  };
}

/** An object's JSON schema, as the root of a document. */
export const rootSchema = (
  properties: Record<string, JsonSchema>,
  required: readonly string[],
) => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  properties,
  required,
});

/** Schema of a call: all of `input` is required. */
export const callSchema = (
  input: Record<string, JsonSchema>,
  output: Record<string, JsonSchema>,
): JsonSchema =>
  rootSchema(
    {
      input: {
        type: "object",
        properties: input,
        required: Object.keys(input),
        additionalProperties: false,
      },
      output: { type: "object", properties: output, required: ["type"] },
    },
    ["input"],
  );

const KEPT = ["type", "enum", "const", "required", "items", "properties"];
/** Longer lists, such as tools' names, stand in the catalog and the OpenAPI document. */
const MAX_CHOICES = 12;

/** The parts of a schema that a caller cannot do without. */
export function shortSchema(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(
    ([key, value]) =>
      KEPT.includes(key) && !(key === "enum" && Array.isArray(value) && value.length > MAX_CHOICES),
  );
  return Object.fromEntries(
    kept.map(([key, value]) => {
      if (key === "items") return [key, shortSchema(value as JsonSchema)];
      if (key !== "properties") return [key, value];
      const fields = Object.entries(value as Record<string, JsonSchema>);
      return [key, Object.fromEntries(fields.map(([name, field]) => [name, shortSchema(field)]))];
    }),
  );
}
