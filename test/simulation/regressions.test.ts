import { expect, test } from "vitest";
import type { History, Step } from "./history.ts";
import { runHistory } from "./run-history.ts";

const tick = (changes: Partial<Extract<Step, { do: "tick" }>> = {}): Step => ({
  do: "tick",
  jti: "new",
  faults: [],
  run: -1,
  waitSec: 0,
  ...changes,
});
const chain = (
  event: Extract<Step, { do: "chain" }>["event"],
  amount: number,
  waitSec = 0,
): Step => ({
  do: "chain",
  event,
  amount,
  run: 0,
  waitSec,
});
type Command = Extract<Step, { do: "command" }>;
const command = (name: Command["command"], run = -1, changes: Partial<Command> = {}): Step => ({
  do: "command",
  command: name,
  order: 0,
  faults: [],
  run,
  waitSec: 0,
  ...changes,
});
const one: History["orders"] = [{ party: 0, side: "sell", slices: 1, autoExecute: true }];

/**
 * Histories that once violated something, as short as they could be made; what each of them found
 * stands in its name.
 */
const HISTORIES: Record<string, History> = {
  "a deep reorg left a hole between two open nonces, which is filled when the lower one is closed":
    {
      chain: 8453,
      messenger: true,
      orders: [{ party: 0, side: "sell", slices: 5, autoExecute: true, options: {} }],
      limits: { party: 0, set: "none" },
      steps: [
        tick({ run: 14, faults: [{ port: "send", nth: 0, kind: "arrives late", amount: 6 }] }),
        { do: "store", event: "loses its last second", run: 0, waitSec: 0 },
        command("call"),
        chain("reorg: dropped", 1),
        command("call"),
        tick({ jti: "same", waitSec: 300 }),
      ],
      choices: [],
    },
  "a slice skipped ahead of its time, what is left cut anew, and the order taken up again: one slice at once":
    {
      chain: 8453,
      messenger: false,
      neverRepeats: false,
      choices: [],
      orders: [
        {
          party: 0,
          side: "sell",
          slices: 3,
          autoExecute: true,
          isLarge: false,
          isZeroEx: true,
          options: { expiresMin: 6 },
        },
      ],
      steps: [
        { do: "tick", jti: "new", faults: [], run: 4, waitSec: 0 },
        { do: "command", command: "pause", order: 0, faults: [], run: -1, waitSec: 0 },
        { do: "command", command: "skip", order: 0, faults: [], run: -1, waitSec: 60 },
        { do: "command", command: "edit slices", order: 0, faults: [], run: -1, waitSec: 0 },
        {
          do: "command",
          command: "skip",
          order: 0,
          faults: [{ port: "redis", nth: 0, kind: "fails", amount: 1 }],
          run: 0,
          waitSec: 0,
        },
        {
          do: "command",
          command: "resume",
          order: 0,
          faults: [{ port: "redis", nth: 1, kind: "answer lost", amount: 1 }],
          run: -1,
          waitSec: 0,
        },
        { do: "tick", jti: "new", faults: [], run: -1, waitSec: 300 },
        { do: "tick", jti: "new", faults: [], run: 0, waitSec: 300 },
        { do: "tick", jti: "same", faults: [], run: -1, waitSec: 300 },
        { do: "chain", event: "vault has little to sell", amount: 1, run: 0, waitSec: 0 },
        { do: "tick", jti: "new", faults: [], run: -1, waitSec: 0 },
        { do: "command", command: "skip", order: 0, faults: [], run: -1, waitSec: 0 },
        { do: "tick", jti: "new", faults: [], run: -1, waitSec: 300 },
      ],
    },
  "a node took a hundred seconds to tell a price that a stop had not met since": {
    chain: 8453,
    messenger: false,
    neverRepeats: false,
    choices: [],
    steps: [
      { do: "chain", event: "market moves", amount: 2, run: 0, waitSec: 0 },
      { do: "tick", jti: "new", faults: [], run: 2, waitSec: 100 },
      { do: "chain", event: "market moves", amount: 3, run: 3, waitSec: 0 },
      { do: "tick", jti: "new", faults: [], run: 2, waitSec: 0 },
      { do: "chain", event: "market moves", amount: 1, run: 0, waitSec: 0 },
      { do: "tick", jti: "new", faults: [], run: -1, waitSec: 2 },
    ],
    orders: [
      { party: 1, side: "sell", slices: 2, autoExecute: true, isLarge: false, isZeroEx: false },
    ],
    triggers: [
      { party: 0, type: "stop", side: "sell", buys: "WETH", isOfOther: false, bps: 140 },
      { party: 2, type: "limit", side: "buy", buys: "WETH", isOfOther: false, bps: -140 },
    ],
  },
  "two replacements were all that fit, and then the base fee rose under the cap": {
    chain: 1,
    messenger: false,
    orders: one,
    steps: [
      chain("stalls", 12),
      tick({ waitSec: 300 }),
      tick({ waitSec: 300 }),
      tick(),
      chain("fees spike under the cap", 12),
    ],
    choices: [],
  },
  "a slice was skipped that the store had forgotten on its way to a node": {
    chain: 8453,
    messenger: false,
    orders: [
      { party: 1, side: "sell", slices: 1, autoExecute: true, options: { limitBps: 60 } },
      { party: 0, side: "sell", slices: 3, autoExecute: true, options: { startMin: 3 } },
    ],
    steps: [
      tick({ jti: "older", run: 8 }),
      { do: "store", event: "loses its last second", run: 0, waitSec: 0 },
      tick({ run: 0 }),
      command("skip", 0),
      tick({ run: 4, waitSec: 300 }),
    ],
    choices: [],
  },
  "a deep reorg put a slice back at a fee nobody takes, and a call waited behind it": {
    chain: 8453,
    messenger: false,
    orders: one,
    steps: [
      tick({ waitSec: 2 }),
      command("call", 7),
      chain("fees spike under the cap", 12, 2),
      tick({ waitSec: 100 }),
      chain("reorg: mined again", 12, 10),
      tick({ run: 1, waitSec: 300 }),
    ],
    choices: [],
  },
  "an outcome reached the store after a deep reorg had taken it back": {
    chain: 8453,
    messenger: true,
    orders: [{ party: 2, side: "sell", slices: 1, autoExecute: true }],
    steps: [
      chain("fees spike under the cap", 2),
      tick({
        faults: [{ port: "redis", nth: 2, kind: "arrives late", amount: 1 }],
        run: 16,
        waitSec: 2,
      }),
      chain("reorg: mined and reverted", 1),
      tick({ waitSec: 2 }),
      tick({ run: 0 }),
    ],
    choices: [],
  },
  "a store forgot a slice that was out, wrote the same bytes down once more and closed them as never sent":
    {
      chain: 8453,
      messenger: false,
      orders: [{ party: 0, side: "buy", slices: 2, autoExecute: true }],
      steps: [
        tick({ faults: [{ port: "sleep", nth: 4, kind: "crash before", amount: 400 }], run: 9 }),
        { do: "store", event: "loses its last second", run: 0, waitSec: 0 },
        tick({ faults: [{ port: "rpc", nth: 2, kind: "unreachable", amount: 1 }], run: 24 }),
      ],
      choices: [0],
    },
  "a store forgot a slice that waits below the base fee, and its vault was frozen meanwhile": {
    chain: 8453,
    messenger: false,
    orders: one,
    steps: [
      tick({ faults: [{ port: "send", nth: 0, kind: "crash after", amount: 2 }], run: 23 }),
      { do: "store", event: "loses its last second", run: 0, waitSec: 0 },
      chain("fees spike under the cap", 12),
      tick({ run: 4, waitSec: 200 }),
      command("freeze", 0),
      tick({ run: 4 }),
    ],
    choices: [3, 4, 0, 5, 1],
  },
  "a store forgot a slice that was out and gave its id to other bytes, and both ticks lived to tell":
    {
      chain: 8453,
      messenger: true,
      orders: [
        { party: 2, side: "sell", slices: 1, autoExecute: true },
        { party: 0, side: "sell", slices: 2, autoExecute: true },
      ],
      steps: [
        chain("fees spike over the cap", 2),
        tick({ waitSec: 200 }),
        command("cancel", 0, { waitSec: 60 }),
        tick({ waitSec: 300 }),
        tick({ run: 2 }),
        command("cancel", 8, { faults: [{ port: "redis", nth: 0, kind: "fails", amount: 1 }] }),
        tick({ run: 0 }),
        { do: "store", event: "loses its last second", run: 0, waitSec: 0 },
      ],
      choices: [],
    },
  "a store forgot a slice that was out, and its vault was sold before the same bytes were looked at":
    {
      chain: 8453,
      messenger: false,
      orders: one,
      steps: [
        tick({ run: 7 }),
        { do: "store", event: "loses its last second", run: 0, waitSec: 0 },
        tick({ run: 0 }),
        chain("vault sold", 1),
      ],
      choices: [],
    },
  "a store forgot a call and the slice behind it, and the slice ran at both nonces": {
    chain: 8453,
    messenger: false,
    orders: one,
    steps: [
      command("call", -1, { faults: [{ port: "redis", nth: 1, kind: "answer lost", amount: 1 }] }),
      tick({ run: 6 }),
      { do: "store", event: "loses its last second", run: 0, waitSec: 0 },
      tick({ run: 0 }),
      tick({ waitSec: 2 }),
    ],
    choices: [1, 0, 0, 0, 3],
  },
  "a trigger's first attempt was freed by another worker, and its second one traded": {
    chain: 8453,
    messenger: true,
    orders: [],
    triggers: [{ party: 1, type: "stop", side: "sell", buys: "USDC", bps: -140 }],
    steps: [
      chain("market moves", 1),
      chain("mempool forgets all", 1),
      tick({ run: 7, waitSec: 300 }),
      tick(),
      tick({ waitSec: 300 }),
      tick({ waitSec: 300 }),
    ],
    choices: [],
  },
  "a limit trigger's calldata let the pools give less than its price": {
    chain: 8453,
    messenger: false,
    orders: [],
    triggers: [{ party: 0, type: "limit", side: "sell", buys: "USDC", bps: 390 }],
    steps: [chain("market moves", 2), tick({ waitSec: 300 })],
    choices: [],
  },
  "a value by a venue's price was rounded up three times on its way into a limit's sum": {
    chain: 1,
    messenger: false,
    orders: [],
    limits: { party: 0, set: "a day of 24" },
    triggers: [{ party: 0, type: "limit", side: "buy", buys: "USDC", bps: 140 }],
    steps: [
      chain("market moves", 2),
      tick({ run: 0 }),
      chain("market moves", 1),
      tick({ run: 6 }),
      tick({ run: 6 }),
      chain("market moves", 2),
      tick({ run: 0 }),
    ],
    choices: [],
  },
};

test.each(Object.entries(HISTORIES))("behavior: %s", async (_, history) => {
  expect((await runHistory(history)).violations).toEqual([]);
});
