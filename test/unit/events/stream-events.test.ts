import { expect, test } from "vitest";
import type { StrategyEvent } from "../../../schemas/strategy-event.ts";
import { streamEvents } from "../../../src/events/hold-event-stream.ts";

const T0 = 1_795_000_000_000;
const eventAt = (ms: number, summary = `at ${ms}`): StrategyEvent => ({
  ...{ type: "twap", timestamp: T0 + ms, success: true, twapOrderId: 1, summary },
});
const idsIn = (text: string): string[] =>
  [...text.matchAll(/^id: (.+)$/gm)].map(([, id]) => id ?? "");
const summariesIn = (text: string): string[] =>
  [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data ?? "").summary);

type Options = {
  /** What the list holds at a time; a throw is a store that does not answer. */
  list?: (ms: number) => StrategyEvent[];
  lastEventId?: string;
  since?: number;
  forMs?: number;
  heardForMs?: number;
};

/** Plays a connection on a clock that moves by sleeping alone. */
async function play({
  list = () => [],
  lastEventId,
  since,
  forMs = 300_000,
  heardForMs = 10 ** 9,
}: Options = {}) {
  let nowMs = T0;
  const reads: number[] = [];
  const said: string[] = [];
  await streamEvents(
    {
      read: async () => {
        reads.push(nowMs - T0);
        return list(nowMs - T0);
      },
      say: (text) => void said.push(text),
      isHeard: () => nowMs - T0 < heardForMs,
      clock: { nowMs: () => nowMs },
      sleep: async (ms) => {
        nowMs += ms;
      },
    },
    { lastEventId, sinceMs: since === undefined ? null : T0 + since, untilMs: T0 + forMs },
  );
  return { reads, text: said.join(""), endedMs: nowMs - T0 };
}

test("behavior: five minutes: 60 reads, five seconds apart, a heartbeat every 15 s", async () => {
  const { reads, text, endedMs } = await play();
  expect(reads).toEqual(Array.from({ length: 60 }, (_, index) => index * 5_000));
  expect(endedMs).toBe(300_000);
  expect(text).toBe(`retry: 5000\n\n${":\n\n".repeat(19)}`);
});

test("behavior: what happens from now on is said once, in order, as standard events", async () => {
  const old = eventAt(-1_000);
  const list = (ms: number) => [
    old,
    ...(ms >= 5_000 ? [eventAt(4_000), eventAt(4_001)] : []),
    ...(ms >= 10_000 ? [eventAt(9_000)] : []),
  ];
  const { text } = await play({ list, forMs: 20_000 });
  expect(summariesIn(text)).toEqual(["at 4000", "at 4001", "at 9000"]);
  expect(text).toMatch(
    /^retry: 5000\n\nid: 1795000004000-[0-9a-f]{12}\nevent: twap\ndata: \{"type":"twap".*\}\n\nid: /,
  );
  expect((await play({ list, since: -2_000, forMs: 1_000 })).text).toContain("at -1000");
  expect(summariesIn((await play({ list, since: -1_000, forMs: 1_000 })).text)).toEqual([]);
});

test("behavior: Last-Event-ID goes on behind its event, also within one millisecond", async () => {
  const list = () => [eventAt(1, "a"), eventAt(1, "b"), eventAt(1, "c"), eventAt(2, "d")];
  const all = await play({ list, since: -1, forMs: 1_000 });
  const ids = idsIn(all.text);
  expect(new Set(ids).size).toBe(4);
  for (const [index, id] of ids.entries()) {
    const { text } = await play({ list, lastEventId: id, forMs: 1_000 });
    expect(summariesIn(text)).toEqual(["a", "b", "c", "d"].slice(index + 1));
  }
  // That event has left the list: everything newer than its time.
  const gone = `${T0 + 1}-${"0".repeat(12)}`;
  expect(summariesIn((await play({ list, lastEventId: gone, forMs: 1_000 })).text)).toEqual(["d"]);
});

test("behavior: it ends when nobody reads on, a failed read is retried with the next", async () => {
  const { reads } = await play({ heardForMs: 12_000 });
  expect(reads).toEqual([0, 5_000, 10_000]);
  const list = (ms: number) => {
    if (ms === 5_000) throw new Error("the store does not answer");
    return ms >= 5_000 ? [eventAt(4_000)] : [];
  };
  expect(summariesIn((await play({ list, forMs: 20_000 })).text)).toEqual(["at 4000"]);
  await expect(play({ list: () => Promise.reject(new Error("down")) as never })).rejects.toThrow(
    "down",
  );
});
