import { expect, test } from "vitest";
import { lossBudgetOf } from "../../../src/settings/loss-budget-of.ts";

test.each([
  [
    { day: "5", week: "8%" },
    { dayBps: 500, weekBps: 800 },
  ],
  [{ day: "1" }, { dayBps: 100 }],
  [{ week: "100" }, { weekBps: 10_000 }],
  [{ reset: true }, null],
])("default: %j", (request, value) => {
  expect(lossBudgetOf(request)).toEqual({ ok: true, value });
});

test.each([
  [{}],
  [{ reset: false }],
  [{ reset: true, day: "5" }],
  [{ day: "0.99" }],
  [{ week: "100.01" }],
  [{ day: "5", week: "none" }],
  [{ day: "500bps" }],
])("error: %j", (request) => {
  expect(lossBudgetOf(request)).toMatchObject({ ok: false, code: "invalid_request" });
});
