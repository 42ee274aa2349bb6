import { expect, test } from "vitest";
import { callDifferences } from "../../../src/calldata/check-call.ts";

const CALL = { kind: "a", amount: 5n, to: "0xAB", list: [{ id: 1n }], none: null };

test("default: the same meaning has no differences, whatever the case of its hex", () => {
  expect(callDifferences(CALL, { ...CALL, to: "0xab" })).toEqual([]);
  expect(callDifferences(CALL, { ...CALL, left: undefined })).toEqual([]);
});

test.each<[string, object, object]>([
  ["an amount", { amount: 6n }, { field: "amount", expected: "5", actual: "6" }],
  [
    "text in place of an amount",
    { amount: "5" },
    { field: "amount", expected: "5", actual: '"5"' },
  ],
  [
    "a word's case, which is no hex",
    { kind: "A" },
    { field: "kind", expected: '"a"', actual: '"A"' },
  ],
  ["a field more", { more: 1n }, { field: "more", expected: "none", actual: "1" }],
  ["a field less", { amount: undefined }, { field: "amount", expected: "5", actual: "none" }],
  [
    "nothing in place of null",
    { none: undefined },
    { field: "none", expected: "null", actual: "none" },
  ],
  ["an entry", { list: [{ id: 2n }] }, { field: "list.0.id", expected: "1", actual: "2" }],
  [
    "an entry more",
    { list: [{ id: 1n }, { id: 1n }] },
    { field: "list.1", expected: "none", actual: "fields" },
  ],
  ["no entry", { list: [] }, { field: "list.0", expected: "fields", actual: "none" }],
  [
    "fields for a list",
    { list: { 0: { id: 1n } } },
    { field: "list", expected: "a list", actual: "fields" },
  ],
  ["a value for a list", { list: 1n }, { field: "list", expected: "a list", actual: "1" }],
])("behavior: %s is told by its path", (_what, change, difference) => {
  expect(callDifferences(CALL, { ...CALL, ...change })).toEqual([difference]);
});

test("behavior: every difference is told, in the order of the fields", () => {
  expect(
    callDifferences(CALL, { ...CALL, kind: "b", amount: 1n }).map(({ field }) => field),
  ).toEqual(["kind", "amount"]);
});
