import { dryRunReport } from "../../schemas/dry-run-report.ts";
import { type JsonSchema, jsonSchemaOf } from "../../schemas/json-schema-of.ts";
import { shareSchemas } from "../../schemas/share-schemas.ts";
import { TOOLS } from "../../src/tables/registry.ts";
import { closedInput } from "../../src/tools/closed-input.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { transactionOutput } from "../../src/tools/transaction-output.ts";

/**
 * What the typed client knows beyond the OpenAPI document, as components of it: every tool's
 * arguments and data by its name, from the tool's own schemas. The document itself has one body and
 * one answer for all tools.
 */
export function clientSchemas(): Record<string, JsonSchema> {
  const { share } = shareSchemas();
  const figures = Object.entries(propertiesOf(share(jsonSchemaOf(transactionOutput(), "output"))));
  // The figures of every transaction tool stand once: written out in each they would be a fifth of
  // the package.
  const names = new Map(
    figures
      .map(([name, one]) => [textOf(one), name] as const)
      .filter(([text]) => text.includes('"properties"')),
  );
  const named = (schema: JsonSchema): JsonSchema => {
    const name = names.get(textOf(schema));
    return name === undefined ? schema : { $ref: `#/components/schemas/${componentOf(name)}` };
  };
  const typesOf = (tool: Tool): JsonSchema => {
    const data = share(jsonSchemaOf(tool.output(), "output"));
    const properties = Object.entries(propertiesOf(data)).map(([name, one]) => [name, named(one)]);
    const isAlwaysThere = Array.isArray(data.required) && data.required.length > 0;
    return {
      ...{ type: "object", description: tool.description },
      properties: {
        effect: { type: "string", const: tool.effect },
        arguments: share(jsonSchemaOf(closedInput(tool), "input")),
        data: { ...data, properties: Object.fromEntries(properties) },
      },
      required: ["effect", "arguments", ...(isAlwaysThere ? ["data"] : [])],
    };
  };
  return {
    ...Object.fromEntries([...names].map(([text, name]) => [componentOf(name), JSON.parse(text)])),
    ClientTools: {
      type: "object",
      properties: Object.fromEntries(TOOLS.map((tool) => [tool.name, typesOf(tool)])),
      required: TOOLS.map(({ name }) => name),
    },
    ClientDryRun: share(jsonSchemaOf(dryRunReport, "output")),
  };
}

const propertiesOf = ({ properties }: JsonSchema) =>
  (properties ?? {}) as Record<string, JsonSchema>;
const textOf = (schema: JsonSchema): string => JSON.stringify(schema);
const componentOf = (name: string): string =>
  `Transaction${name.charAt(0).toUpperCase()}${name.slice(1)}`;
