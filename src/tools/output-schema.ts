import { execution } from "../../schemas/calls/tool-call.ts";
import { unsignedTransaction } from "../../schemas/calls/unsigned-transaction.ts";
import { type JsonSchema, jsonSchemaOf } from "../../schemas/documents/json-schema-of.ts";
import type { Tool } from "./tool.ts";

/**
 * An answer as JSON Schema 2020-12 without words and patterns, as every MCP client gets the list
 * (decision D68). Nothing is required at the top, where refusals and PaymentRequired stand too.
 */
export function outputSchema(tool: Tool): JsonSchema {
  const { effect, output } = tool;
  const data = bare(jsonSchemaOf(output(), "output"));
  const mayWait = waitsSometimes(tool);
  return {
    type: "object",
    properties: {
      ...ANSWER,
      ...(effect === "transaction" && TRANSACTION()),
      ...(mayWait && { operationId: { type: "string" } }),
      data: effect === "read" ? data : { anyOf: [data, DRY_RUN, ...(mayWait ? [WAITING] : [])] },
    },
  };
}

/**
 * The same with only the types of `data`'s own fields, for listings. Several forms of `data` are
 * merged. An answer that fits the whole schema fits this one.
 */
export function listedOutput(whole: JsonSchema): JsonSchema {
  const fields = Object.entries(whole.properties as Record<string, JsonSchema>);
  return {
    type: "object",
    properties: Object.fromEntries(
      fields.flatMap(([name, field]) =>
        COMMON.includes(name) ? [] : [[name, name === "data" ? ownFields(field) : typed(field)]],
      ),
    ),
  };
}

/** In every answer, and of no use for planning a call. */
const COMMON = ["tool", "suggestions", "chainSwitch"];

function ownFields(schema: JsonSchema): JsonSchema {
  const forms = formsOf(schema);
  const names = [
    ...new Set(forms.flatMap(({ properties = {} }) => Object.keys(properties as JsonSchema))),
  ];
  const field = (name: string): JsonSchema =>
    typed({
      anyOf: forms.flatMap(({ properties = {} }) => {
        const own = (properties as Record<string, JsonSchema>)[name];
        return own === undefined ? [] : [own];
      }),
    });
  const type = typed(schema);
  return names.length === 0
    ? type
    : { ...type, properties: Object.fromEntries(names.map((name) => [name, field(name)])) };
}

const formsOf = (schema: JsonSchema): JsonSchema[] => {
  const some = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  return some === undefined ? [schema] : some.flatMap(formsOf);
};

/** Types of a value; empty where one form names none. */
function typed(schema: JsonSchema): JsonSchema {
  const types = formsOf(schema).map(
    ({ type, const: only }) => type ?? (only === undefined ? undefined : typeof only),
  );
  const all = [...new Set(types.flat())];
  if (all.includes(undefined)) return {};
  return { type: all.length === 1 ? all[0] : all };
}

const waitsSometimes = (tool: Tool): boolean =>
  tool.effect === "state" &&
  (tool.tradesLater !== undefined || tool.loosens === true || tool.humanOwned !== undefined);

const ANSWER: JsonSchema = {
  tool: { type: "string" },
  message: { type: "string" },
  suggestions: { type: "array", items: { type: "string" } },
  chainSwitch: { type: "integer" },
};

/** Unsigned, executed, or waiting under an id. */
const TRANSACTION = (): JsonSchema => ({
  transaction: bare(jsonSchemaOf(unsignedTransaction, "output")),
  transactions: { type: "array", items: { type: "object" } },
  execution: bare(jsonSchemaOf(execution, "output")),
  operationId: { type: "string" },
});

/** docs/api.md, "Seeing before it happens". */
const DRY_RUN: JsonSchema = {
  type: "object",
  properties: { dryRun: { type: "object" } },
  required: ["dryRun"],
};

const WAITING: JsonSchema = {
  type: "object",
  properties: {
    expiresAt: { type: "integer" },
    dataHash: { type: "string" },
    approveWith: { type: "string" },
  },
  required: ["expiresAt", "dataHash"],
};

/** Words, bounds, and the fields of an object with free ones. */
const LEFT_OUT = new Set([
  ...[
    "description",
    "default",
    "examples",
    "pattern",
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
  ],
  ...["minLength", "maxLength", "minItems", "maxItems", "propertyNames", "additionalProperties"],
]);

function bare(schema: JsonSchema): JsonSchema {
  const inside = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(inside)
      : typeof value === "object" && value !== null
        ? bare(value as JsonSchema)
        : value;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      // An object of free fields lists none.
      if (key === "properties" && Object.keys(value as JsonSchema).length === 0) return [];
      if (key === "properties")
        return [
          [
            key,
            Object.fromEntries(
              Object.entries(value as JsonSchema).map(([name, one]) => [name, inside(one)]),
            ),
          ],
        ];
      return LEFT_OUT.has(key) ? [] : [[key, inside(value)]];
    }),
  );
}
