import { expect, test } from "vitest";
import {
  digit,
  linearModel,
  MOST_STEPS,
  probabilitiesOf,
} from "../../../../src/chat/intent/linear-model.ts";

/** One step is worth the logarithm of three, so a step more is three times as likely. */
const model = linearModel({
  classes: ["one", "other", "third"],
  scale: Math.log(3),
  lines: [
    `${digit(0)}${digit(MOST_STEPS + 1)} buy`,
    `${digit(1)}${digit(MOST_STEPS + 2)}${digit(2)}${digit(MOST_STEPS - 1)} sell now`,
  ].join("\n"),
});

test("default: odds are those of the weights of the features that are there", () => {
  const chances = probabilitiesOf(model, ["buy", "unknown"]);
  expect(chances.get("one")).toBeCloseTo(3 / 5, 12);
  expect(chances.get("other")).toBeCloseTo(1 / 5, 12);
});

test("default: weights of one feature for several classes, and of several features for one, add up", () => {
  const chances = probabilitiesOf(model, ["buy", "sell now"]);
  expect(chances.get("other")).toBeCloseTo(9 / (3 + 9 + 1 / 3), 12);
});

test("args: only the classes that are possible share the odds", () => {
  const chances = probabilitiesOf(model, ["sell now"], (name) => name !== "other");
  expect([...chances.keys()]).toEqual(["one", "third"]);
  expect(chances.get("third")).toBeCloseTo(1 / 4, 12);
});

test("behavior: no two small numbers are one character, and none needs an escape in JSON", () => {
  const digits = Array.from({ length: 2 * MOST_STEPS + 1 }, (_, value) => digit(value));
  expect(new Set(digits).size).toBe(digits.length);
  expect(JSON.stringify(digits.join(""))).toHaveLength(digits.length + 2);
});
