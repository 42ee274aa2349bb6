import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { Client } from "@upstash/qstash";
import { afterAll, beforeAll, expect, test } from "vitest";
import { spawnChild } from "../../local/lib/spawn-child.ts";
import { type LocalScheduler, startScheduler } from "../../local/scheduler/start-scheduler.ts";

const entry = join(import.meta.dirname, "..", "..", "src", "setup.ts");
let scheduler: LocalScheduler;
beforeAll(async () => {
  scheduler = await startScheduler();
});
afterAll(() => scheduler?.stop());

async function setup(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
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
  const env = { PUBLIC_BASE_URL: "https://sextant.example", QSTASH_URL: scheduler.url, QSTASH_TOKEN: scheduler.token };
  expect(await setup(env)).toMatchObject({ code: 0, output: expect.stringContaining("schedule created") });
  expect(await setup(env)).toMatchObject({ code: 0, output: expect.stringContaining("schedule unchanged") });
  const moved = await setup({ ...env, PUBLIC_BASE_URL: "https://other.example" });
  expect(moved).toMatchObject({ code: 0, output: expect.stringContaining("schedule updated") });
  const schedules = await new Client({ baseUrl: scheduler.url, token: scheduler.token }).schedules.list();
  expect(schedules).toMatchObject([
    { cron: "*/5 * * * *", destination: "https://other.example/api/internal/twap-tick", retries: 0 },
  ]);
  expect(schedules).toHaveLength(1);
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
