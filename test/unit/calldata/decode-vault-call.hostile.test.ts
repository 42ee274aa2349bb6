import fc from "fast-check";
import type { Hex } from "viem";
import { describe, expect, test } from "vitest";
import { setRouterDeadline } from "../../../src/calldata/execute-calldata.ts";
import { decodeVaultCall } from "../../support/decode-vault-call.ts";
import { factsOf, safetyVectors } from "./safety-vectors.ts";
import { useEverything } from "./use-everything.ts";

const facts = factsOf();
const real = safetyVectors.filter((vector) =>
  ["swap", "wrap", "zeroex", "refusal"].includes(vector.group),
);
const realCalldata = [...new Set(real.map((vector) => vector.call.data))];
const selectors: Hex[] = [
  "0x3593564c",
  "0x24856bc3",
  "0x2213bc0b",
  "0x1c58db4f",
  "0x49616997",
  "0x49404b7c",
];
const word = (value: number | bigint) => value.toString(16).padStart(64, "0");
const bytes = fc.uint8Array({ maxLength: 600 }).map((array) => Buffer.from(array).toString("hex"));

describe("hostile bytes", () => {
  test("behavior: arbitrary bytes behind a known selector throw nothing", () => {
    fc.assert(
      fc.property(fc.constantFrom(...selectors), bytes, (selector, body) =>
        useEverything(`${selector}${body}`),
      ),
      { numRuns: 300 },
    );
  });

  test("behavior: small words, which look like offsets and lengths, throw nothing", () => {
    const words = fc.array(fc.oneof(fc.nat(0x400), fc.nat(8), fc.constant(0x20)).map(word), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(fc.constantFrom(...selectors), words, (selector, body) =>
        useEverything(`${selector}${body.join("")}`),
      ),
      { numRuns: 300 },
    );
  });

  test("behavior: cut real calls throw nothing and are never a swap", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...realCalldata),
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (data, share) => {
          const cut = data.slice(0, 2 + 2 * Math.floor(((data.length - 2) / 2) * share)) as Hex;
          useEverything(cut);
          expect(["unknown", "unsupported"]).toContain(decodeVaultCall(cut, facts).kind);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("behavior: any changed byte of a real swap throws nothing, reads from the new bytes", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...realCalldata),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (data, position, by) => {
          const at = 2 + 2 * (position % ((data.length - 2) / 2));
          const byte = (Number.parseInt(data.slice(at, at + 2), 16) ^ by)
            .toString(16)
            .padStart(2, "0");
          const mutated = `${data.slice(0, at)}${byte}${data.slice(at + 2)}` as Hex;
          useEverything(mutated);
          const again = setRouterDeadline(mutated, 1_900_000_000);
          const call = decodeVaultCall(mutated, facts);
          // Reading is strict: what reads as a router swap is its own standard encoding but for the
          // deadline.
          if (
            call.kind === "swap" &&
            call.venue !== "0x-allowance-holder" &&
            call.deadlineSec !== null
          ) {
            expect(again.ok && again.value.length).toBe(mutated.length);
          }
        },
      ),
      { numRuns: 600 },
    );
  });
});
