import { expect, test } from "vitest";
import { schedulerState } from "../../../src/discovery/check-health.ts";

const T0 = 1_788_220_800_000;
const TEN_MINUTES = 600_000;

test.each([
  [null, T0, { status: "never", lastTickAt: null }],
  [T0, T0, { status: "ok", lastTickAt: T0 }],
  [T0, T0 + TEN_MINUTES, { status: "ok", lastTickAt: T0 }],
  [T0, T0 + TEN_MINUTES + 1, { status: "late", lastTickAt: T0 }],
  // Another Worker's clock may be a little ahead.
  [T0 + 50, T0, { status: "ok", lastTickAt: T0 + 50 }],
] as const)("the last tick at %s, now %s", (lastTickMs, nowMs, expected) => {
  expect(schedulerState(lastTickMs, nowMs)).toEqual(expected);
});
