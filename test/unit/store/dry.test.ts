import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dryRedis } from "../../../src/store/kernel/dry-redis.ts";
import type { Script } from "../../../src/store/kernel/redis-port.ts";
import { dryLua } from "../../../src/store/kernel/wrap-lua.ts";

/**
 * Commands of Redis that only read (redis.io/commands, "readonly"), of those that the service uses.
 */
const READ_ONLY = [
  ...[
    "EXISTS",
    "GET",
    "MGET",
    "TTL",
    "PTTL",
    "HGET",
    "HMGET",
    "HGETALL",
    "HKEYS",
    "HLEN",
    "HEXISTS",
  ],
  ...["LINDEX", "LLEN", "LRANGE", "SCARD", "SISMEMBER", "SMEMBERS"],
  ...[
    "ZCARD",
    "ZCOUNT",
    "ZRANGE",
    "ZRANGEBYSCORE",
    "ZREVRANGE",
    "ZREVRANGEBYSCORE",
    "ZREVRANK",
    "ZSCORE",
  ],
];

async function allScripts(): Promise<Required<Script>[]> {
  const root = join(import.meta.dirname, "../../../src/store");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".ts"),
  );
  const modules = await Promise.all(
    files.map((path) => import(join(root, path)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) => Object.values(module)).filter(isScript);
}
const isScript = (value: unknown): value is Required<Script> =>
  typeof value === "object" && value !== null && "dryText" in value && "run" in value;

test("no script's dry form can write: beside a stand-in it names none of Redis' own", async () => {
  const scripts = (await allScripts()).filter(({ text, dryText }) => dryText() !== text);
  expect(scripts.length).toBeGreaterThan(50);
  for (const { name, dryText } of scripts) {
    expect(dryText().split(dryLua), name).toHaveLength(2);
    expect(dryText().replace(dryLua, ""), name).not.toMatch(/redis\.p?call/);
  }
  // The stand-in hands on what is in its list of reads, and asks by these names itself.
  const handedOn = /gmatch\('([A-Z ]+)'/.exec(dryLua)?.[1]?.split(" ") ?? [];
  const own = [...dryLua.matchAll(/redis\.call\('([A-Z]+)'/g)].map(([, command]) => command);
  const counted = [...dryLua.matchAll(/dry_count\([^)]*?'([A-Z]+)'/g)].map(
    ([, command]) => command,
  );
  for (const command of [...handedOn, ...own, ...counted]) expect(READ_ONLY).toContain(command);
  expect(handedOn.length).toBeGreaterThan(15);
});

test("what counts callers counts them in a dry run too, and nothing else writes", async () => {
  const counting = (await allScripts())
    .filter(({ text, dryText }) => dryText() === text)
    .map(({ name }) => name);
  expect(counting).toEqual(["count-stranger", "count-lookup"]);
});

test("edge: every command of the scripts has its line in the stand-in", async () => {
  const used = new Set(
    (await allScripts()).flatMap(({ text }) =>
      [...text.matchAll(/\bcall\('([A-Z]+)'/g)].map(([, command]) => command),
    ),
  );
  for (const command of used) expect(dryLua).toMatch(new RegExp(`\\b${command}\\b`));
});

test("refused: a script without a dry form", async () => {
  const redis = dryRedis({ run: async () => "written" });
  await expect(redis.run({ name: "by-hand", text: "return 1" }, [], [])).rejects.toThrow(
    "by-hand has no dry form",
  );
});
