import { randomBytes } from "node:crypto";
import { type Addressed, type Delivery, deliverOnce } from "./deliver-once.ts";
import { newMessageId } from "./new-message-id.ts";
import type { MessageDraft } from "./read-message.ts";
import { sealDelivery } from "./seal-delivery.ts";

export type Message = Addressed & {
  createdAtMs: number;
  dueAtMs: number;
  state: "waiting" | "active";
};
export type DeadMessage = { dlqId: string; message: Message; last: Delivery };
export type Dispatcher = ReturnType<typeof createDispatcher>;
type DispatcherOptions = { clock: () => number; signingKey: string };
type Entry = Message & {
  forced: boolean;
  cancelled: boolean;
  watchers: ((delivery: Delivery) => void)[];
};

const MAX_TIMER_MS = 3_600_000;
const MAX_RETRY_DELAY_MS = 86_400_000;
const LOG_LENGTH = 1_000;

/**
 * Holds messages until they are due, delivers them at least once within their flow control's
 * parallelism, retries what was not answered with 2xx, and keeps what failed for good. Everything
 * is in memory.
 *
 * Delays and limits are QStash's: https://upstash.com/docs/qstash/features/retry
 */
export function createDispatcher({ clock, signingKey }: DispatcherOptions) {
  const entries = new Map<string, Entry>();
  const dead = new Map<string, DeadMessage>();
  const running = new Set<Promise<Delivery>>();
  const stopped = new AbortController();
  let log: Delivery[] = [];
  let held = false;
  let timer: NodeJS.Timeout | undefined;

  const pump = (): void => {
    clearTimeout(timer);
    if (stopped.signal.aborted) return;
    let nextAtMs = Number.POSITIVE_INFINITY;
    for (const entry of entries.values()) {
      if (entry.state === "active" || (held && !entry.forced)) continue;
      if (!entry.forced && entry.dueAtMs > clock()) nextAtMs = Math.min(nextAtMs, entry.dueAtMs);
      else if (flowAdmits(entry)) start(entry);
    }
    if (nextAtMs !== Number.POSITIVE_INFINITY) {
      timer = setTimeout(pump, Math.min(Math.max(nextAtMs - clock(), 1), MAX_TIMER_MS));
    }
  };
  const flowAdmits = ({ draft }: Entry): boolean => {
    if (draft.flow?.parallelism === undefined) return true;
    const active = [...entries.values()].filter(
      (e) => e.state === "active" && e.draft.flow?.key === draft.flow?.key,
    );
    return active.length < draft.flow.parallelism;
  };
  const start = (entry: Entry): void => {
    entry.state = "active";
    entry.forced = false;
    void deliver(entry).then((delivery) => settle(entry, delivery));
  };
  const settle = (entry: Entry, delivery: Delivery): void => {
    const { draft } = entry;
    if (isSuccess(delivery)) entries.delete(entry.messageId);
    else if (!entry.cancelled && entry.retried < draft.maxRetries && !isFinal(delivery)) {
      entry.retried += 1;
      entry.state = "waiting";
      entry.dueAtMs = clock() + (draft.retryDelayMs ?? retryDelayMs(entry.retried, delivery));
    } else {
      entries.delete(entry.messageId);
      const dlqId = `dlq_${randomBytes(8).toString("hex")}`;
      if (!entry.cancelled) dead.set(dlqId, { dlqId, message: entry, last: delivery });
    }
    for (const watcher of entry.watchers.splice(0)) watcher(delivery);
    pump();
  };
  /** One delivery outside the queue: no flow control and no retry, however it ends. */
  const deliver = async (
    message: Addressed,
    seal = sealDelivery(message.draft, signingKey),
  ): Promise<Delivery> => {
    const run = deliverOnce(message, await seal, stopped.signal);
    running.add(run);
    const delivery = await run;
    running.delete(run);
    log = [...log, delivery].slice(-LOG_LENGTH);
    return delivery;
  };
  const publish = (draft: MessageDraft, scheduleId: string | null = null): string => {
    const messageId = newMessageId();
    const now = clock();
    const dueAtMs = Math.max(now + draft.delayMs, draft.notBeforeMs ?? 0);
    const addressed = { messageId, scheduleId, retried: 0, draft, createdAtMs: now, dueAtMs };
    entries.set(messageId, {
      ...addressed,
      state: "waiting",
      forced: false,
      cancelled: false,
      watchers: [],
    });
    // After the publisher has its answer: a delivery that overtakes it would be an order QStash
    // never shows.
    setImmediate(pump);
    return messageId;
  };

  return {
    publish,
    deliver,
    pump,
    messages: (): Message[] => [...entries.values()].filter((entry) => !entry.cancelled),
    /** A delivery already on its way is not called back, but never retried. */
    cancel: (messageId: string): boolean => {
      const entry = entries.get(messageId);
      if (entry === undefined || entry.cancelled) return false;
      entry.cancelled = true;
      if (entry.state === "waiting") entries.delete(messageId);
      return true;
    },
    /**
     * Delivers what waits, due or not, held or not; one delivery of each, in the order flow control
     * lets them.
     */
    flush: async (messageId?: string): Promise<Delivery[]> => {
      const chosen = [...entries.values()].filter(
        (entry) =>
          entry.state === "waiting" && (messageId === undefined || entry.messageId === messageId),
      );
      const deliveries = chosen.map((entry) => {
        entry.forced = true;
        return new Promise<Delivery>((resolve) => entry.watchers.push(resolve));
      });
      pump();
      return Promise.all(deliveries);
    },
    hold: (value: boolean): void => {
      held = value;
      pump();
    },
    isHeld: () => held,
    dead,
    log: (): Delivery[] => log,
    clearLog: (): void => {
      log = [];
    },
    stop: async (): Promise<void> => {
      stopped.abort();
      clearTimeout(timer);
      await Promise.all(running);
      clearTimeout(timer);
    },
  };
}

function isSuccess({ status }: Delivery): boolean {
  return status !== null && status >= 200 && status < 300;
}

function isFinal({ status, headers }: Delivery): boolean {
  return status === 489 && headers["upstash-nonretryable-error"] === "true";
}

/** min(86400, e^(2.5 n)) seconds, or what the destination requires, a day at most. */
function retryDelayMs(retry: number, { headers }: Delivery): number {
  const asked = Number(headers["retry-after"]);
  const delayMs =
    Number.isFinite(asked) && asked > 0 ? asked * 1_000 : Math.exp(2.5 * retry) * 1_000;
  return Math.min(delayMs, MAX_RETRY_DELAY_MS);
}
