import { expect, test } from "vitest";
import { stateOf } from "../../../src/twap/state-of.ts";
import { orderFixture } from "./order-fixture.ts";

const OUT = "twap:0x1:7:1:1";

test.each(["active", "pending_confirmation", "paused", "auto_paused", "completed"] as const)(
  "behavior: %s is shown as it is stored, whatever is out",
  (status) => {
    expect(stateOf(orderFixture({ status }))).toBe(status);
    expect(stateOf(orderFixture({ status, pendingAttempt: OUT, slicesExecuted: 1 }))).toBe(status);
  },
);

test.each([
  ["nothing executed", { slicesExecuted: 0 }, "cancelled"],
  ["one of four executed", { slicesExecuted: 1 }, "partially_completed"],
  ["three of four executed", { slicesExecuted: 3 }, "partially_completed"],
  ["all executed: the last was out when it was cancelled", { slicesExecuted: 4 }, "completed"],
  ["nothing executed, one out", { slicesExecuted: 0, pendingAttempt: OUT }, "cancelling"],
  ["three executed, the last out", { slicesExecuted: 3, pendingAttempt: OUT }, "cancelling"],
] as const)("behavior: cancelled, %s: %s", (_what, changes, state) => {
  expect(
    stateOf(orderFixture({ status: "cancelled", active: false, sliceCount: 4, ...changes })),
  ).toBe(state);
});
