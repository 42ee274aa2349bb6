import { chainId } from "./chains.ts";
import { delegationConfirmResponse, delegationSetupResponse } from "./delegation.ts";
import { type JsonSchema, jsonSchemaOf } from "./json-schema-of.ts";
import { baseUnits, decimalAmount, hexAddress, hexData } from "./primitives.ts";
import { oracleEnrichment, quoteResponse } from "./quote.ts";
import { execModeResponse, settingsResponse } from "./settings.ts";
import { strategyEvent } from "./strategy-event.ts";
import { catalogEntry, execution, toolCatalog, toolResult } from "./tool-call.ts";
import { swapMeta, unsignedTransaction } from "./unsigned-transaction.ts";

/** Parts before wholes: a later one may hold an earlier one. */
const NAMED = {
  Address: hexAddress,
  HexData: hexData,
  BaseUnits: baseUnits,
  DecimalAmount: decimalAmount,
  ChainId: chainId,
  SwapMeta: swapMeta,
  UnsignedTransaction: unsignedTransaction,
  Execution: execution,
  ToolResult: toolResult,
  CatalogEntry: catalogEntry,
  ToolCatalog: toolCatalog,
  SettingsResponse: settingsResponse,
  ExecModeResponse: execModeResponse,
  Quote: quoteResponse,
  OracleEnrichment: oracleEnrichment,
  StrategyEvent: strategyEvent,
  DelegationSetup: delegationSetupResponse,
  DelegationState: delegationConfirmResponse,
} as const;

/**
 * The shared schemas of the document, and `share`, which puts a reference wherever one of them
 * stands.
 */
export function shareSchemas(): {
  shared: Record<string, JsonSchema>;
  share(schema: JsonSchema): JsonSchema;
} {
  const shared: Record<string, JsonSchema> = {};
  const names = new Map<string, string>();
  const share = (schema: JsonSchema): JsonSchema => {
    const inner = mapSchemas(schema, share);
    const { description, default: fallback, ...bare } = inner;
    const name = names.get(textOf(bare));
    if (name === undefined) return inner;
    return {
      $ref: `#/components/schemas/${name}`,
      ...(description !== undefined && { description }),
      ...(fallback !== undefined && { default: fallback }),
    };
  };
  for (const [name, schema] of Object.entries(NAMED)) {
    const { description: _, ...whole } = mapSchemas(jsonSchemaOf(schema, "output"), share);
    shared[name] = whole;
    names.set(textOf(whole), name);
  }
  return { shared, share };
}

/** Applies `change` to the schemas directly inside one. */
function mapSchemas(schema: JsonSchema, change: (inner: JsonSchema) => JsonSchema): JsonSchema {
  const inside = (value: unknown) => change(value as JsonSchema);
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === "items") return [key, inside(value)];
      if (key === "anyOf" || key === "allOf") return [key, (value as unknown[]).map(inside)];
      if (key !== "properties") return [key, value];
      return [
        key,
        Object.fromEntries(
          Object.entries(value as object).map(([name, one]) => [name, inside(one)]),
        ),
      ];
    }),
  );
}

/** One text per schema, whatever the order of its keys. */
const textOf = (schema: JsonSchema): string =>
  JSON.stringify(schema, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
