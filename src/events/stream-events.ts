import type { StrategyEvent } from "../../schemas/strategy-event.ts";
import { sha256Of } from "../lib/sha256-of.ts";
import { EVENT_STREAM_RULES } from "./event-stream-rules.ts";

type Stream = {
  /** Everything there is, oldest first; asked at the beginning and then every five seconds. */
  read(): Promise<readonly StrategyEvent[]>;
  /** Takes what goes over the wire. */
  say(text: string): void;
  /** Whether anybody reads it still. */
  isHeard(): boolean;
  clock: { nowMs(): number };
  sleep(ms: number): Promise<void>;
};
type From = {
  /** Of the last event that the caller has seen, on another connection. */
  lastEventId: string | undefined;
  /** Where there is none: what happened later. null: what happens from now on. */
  sinceMs: number | null;
  untilMs: number;
};

const { everyMs, heartbeatMs } = EVENT_STREAM_RULES;

/**
 * Each event once, with an id to resume from, until its time is over or nobody reads on. One whose id is not in the list any more resumes by
 * its time. A read that fails is tried again with the next one.
 * @throws what the first read throws, before anything is said
 */
export async function streamEvents({ read, say, isHeard, clock, sleep }: Stream, from: From): Promise<void> {
  let listed = (await read()).map((event) => ({ id: idOf(event), event }));
  let seen = new Set(seenBefore(listed, from));
  say(`retry: ${everyMs}\n\n`);
  for (let saidMs = clock.nowMs(); ; ) {
    const fresh = listed.filter(({ id }) => !seen.has(id));
    for (const { id, event } of fresh) say(`id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    seen = new Set(listed.map(({ id }) => id));
    if (fresh.length > 0) saidMs = clock.nowMs();
    else if (clock.nowMs() - saidMs >= heartbeatMs) {
      say(":\n\n");
      saidMs = clock.nowMs();
    }
    const leftMs = from.untilMs - clock.nowMs();
    if (leftMs > 0) await sleep(Math.min(everyMs, leftMs));
    if (leftMs <= everyMs || !isHeard() || clock.nowMs() >= from.untilMs) return;
    listed = await read().then(
      (events) => events.map((event) => ({ id: idOf(event), event })),
      () => listed,
    );
  }
}

/** The same event has the same id on every connection, and its time stands in it. */
const idOf = (event: StrategyEvent): string => `${event.timestamp}-${sha256Of(JSON.stringify(event)).slice(0, 12)}`;

type Listed = readonly { id: string; event: StrategyEvent }[];

function seenBefore(listed: Listed, { lastEventId, sinceMs }: From): string[] {
  const place = listed.findIndex(({ id }) => id === lastEventId);
  if (place >= 0) return listed.slice(0, place + 1).map(({ id }) => id);
  const untilMs = lastEventId === undefined ? sinceMs : Number(lastEventId.split("-")[0]);
  return listed.filter(({ event }) => untilMs === null || event.timestamp <= untilMs).map(({ id }) => id);
}
