import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { Client } from "@upstash/qstash";
import { afterEach, beforeEach, expect, test } from "vitest";
import { spawnChild } from "../../local/lib/spawn-child.ts";
import {
  type MessagingSink,
  startMessagingSink,
} from "../../local/messaging/start-messaging-sink.ts";
import { type LocalScheduler, startScheduler } from "../../local/scheduler/start-scheduler.ts";

const entry = join(import.meta.dirname, "..", "..", "src", "setup.ts");
let scheduler: LocalScheduler;
let sink: MessagingSink;
beforeEach(async () => {
  scheduler = await startScheduler();
  sink = await startMessagingSink();
});
afterEach(async () => {
  await scheduler?.stop();
  await sink?.stop();
});

async function setup(
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  let output = "";
  const child = await spawnChild({
    command: process.execPath,
    args: [entry],
    env: { PATH: process.env.PATH ?? "", ...env },
    output: (chunk: string) => {
      output += chunk;
    },
  });
  const { code } = await child.exited;
  return { code, output };
}

test("behavior: the schedule is made once, and said to be there the second time", async () => {
  const env = {
    PUBLIC_BASE_URL: "https://sextant.example",
    QSTASH_URL: scheduler.url,
    QSTASH_TOKEN: scheduler.token,
  };
  expect(await setup(env)).toMatchObject({
    code: 0,
    output: expect.stringContaining("schedule created"),
  });
  expect(await setup(env)).toMatchObject({
    code: 0,
    output: expect.stringContaining("schedule unchanged"),
  });
  const moved = await setup({ ...env, PUBLIC_BASE_URL: "https://other.example" });
  expect(moved).toMatchObject({ code: 0, output: expect.stringContaining("schedule updated") });
  const schedules = await new Client({
    baseUrl: scheduler.url,
    token: scheduler.token,
  }).schedules.list();
  expect(schedules).toMatchObject([
    {
      cron: "*/5 * * * *",
      destination: "https://other.example/api/internal/twap-tick",
      retries: 0,
    },
  ]);
  expect(schedules).toHaveLength(1);
});

test("behavior: the bot's webhook and menu are registered with secret, changes told", async () => {
  const env = {
    PUBLIC_BASE_URL: "https://sextant.example",
    QSTASH_URL: scheduler.url,
    QSTASH_TOKEN: scheduler.token,
    TELEGRAM_API_URL: sink.url,
    TELEGRAM_BOT_TOKEN: "42:token",
    TELEGRAM_BOT_NAME: "Local_Bot",
    TELEGRAM_WEBHOOK_SECRET: "s".repeat(16),
  };
  const calls = async () => {
    const answer = await (await fetch(`${sink.url}/_dev/calls`)).json();
    return (answer as { calls: { method: string; parameters: object }[] }).calls;
  };
  const first = await setup(env);
  expect(first).toMatchObject({ code: 0 });
  expect(first.output).toContain(
    "Telegram webhook created: https://sextant.example/api/telegram/webhook",
  );
  expect(first.output).toContain("Telegram menu created.");
  expect((await calls()).find(({ method }) => method === "setWebhook")?.parameters).toEqual({
    url: "https://sextant.example/api/telegram/webhook",
    secret_token: "ssssssssssssssss",
    allowed_updates: ["message", "callback_query"],
    drop_pending_updates: false,
  });
  const again = await setup(env);
  expect(again.output).toContain("Telegram webhook unchanged");
  expect(again.output).toContain("Telegram menu unchanged.");
  const moved = await setup({ ...env, PUBLIC_BASE_URL: "https://other.example" });
  expect(moved.output).toContain(
    "Telegram webhook updated: https://other.example/api/telegram/webhook",
  );
  expect(moved.output).not.toContain("ssss");

  const other = await setup({ ...env, TELEGRAM_BOT_NAME: "another_bot" });
  expect(other).toMatchObject({ code: 1, output: expect.stringContaining("TELEGRAM_BOT_NAME") });
  const { TELEGRAM_WEBHOOK_SECRET: _, ...without } = env;
  expect(await setup(without)).toMatchObject({
    code: 1,
    output: expect.stringContaining("TELEGRAM_WEBHOOK_SECRET"),
  });
  expect(await setup({ ...env, TELEGRAM_WEBHOOK_SECRET: "short" })).toMatchObject({ code: 1 });
});

test("error: a missing variable is named, and the exit code says so", () => {
  const { status, stderr } = spawnSync(process.execPath, [entry], {
    env: { PATH: process.env.PATH ?? "" },
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stderr).toContain("PUBLIC_BASE_URL");
  expect(stderr).toContain("QSTASH_TOKEN");
});
