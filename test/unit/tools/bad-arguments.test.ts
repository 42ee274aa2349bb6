import { expect, test } from "vitest";
import * as z from "zod";
import { invalidRequest } from "../../../src/parse-input.ts";
import { TOOLS } from "../../../src/tables/registry.ts";

/** Values that no argument of that JSON type can have. */
const WRONG: Record<string, readonly unknown[]> = {
  string: [7, true, {}, [], null],
  integer: ["x", 1.5, {}, [], null, Number.NaN, Number.POSITIVE_INFINITY],
  number: ["x", {}, [], null, Number.NaN],
  boolean: ["yes", 1, {}, null],
  array: ["x", 7, {}, null],
  object: ["x", 7, true, null],
  null: ["x", 7, true, 1.5],
};
type Schema = {
  type?: string;
  anyOf?: Schema[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
};

const rows = TOOLS.flatMap(({ name, input, example }) => {
  // The catalog's own view of it: what callers are told is what is tried.
  const { properties = {} } = z.toJSONSchema(input, { io: "input" }) as Schema;
  return Object.entries(properties).map(([field, schema]) => ({
    name,
    field,
    schema,
    input,
    example,
  }));
});

test("every tool's arguments are among them", () => {
  expect(new Set(rows.map(({ name }) => name)).size).toBeGreaterThan(30);
  expect(rows.length).toBeGreaterThan(90);
});

test.each(rows)(
  "error: $name refuses a wrong $field by its name",
  ({ field, schema, input, example }) => {
    expect(input.safeParse(example).success).toBe(true);
    const types = (schema.anyOf ?? [schema]).map(
      ({ type, enum: values }) => type ?? typeof values?.[0],
    );
    const wrong = Object.values(WRONG)
      .flat()
      .filter((value) => types.every((type) => (WRONG[type ?? "string"] ?? []).includes(value)));
    expect(wrong.length).toBeGreaterThan(0);
    for (const value of wrong) {
      const parsed = input.safeParse({ ...(example as object), [field]: value });
      const refusal = parsed.success
        ? undefined
        : invalidRequest(parsed.error, { prefix: "arguments" });
      expect([value, refusal?.code, refusal?.message]).toEqual([
        value,
        "invalid_request",
        expect.stringContaining(`${field}`),
      ]);
    }
  },
);
