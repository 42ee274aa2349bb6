import type { StackManifest } from "./stack-manifest.ts";

/** Makes the schedule that a deployment has: a tick every 5 minutes, no retries. Making it twice keeps one. */
export async function createSchedule({ baseUrl, qstash }: StackManifest): Promise<void> {
  const response = await fetch(`${qstash.url}/v2/schedules/${baseUrl}/api/internal/twap-tick`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${qstash.token}`,
      "upstash-cron": "*/5 * * * *",
      "upstash-retries": "0",
      "upstash-schedule-id": "sextant-twap",
    },
  });
  if (!response.ok) throw new Error(`the scheduler refused the schedule: ${await response.text()}`);
}
