import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startRedis } from "../../../local/redis/start-redis.ts";
import { projectDir } from "./source-files.ts";

/** A machine without redis-server: a path with the Node of this run, and nothing else. */
async function without<T>(work: () => Promise<T>): Promise<T> {
  const { PATH, CI } = process.env;
  process.env.PATH = "/nowhere";
  process.env.CI = "true";
  try {
    return await work();
  } finally {
    process.env.PATH = PATH;
    if (CI === undefined) delete process.env.CI;
    else process.env.CI = CI;
  }
}

test("behavior: a stack's Redis is embedded without a redis-server, in CI too", async () => {
  const redis = await without(() => startRedis());
  try {
    expect(redis.kind).toBe("embedded");
    await redis.command(["SET", "k", "v"]);
    expect(await redis.command(["GET", "k"])).toBe("v");
  } finally {
    await redis.stop();
  }
});

test("error: npm run test:redis without redis-server says what to install, exit code 1", () => {
  const script = join(projectDir, "test/support/require-redis.ts");
  const { status, stderr } = spawnSync(process.execPath, ["--no-warnings", script], {
    encoding: "utf8",
    env: { PATH: "/nowhere" },
  });
  expect(status).toBe(1);
  expect(stderr.trim().split("\n")).toEqual([
    "npm run test:redis needs redis-server, which is not on the PATH. Bring it: apt-get " +
      "install -y redis-server",
  ]);
});
