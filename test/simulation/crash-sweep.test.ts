import { afterAll, describe, expect, test } from "vitest";
import type { History, Step } from "./history.ts";
import { runHistory } from "./run-history.ts";

const quiet = { run: -1, waitSec: 0, faults: [] };
const tick: Step = { do: "tick", jti: "new", ...quiet };
const later = (waitSec: number): Step => ({ ...tick, waitSec });
const command = (name: Extract<Step, { do: "command" }>["command"]): Step => ({
  do: "command",
  command: name,
  order: 0,
  ...quiet,
});
const chain = (event: Extract<Step, { do: "chain" }>["event"], amount: number): Step => ({
  do: "chain",
  event,
  amount,
  run: 0,
  waitSec: 0,
});

type Sweep = {
  name: string;
  chain: History["chain"];
  slices: number;
  orders?: number;
  before: Step[];
  swept: Step;
  reaches: string;
};

/**
 * What is killed at each of its await points, before and after each; `before` brings the world
 * there without a fault.
 */
const SWEEPS: Sweep[] = [
  {
    name: "a slice that is confirmed at once",
    chain: 8453,
    slices: 2,
    before: [],
    swept: tick,
    reaches: "status: confirmed",
  },
  {
    name: "a slice that has to wait",
    chain: 137,
    slices: 2,
    before: [],
    swept: tick,
    reaches: "status: sent",
  },
  {
    name: "a slice that reverts",
    chain: 8453,
    slices: 1,
    before: [chain("next call reverts", 1)],
    swept: tick,
    reaches: "status: reverted",
  },
  {
    name: "two orders of one vault",
    chain: 8453,
    slices: 1,
    orders: 2,
    before: [],
    swept: tick,
    reaches: "status: confirmed",
  },
  {
    name: "resolving a mined one",
    chain: 137,
    slices: 2,
    before: [later(300)],
    swept: tick,
    reaches: "status: confirmed",
  },
  {
    name: "resolving a dropped one",
    chain: 8453,
    slices: 1,
    before: [chain("stalls", 12), later(100), chain("mempool forgets all", 1)],
    swept: tick,
    reaches: "sent: known bytes again",
  },
  {
    name: "resolving a nonce queue of dropped ones",
    chain: 8453,
    slices: 1,
    orders: 2,
    before: [chain("stalls", 12), later(100), chain("mempool forgets all", 1)],
    swept: tick,
    reaches: "sent: known bytes again",
  },
  {
    name: "replacing one that waits",
    chain: 8453,
    slices: 1,
    before: [chain("stalls", 12), later(200)],
    swept: tick,
    reaches: "sent: replacement with higher fees",
  },
  {
    name: "replacing one that waits behind a spike",
    chain: 137,
    slices: 1,
    before: [chain("stalls", 6), later(200), chain("fees spike under the cap", 12)],
    swept: tick,
    reaches: "sent: replacement with higher fees",
  },
  {
    name: "freeing the nonce of a cancelled one",
    chain: 8453,
    slices: 1,
    before: [chain("stalls", 12), later(100), chain("mempool forgets all", 1), command("cancel")],
    swept: tick,
    reaches: "sent: nonce freed",
  },
  {
    name: "a reorg within the confirmations",
    chain: 137,
    slices: 1,
    before: [later(4), chain("reorg: dropped", 1), later(200)],
    swept: tick,
    reaches: "sent: known bytes again",
  },
  {
    name: "a direct call",
    chain: 8453,
    slices: 1,
    before: [],
    swept: command("call"),
    reaches: "status: confirmed",
  },
  {
    name: "a direct call that has to wait",
    chain: 1,
    slices: 1,
    before: [],
    swept: command("call"),
    reaches: "status: sent",
  },
  ...(["cancel", "cancel all", "pause", "revoke", "freeze", "create"] as const).map(
    (name): Sweep => ({
      name,
      chain: 8453,
      slices: 2,
      before: [chain("stalls", 2), later(100)],
      swept: command(name),
      reaches: name === "create" ? "status: active" : `command: ${name}`,
    }),
  ),
  {
    name: "resume",
    chain: 8453,
    slices: 2,
    before: [tick, command("pause")],
    swept: command("resume"),
    reaches: "command: resume",
  },
];

let swept = 0;
afterAll(() =>
  console.log(
    `crash sweep: ${swept} kills in ${SWEEPS.length} scenarios, each before and after its ` +
      "await point",
  ),
);

describe.each(SWEEPS)("killed anywhere: $name", (sweep) => {
  const history = (faults: Extract<Step, { do: "tick" }>["faults"]): History => ({
    chain: sweep.chain,
    messenger: true,
    orders: Array.from({ length: sweep.orders ?? 1 }, () => ({
      party: 0,
      side: "sell" as const,
      slices: sweep.slices,
      autoExecute: true,
    })),
    steps: [...sweep.before, { ...sweep.swept, faults } as Step],
    choices: [],
  });

  test("behavior: the invariants hold whatever await point it dies at", async () => {
    const whole = await runHistory(history([]));
    expect(whole.violations).toEqual([]);
    expect([...whole.reached]).toContain(sweep.reaches);
    const broken: string[] = [];
    for (let nth = 0; nth < whole.points; nth += 1) {
      for (const kind of ["crash before", "crash after"]) {
        const { violations } = await runHistory(history([{ port: "any", nth, kind, amount: 0 }]));
        swept += 1;
        broken.push(
          ...violations.map((text) => `${kind} point ${nth} of ${whole.points}: ${text}`),
        );
      }
    }
    expect(broken).toEqual([]);
  });
});
