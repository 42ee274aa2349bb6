import type { JsonSchema } from "../../../schemas/json-schema-of.ts";

/** A tool as GET /api/tools lists it. */
type Listed = { name: string; parameters: JsonSchema; example: Record<string, unknown> };

const propertiesOf = ({ properties = {} }: JsonSchema) => properties as Record<string, JsonSchema>;
const requiredOf = ({ required = [] }: JsonSchema) => required as string[];

/**
 * Calls of one tool that its listed schema does not allow, each by a single mistake: the tool's
 * name, a field that it does not know (a new one, and each of its own spelled wrong), a value of
 * another type in each field and whatever is inside it, each required field left out.
 */
export function toolMistakes({
  name,
  parameters,
  example,
}: Listed): { name: string; args: unknown }[] {
  const args = Object.entries(propertiesOf(parameters)).flatMap(([field, schema]) => [
    { ...without(example, field), [`${field}Typo`]: example[field] ?? sampleOf(schema) },
    ...wrongOf(schema).map((value) => ({ ...example, [field]: value })),
  ]);
  const missing = requiredOf(parameters).map((field) => without(example, field));
  return [
    { name: `${name}_typo`, args: example },
    ...[{ ...example, noSuchField: 1 }, ...args, ...missing].map((one) => ({ name, args: one })),
  ];
}

/** A call with every field that the schema has; whether the service would run it is not asked. */
export function wholeCall({ name, parameters, example }: Listed): { name: string; args: unknown } {
  const all = Object.entries(propertiesOf(parameters)).map(([field, schema]) => [
    field,
    sampleOf(schema),
  ]);
  return { name, args: { ...Object.fromEntries(all), ...example } };
}

const without = (args: Record<string, unknown>, field: string) =>
  Object.fromEntries(Object.entries(args).filter(([name]) => name !== field));

/** A value of the schema's type. */
function sampleOf(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  switch (schema.type) {
    case "string":
      return "text";
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    case "array":
      return [sampleOf(schema.items as JsonSchema)];
    case "object":
      return Object.fromEntries(
        Object.entries(propertiesOf(schema)).map(([name, one]) => [name, sampleOf(one)]),
      );
    default:
      throw new Error(`a field without a plain type: ${JSON.stringify(schema)}`);
  }
}

/** Values that the schema does not allow, each by one mistake, at any depth. */
function wrongOf(schema: JsonSchema): unknown[] {
  const other = schema.type === "boolean" ? "text" : true;
  const choices = Array.isArray(schema.enum)
    ? ["no such choice"]
    : schema.const === undefined
      ? []
      : [!schema.const];
  if (schema.type === "array")
    return [other, ...wrongOf(schema.items as JsonSchema).map((one) => [one])];
  if (schema.type !== "object") return [other, ...choices];
  const right = sampleOf(schema) as Record<string, unknown>;
  const inside = Object.entries(propertiesOf(schema)).flatMap(([name, one]) =>
    wrongOf(one).map((value) => ({ ...right, [name]: value })),
  );
  const missing = requiredOf(schema).map((name) => without(right, name));
  return [other, { ...right, noSuchField: 1 }, ...inside, ...missing];
}
