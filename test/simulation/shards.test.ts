import { expect, test } from "vitest";
import type { History, Step } from "./history.ts";
import { runHistory } from "./run-history.ts";
import type { Fate } from "./world/fate.ts";

const tick: Step = { do: "tick", jti: "new", faults: [], run: -1, waitSec: 300 };
const order = { side: "sell", slices: 2, autoExecute: true } as const;

const played = (fate: Fate["fate"], lateSec = 0) =>
  runHistory({
    chain: 8453,
    messenger: true,
    orders: [
      { ...order, party: 0 },
      { ...order, party: 2 },
    ],
    queue: [{ fate, lateSec, faults: [] }],
    steps: [tick, tick],
    choices: [],
  } satisfies History);

/** A tick claims one vault's order itself; the other operator's is its shard's. */
test.each([
  ["once", "at once", "a shard ran a slice"],
  ["at the same time as its own retry", "again", "a shard came twice"],
  ["twice under one token", "twice", "a shard came twice"],
  ["never", "never", "a shard never came"],
  ["beside the next tick", "late", "a shard came late"],
] as const)(
  "behavior: a shard comes %s, and no slice is lost or runs twice",
  async (_, fate, state) => {
    const { violations, reached } = await played(fate, 290);
    expect(violations).toEqual([]);
    expect([...reached]).toContain(state);
    expect([...reached]).toContain("a shard ran a slice");
  },
);
