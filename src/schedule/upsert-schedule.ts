import { Client } from "@upstash/qstash";

type Options = { baseUrl: string; token: string; destination: string };

/** TICK_RULES.intervalMs, never retried: the next tick is the retry (decision 49). */
const CRON = "*/5 * * * *";
const SCHEDULE_ID = "sextant-tick";

/** Under a fixed id, so that there is never a second one; says what it did. */
export async function upsertSchedule({
  baseUrl,
  token,
  destination,
}: Options): Promise<"created" | "updated" | "unchanged"> {
  const { schedules } = new Client({ baseUrl, token, enableTelemetry: false });
  const known = (await schedules.list()).find(({ scheduleId }) => scheduleId === SCHEDULE_ID);
  if (known?.cron === CRON && known.destination === destination && known.retries === 0 && !known.isPaused)
    return "unchanged";
  await schedules.create({ scheduleId: SCHEDULE_ID, destination, cron: CRON, retries: 0, method: "POST", body: "{}" });
  if (known?.isPaused) await schedules.resume({ schedule: SCHEDULE_ID });
  return known === undefined ? "created" : "updated";
}
