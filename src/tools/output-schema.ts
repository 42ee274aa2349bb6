import { type JsonSchema, jsonSchemaOf } from "../../schemas/json-schema-of.ts";
import { execution } from "../../schemas/tool-call.ts";
import { unsignedTransaction } from "../../schemas/unsigned-transaction.ts";
import type { Tool } from "./tool.ts";

/**
 * The whole answer as JSON Schema 2020-12, without words and patterns: every MCP client gets the list (decision 367). Nothing is required at
 * the top, where a refusal and x402's PaymentRequired stand, too.
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

const waitsSometimes = (tool: Tool): boolean =>
  tool.effect === "state" && (tool.tradesLater !== undefined || tool.loosens === true || tool.humanOwned !== undefined);

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
  properties: { expiresAt: { type: "integer" }, dataHash: { type: "string" } },
  required: ["expiresAt", "dataHash"],
};

/** Words, bounds that only say what a value looks like, and what an object of free fields may hold. */
const LEFT_OUT = new Set([
  ...["description", "default", "examples", "pattern", "format", "minimum", "maximum", "exclusiveMinimum"],
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
      if (key === "properties")
        return [
          [key, Object.fromEntries(Object.entries(value as JsonSchema).map(([name, one]) => [name, inside(one)]))],
        ];
      return LEFT_OUT.has(key) ? [] : [[key, inside(value)]];
    }),
  );
}
