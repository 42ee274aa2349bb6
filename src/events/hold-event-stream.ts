import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { StrategyEvent } from "../../schemas/strategy-event.ts";
import type { RequestContext } from "../context.ts";
import { AppError } from "../errors.ts";
import { networkOf } from "../lib/network-of.ts";
import { sha256Of } from "../lib/sha256-of.ts";
import type { StreamForm } from "../route.ts";
import { readEvents } from "../store/orders/read-events.ts";
import { closeEventStream, openEventStream } from "../store/payments/open-event-stream.ts";
import { eventsFor } from "./events-for.ts";

type Request = {
  operator: Address;
  vault: Address;
  chainId: ChainId;
  sinceMs: number | null;
  forSec: number;
  headers: Headers;
};

/**
 * Streams in one of the operator's and network's places.
 * @throws invalid_request, rate_limited, store_unavailable, all before the first event
 */
export async function holdEventStream(ctx: RequestContext, request: Request): Promise<void> {
  const { deps, say = () => undefined, isHeard = () => true } = ctx;
  const { redis, keys, clock, newId, sleep } = deps;
  const { operator, vault, chainId, sinceMs, forSec, headers } = request;
  const lastEventId = lastEventIdOf(headers);
  const of = { streamId: newId(), operator, network: networkOf(headers) };
  const untilMs = clock.nowMs() + forSec * 1_000;
  const { ofOperator, ofNetwork } = EVENT_STREAM_RULES;
  const most = { ofOperator, ofNetwork };
  const at = () => ({ requestId: newId(), nowMs: clock.nowMs() });
  const opened = await openEventStream.run(redis, keys, { ...at(), ...of, untilMs, most });
  if (!opened.ok)
    throw new AppError(
      "rate_limited",
      `At most ${ofOperator} streams of events of an operator and ${ofNetwork} of a network ` +
        "are open at once.",
      { details: most, retryAfterSec: opened.retryAfterSec },
    );
  const read = async () => {
    const { events } = await readEvents.run(redis, keys, { nowMs: clock.nowMs(), vault });
    return eventsFor(deps.tables.orderKinds, events.toReversed(), chainId);
  };
  try {
    await streamEvents({ read, say, isHeard, clock, sleep }, { lastEventId, sinceMs, untilMs });
  } finally {
    // The place is free after its time in any case.
    await closeEventStream.run(redis, keys, { ...at(), ...of }).catch(() => undefined);
  }
}

function lastEventIdOf(headers: Headers): string | undefined {
  const given = headers.get("last-event-id") ?? "";
  if (given === "") return undefined;
  if (/^[0-9]{1,16}-[0-9a-f]{12}$/.test(given)) return given;
  throw new AppError(
    "invalid_request",
    "The request is not valid. Last-Event-ID: must be the id of an event of this stream.",
  );
}

/** Decision D63. */
export const EVENT_STREAM_RULES = {
  maxSec: 300,
  ofOperator: 3,
  ofNetwork: 10,
  /** At most 61 reads a connection, of a Worker's 1,000 subrequests. */
  everyMs: 5_000,
  /** Proxies end connections silent for some half a minute. */
  heartbeatMs: 15_000,
} as const;

type Stream = {
  /** Oldest first. */
  read(): Promise<readonly StrategyEvent[]>;
  say(text: string): void;
  /** False: nobody reads on. */
  isHeard(): boolean;
  clock: { nowMs(): number };
  sleep(ms: number): Promise<void>;
};
type From = {
  lastEventId: string | undefined;
  /** Without one: later events. Null: from now on. */
  sinceMs: number | null;
  untilMs: number;
};

const { everyMs, heartbeatMs } = EVENT_STREAM_RULES;

/**
 * Sends each event once, with an id to resume from, until time is over or nobody reads. An id no
 * longer listed resumes by its time. A failed read is tried again with the next.
 * @throws errors of the first read, before the first event
 */
export async function streamEvents(
  { read, say, isHeard, clock, sleep }: Stream,
  from: From,
): Promise<void> {
  let listed = (await read()).map((event) => ({ id: idOf(event), event }));
  let seen = new Set(seenBefore(listed, from));
  say(`retry: ${everyMs}\n\n`);
  for (let saidMs = clock.nowMs(); ; ) {
    const fresh = listed.filter(({ id }) => !seen.has(id));
    for (const { id, event } of fresh)
      say(`id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
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

/** Same on every connection; contains the event's time. */
const idOf = (event: StrategyEvent): string =>
  `${event.timestamp}-${sha256Of(JSON.stringify(event)).slice(0, 12)}`;

type Listed = readonly { id: string; event: StrategyEvent }[];

function seenBefore(listed: Listed, { lastEventId, sinceMs }: From): string[] {
  const place = listed.findIndex(({ id }) => id === lastEventId);
  if (place >= 0) return listed.slice(0, place + 1).map(({ id }) => id);
  const untilMs = lastEventId === undefined ? sinceMs : Number(lastEventId.split("-")[0]);
  return listed
    .filter(({ event }) => untilMs === null || event.timestamp <= untilMs)
    .map(({ id }) => id);
}

/** The handler says its events itself; a failure amid them is an event. */
export const sseForm: StreamForm = {
  isAsked: () => true,
  headers: {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
  },
  open: (write) => ({
    say: write,
    answer: () => undefined,
    finish: () => undefined,
    fail: (error) => write(`event: error\ndata: ${JSON.stringify(error)}\n\n`),
  }),
};
