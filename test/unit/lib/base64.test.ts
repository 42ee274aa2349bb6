import fc from "fast-check";
import { expect, test } from "vitest";
import { fromBase64, toBase64 } from "../../../src/lib/is-object.ts";

const text = fc.oneof(fc.string({ unit: "binary-ascii" }), fc.string({ unit: "grapheme" }));

test("property: base64 is of a text's UTF-8, and is read as it was written", () => {
  fc.assert(
    fc.property(text, (given) => {
      const encoded = Buffer.from(given, "utf8").toString("base64");
      expect(toBase64(given)).toBe(encoded);
      expect(fromBase64(encoded)).toBe(given);
    }),
  );
});

test("behavior: a text of 100,000 characters is written, in ASCII and beyond", () => {
  for (const given of ["x".repeat(100_000), "é".repeat(100_000)])
    expect(toBase64(given)).toBe(Buffer.from(given, "utf8").toString("base64"));
});

test("error: what is no base64 is not read", () => {
  expect(() => fromBase64("no base64!")).toThrow();
});
