import fc from "fast-check";
import { expect, test } from "vitest";
import { equalSecrets } from "../../../src/lib/sha256-of.ts";

test.each([
  ["the same", "s3cret", "s3cret", true],
  ["another", "s3creT", "s3cret", false],
  ["a beginning", "s3cre", "s3cret", false],
  ["a longer one", "s3cret ", "s3cret", false],
  ["nothing given", null, "s3cret", false],
  ["nothing at all", undefined, "s3cret", false],
  ["an empty one", "", "s3cret", false],
  ["no secret is set", "s3cret", undefined, false],
  ["an empty secret is set", "", "", false],
])("args: %s", (_, given, secret, expected) => {
  expect(equalSecrets(given, secret)).toBe(expected);
});

test("property: equal exactly when the texts are", () => {
  const secret = fc.string({
    unit: fc.constantFrom("a", "A", "é", "\u0000"),
    minLength: 1,
    maxLength: 3,
  });
  fc.assert(
    fc.property(secret, secret, (a, b) => {
      expect(equalSecrets(a, b)).toBe(a === b);
    }),
  );
});
