import { SCHEDULE_ROUTES } from "../../schemas/schedule-routes.ts";
import { upsertSchedule } from "../../src/schedule/qstash-publisher.ts";
import type { StackManifest } from "./stack-manifest.ts";

/** Makes the schedule that a deployment has, by the very code of `npm run setup`. */
export async function createSchedule({ baseUrl, qstash }: StackManifest): Promise<void> {
  await upsertSchedule({
    baseUrl: qstash.url,
    token: qstash.token,
    destination: `${baseUrl}${SCHEDULE_ROUTES.tick}`,
  });
}
