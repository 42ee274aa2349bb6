import { expect, test } from "vitest";
import type { History, Step } from "./history.ts";
import { runHistory } from "./run-history.ts";

type Command = Extract<Step, { do: "command" }>;
const say = (command: Command["command"], changes: Partial<Command> = {}): Step => ({
  do: "command",
  command,
  order: 0,
  faults: [],
  run: -1,
  waitSec: 0,
  ...changes,
});
const crash = (nth: number) => [{ port: "rpc" as const, nth, kind: "crash before", amount: 1 }];

/** What an operator in confirm mode may do with one operation, and what it comes to. */
const HISTORIES: Record<string, { steps: Step[]; reaches: string; isSent: boolean }> = {
  "is approved": { steps: [say("ask"), say("approve")], reaches: "operation: sent", isSent: true },
  "is approved twice, one after the other": {
    steps: [say("ask"), say("approve"), say("approve")],
    reaches: "operation: sent",
    isSent: true,
  },
  "is approved twice at once": {
    steps: [say("ask"), say("approve twice")],
    reaches: "operation: sent once for two approvals",
    isSent: true,
  },
  "is rejected, and then approved": {
    steps: [say("ask"), say("reject"), say("approve")],
    reaches: "operation: decided already",
    isSent: false,
  },
  "is approved after its three minutes": {
    steps: [say("ask", { waitSec: 181 }), say("approve")],
    reaches: "operation: expired",
    isSent: false,
  },
  "is approved by a Worker that dies before the attempt, and again at once": {
    steps: [say("ask"), say("approve", { faults: crash(1) }), say("approve")],
    reaches: "operation: its approval died before its attempt",
    isSent: false,
  },
  "is approved by a Worker that dies before the attempt, and again after a minute": {
    steps: [say("ask"), say("approve", { faults: crash(1), waitSec: 61 }), say("approve")],
    reaches: "operation: its approval died before its attempt",
    isSent: false,
  },
};

for (const [name, { steps, reaches, isSent }] of Object.entries(HISTORIES))
  test(`behavior: an operation that ${name} is sent ${isSent ? "once" : "never"}`, async () => {
    const history: History = {
      chain: 8453,
      messenger: false,
      orders: [{ party: 0, side: "sell", slices: 1, autoExecute: true }],
      steps,
      choices: [0, 1, 0, 1, 0, 1],
    };
    const { violations, reached } = await runHistory(history);
    expect(violations).toEqual([]);
    expect([...reached]).toContain(reaches);
    expect(reached.has("operation: sent")).toBe(isSent);
  });
