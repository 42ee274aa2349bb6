import fc from "fast-check";
import { hashTypedData } from "viem";
import { expect, test } from "vitest";
import { typedHasher } from "../../../src/lib/typed-hasher.ts";

const FIELDS = [
  { name: "version", type: "uint256" },
  { name: "resourceUrl", type: "string" },
  { name: "payer", type: "string" },
] as const;
const DOMAIN = { name: "x402 receipt", version: "1", chainId: 1 };
const hash = typedHasher(DOMAIN, "Receipt", FIELDS);

test("property: texts and numbers in a domain without a contract are hashed as the general encoder hashes them", () => {
  const text = fc.string({ unit: "grapheme" });
  const message = fc.record({
    version: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    resourceUrl: text,
    payer: text,
  });
  fc.assert(
    fc.property(message, (given) => {
      const whole = {
        domain: DOMAIN,
        types: { Receipt: FIELDS },
        primaryType: "Receipt",
        message: given,
      } as const;
      expect(hash(given)).toBe(hashTypedData(whole));
    }),
  );
});

test.each([
  [{ version: 1, resourceUrl: "https://a.example" }, "payer is missing"],
  [
    { version: 2n ** 256n, resourceUrl: "", payer: "" },
    "is not in safe 256-bit unsigned integer range",
  ],
  [{ version: -1, resourceUrl: "", payer: "" }, "is not in safe 256-bit unsigned integer range"],
])("error: what a type does not hold is not hashed (%#)", (values, told) => {
  expect(() => hash(values)).toThrow(told);
});

test.each([
  ["address", `0x${"11".repeat(19)}`],
  ["address", `${"11".repeat(21)}`],
  ["bytes32", `0x${"11".repeat(33)}`],
] as const)("error: a word of type %s is not made of %s", (type, value) => {
  const one = typedHasher(DOMAIN, "One", [{ name: "one", type }]);
  expect(() => one({ one: value })).toThrow("hex digits");
});
