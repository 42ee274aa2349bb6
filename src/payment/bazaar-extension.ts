import { type JsonSchema, jsonSchemaOf } from "../../schemas/json-schema-of.ts";
import { queryExample } from "../../schemas/query-example.ts";
import type { Route } from "../route.ts";

type Described = Pick<Route, "method" | "query" | "body" | "examples">;
type Example = Record<string, unknown>;

type BazaarExtension = {
  info: {
    input: { type: "http"; method: string; queryParams?: Example; bodyType?: "json"; body?: Example };
    output: { type: "json"; example: Example };
  };
  schema: JsonSchema;
};

/**
 * Bazaar's metadata of one route (docs/facts/x402.md 7). It travels in a header of every unpaid answer: only names, types and choices of the
 * schemas are kept.
 */
export function bazaarExtension(route: Described): { bazaar: BazaarExtension } {
  const extension = known.get(route) ?? { bazaar: describe(route) };
  known.set(route, extension);
  return extension;
}

/** An unpaid call may cost next to nothing (budget: 1 ms). */
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
    schema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: {
        input: { type: "object", properties, required: Object.keys(properties), additionalProperties: false },
        output: {
          type: "object",
          properties: { type: { const: "json" }, example: { type: "object" } },
          required: ["type"],
        },
      },
      required: ["input"],
    },
  };
}

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
