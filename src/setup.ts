import { parseEnv, requireEnv } from "./env.ts";
import { upsertSchedule } from "./schedule/upsert-schedule.ts";

/** `npm run setup`: makes what lives outside the Worker, from the same variables, and says what it changed. */
async function setup(): Promise<void> {
  const env = parseEnv(process.env);
  const { PUBLIC_BASE_URL, QSTASH_TOKEN } = requireEnv(env, ["PUBLIC_BASE_URL", "QSTASH_TOKEN"]);
  const destination = new URL("/api/internal/twap-tick", PUBLIC_BASE_URL).href;
  const done = await upsertSchedule({
    baseUrl: env.QSTASH_URL ?? "https://qstash.upstash.io",
    token: QSTASH_TOKEN,
    destination,
  });
  console.log(`QStash schedule ${done}: ${destination}, every 5 minutes, no retries.`);
  console.log("Telegram webhook: not part of this version yet; nothing changed.");
}

setup().catch((error: unknown) => {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : "";
  console.error(`Setup failed: ${error instanceof Error ? error.message : "unknown"}${cause}`);
  process.exitCode = 1;
});
