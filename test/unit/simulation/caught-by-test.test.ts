import { expect, test } from "vitest";
import { caughtByTest } from "../../simulation/defects/caught-by-test.ts";

const named = { file: "test/unit/a.test.ts", title: "default: it holds" };
const failed = (why: string) => ({ passed: 1, failed: 1, why });

test("default: a failed expectation has caught the defect, and a test that passes has not", () => {
  expect(caughtByTest(named, failed("AssertionError: expected 1 to be 2")).isCaught).toBe(true);
  expect(caughtByTest(named, { passed: 1, failed: 0, why: "not found" })).toEqual({
    ...{ isCaught: false, text: "SURVIVED test/unit/a.test.ts" },
  });
});

test.each([
  ["its file could not be loaded", { passed: 0, failed: 0, why: "SyntaxError: Unexpected token" }],
  ["there is no such test", undefined],
  ["something broke on the way", failed("ReferenceError: limit is not defined")],
  ["it took too long", failed("Error: Test timed out in 180000ms.")],
])("error: %s: that catches nothing", (_, played) => {
  expect(caughtByTest(named, played).isCaught).toBe(false);
});
