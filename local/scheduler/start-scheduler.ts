import { randomBytes } from "node:crypto";
import { startHttpServer } from "../lib/start-http-server.ts";
import { answerDev } from "./answer-dev.ts";
import { answerQstash, type SchedulerParts } from "./answer-qstash.ts";
import { createCron } from "./create-cron.ts";
import { createDeduplication } from "./create-deduplication.ts";
import { createDispatcher } from "./create-dispatcher.ts";
import { createScheduleBook } from "./create-schedule-book.ts";
import type { Delivery } from "./deliver-once.ts";

export type SchedulerOptions = {
  /** Default a free one. */
  port?: number;
  currentSigningKey?: string;
  nextSigningKey?: string;
  token?: string;
  /**
   * Milliseconds since 1970, for delays, retries, deduplication and cron; signatures are always on
   * the wall clock.
   */
  clock?: () => number;
  /** Fire schedules by their cron expression; off by default, then only `/_dev/fire` fires them. */
  autoFire?: boolean;
};
export type LocalScheduler = {
  /** Base URL and token for the Client of `@upstash/qstash`, keys for its Receiver. */
  url: string;
  token: string;
  currentSigningKey: string;
  nextSigningKey: string;
  /** Every delivery so far, the last 1,000. */
  log(): Delivery[];
  /** Looks again at what is due: for a `clock` that was moved. */
  wake(): void;
  /** Cuts deliveries short and leaves no timer and no connection. */
  stop(): Promise<void>;
};

/**
 * A stand-in for QStash on a free loopback port: its API under `/v2`, its signature, and controls
 * under `/_dev`.
 */
export async function startScheduler(options: SchedulerOptions = {}): Promise<LocalScheduler> {
  const { clock = Date.now, autoFire = false } = options;
  const keys = {
    current: options.currentSigningKey ?? newSecret("sig"),
    next: options.nextSigningKey ?? newSecret("sig"),
  };
  const token = options.token ?? newSecret("qstash");
  const dispatcher = createDispatcher({ clock, signingKey: keys.current });
  const book = createScheduleBook(clock);
  const cron = createCron(book, dispatcher, clock, !autoFire);
  const parts: SchedulerParts = {
    dispatcher,
    book,
    deduplication: createDeduplication(clock),
    keys,
    token,
  };
  const server = await startHttpServer(
    async (request) =>
      request.target.startsWith("/_dev/")
        ? answerDev(request, parts, cron)
        : answerQstash(request, parts),
    options.port,
  );
  return {
    url: server.url,
    token,
    currentSigningKey: keys.current,
    nextSigningKey: keys.next,
    log: dispatcher.log,
    wake: dispatcher.pump,
    stop: async () => {
      cron.stop();
      await dispatcher.stop();
      await server.stop();
    },
  };
}

function newSecret(prefix: string): string {
  return `${prefix}_${randomBytes(24).toString("base64url")}`;
}
