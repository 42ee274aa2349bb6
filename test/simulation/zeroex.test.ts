import { expect, test } from "vitest";
import type { History } from "./history.ts";
import { runHistory } from "./run-history.ts";
import type { Fault } from "./world/fault.ts";

const played = (faults: Fault[]) =>
  runHistory({
    chain: 8453,
    messenger: true,
    orders: [{ party: 0, side: "sell", slices: 1, autoExecute: true, isZeroEx: true }],
    steps: [{ do: "tick", jti: "new", faults, run: -1, waitSec: 0 }],
    choices: [],
  } satisfies History);

test("behavior: an order at 0x is executed, notified, judged as of the pool DEX", async () => {
  const { violations, reached } = await played([]);
  expect(violations).toEqual([]);
  for (const state of ["sent: a call of 0x", "at rest: completed", "told: completion"])
    expect([...reached]).toContain(state);
});

test.each(["price", "recipient", "amount", "token", "garbage"])(
  "attack: 0x lies about the %s, the slice fails, and an honest answer later completes the order",
  async (kind) => {
    const { violations, reached } = await played([{ port: "venue", nth: 0, kind, amount: 1 }]);
    expect(violations).toEqual([]);
    for (const state of [`fault: venue ${kind}`, "audit: slice_refused", "at rest: completed"])
      expect([...reached]).toContain(state);
  },
);
