import { Client } from "@upstash/qstash";
import * as z from "zod";
import { chunksOf } from "../lib/in-parallel.ts";

type Options = {
  baseUrl: string;
  token: string;
  destinationBase: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  timeoutMs: number;
};

const MAX_MESSAGES = 100;
/**
 * One repeat after a failure: it claims what is due then. Hanging up ends a Worker's run, so not
 * before it is done.
 */
const DELIVERY = {
  "Upstash-Retries": "1",
  "Upstash-Timeout": "300s",
  "Content-Type": "application/json",
};

const accepted = z.array(z.object({ messageId: z.string().min(1) }));

/**
 * Publishes once; the caller makes up for failures. A repeated message is accepted again. @see
 * https://upstash.com/docs/qstash/features/batch
 */
export function createQstashPublisher(options: Options): Publisher {
  return {
    publish: async (calls) => {
      for (const chunk of chunksOf(MAX_MESSAGES, calls)) await publishBatch(options, chunk);
    },
  };
}

async function publishBatch(
  { baseUrl, token, destinationBase, fetch, timeoutMs }: Options,
  calls: readonly QueuedCall[],
): Promise<void> {
  const messages = calls.map(({ path, body, deduplicationId, flow, delaySec }) => ({
    destination: new URL(path, destinationBase).href,
    headers: {
      ...DELIVERY,
      "Upstash-Deduplication-Id": deduplicationId,
      "Upstash-Flow-Control-Key": flow.key,
      "Upstash-Flow-Control-Value": `parallelism=${flow.parallelism}`,
      ...(delaySec !== undefined && { "Upstash-Delay": `${delaySec}s` }),
    },
    body: JSON.stringify(body),
  }));
  const response = await fetch(new URL("/v2/batch", baseUrl).href, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(messages),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`qstash answered ${response.status}`);
  const answer = accepted.safeParse(await response.json());
  if (!answer.success || answer.data.length !== calls.length)
    throw new Error("qstash did not queue every message");
}

/** A signed call of our own endpoint, delivered by the queue. */
export type QueuedCall = {
  path: string;
  body: unknown;
  /** Queued once within the queue's memory (ten minutes at QStash). */
  deduplicationId: string;
  flow: { key: string; parallelism: number };
  delaySec?: number;
};

export type Publisher = {
  /** After an error some may be queued and others not. @throws Error without the calls */
  publish(calls: readonly QueuedCall[]): Promise<void>;
};

type UpsertScheduleOptions = { baseUrl: string; token: string; destination: string };

/** TICK_RULES.intervalMs, never retried: the next tick is the retry (decision D42). */
const CRON = "*/5 * * * *";
const SCHEDULE_ID = "sextant-tick";

/** Sets the schedule under a fixed id, so that there is only one. */
export async function upsertSchedule({
  baseUrl,
  token,
  destination,
}: UpsertScheduleOptions): Promise<"created" | "updated" | "unchanged"> {
  const { schedules } = new Client({ baseUrl, token, enableTelemetry: false });
  const known = (await schedules.list()).find(({ scheduleId }) => scheduleId === SCHEDULE_ID);
  if (
    known?.cron === CRON &&
    known.destination === destination &&
    known.retries === 0 &&
    !known.isPaused
  )
    return "unchanged";
  await schedules.create({
    scheduleId: SCHEDULE_ID,
    destination,
    cron: CRON,
    retries: 0,
    method: "POST",
    body: "{}",
  });
  if (known?.isPaused) await schedules.resume({ schedule: SCHEDULE_ID });
  return known === undefined ? "created" : "updated";
}
