import { expect, test } from "vitest";
import { readNumber } from "../../../src/chat/read-number.ts";

test.each([
  ["1", "1"],
  ["0", "0"],
  ["0.20", "0.2"],
  ["1.0", "1"],
  ["0.000", "0"],
  [".5", "0.5"],
  ["1500.50", "1500.5"],
  ["1,000,000", "1000000"],
  ["1,000.5", "1000.5"],
  ["12,345,678.90", "12345678.9"],
  ["١٢٣", "123"],
  ["۱.۵", "1.5"],
  ["१०", "10"],
  ["๕", "5"],
  ["１０", "10"],
])("args: %s is %s", (text, value) => {
  expect(readNumber(text)?.value).toBe(value);
});

test.each([
  "",
  "1,000",
  "1,00",
  "1,5",
  "1.000.000",
  "1,0000,000",
  "1.",
  ".",
  "..5",
  "1..5",
  "-1",
  "+1",
  "1e3",
  "0x10",
  "007",
  "1 000",
  "1_000",
  "1'000",
  "1٢",
  "１0",
  "½",
  "²",
  "Ⅳ",
  "五",
  "𝟏",
  "one",
  "1".repeat(101),
])("error: %j can be read in two ways, or not at all", (text) => {
  expect(readNumber(text)).toBeUndefined();
});
