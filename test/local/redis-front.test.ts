import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findRedisServer } from "../../local/redis/find-redis-server.ts";
import { type LocalRedis, startRedis } from "../../local/redis/start-redis.ts";
import { isAlive } from "./is-alive.ts";
import { redisKinds } from "./redis-kinds.ts";

type Answer = { status: number; body: unknown };

describe.each(redisKinds())("the REST front of the %s Redis", (kind) => {
  let redis: LocalRedis;
  beforeAll(async () => {
    redis = await startRedis({ kind });
  });
  afterAll(() => redis.stop());

  const post = async (
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const answer = await fetch(`${redis.url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${redis.token}`, ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const base64 = { "upstash-encoding": "base64" };

  test("default: one command, in any case, with numbers as arguments", async () => {
    expect(await post("/", ["set", "front:n", 12])).toEqual({
      status: 200,
      body: { result: "OK" },
    });
    expect(await post("/", ["GeT", "front:n"])).toEqual({ status: 200, body: { result: "12" } });
    expect(await post("/", ["incrby", "front:n", "3"])).toEqual({
      status: 200,
      body: { result: 15 },
    });
    expect(await post("/", ["get", "front:none"])).toEqual({ status: 200, body: { result: null } });
  });

  test("base64: strings at any depth, numbers and null plain, a whole OK untouched", async () => {
    const script = "return {'OK', 'aa', 1, {'£', {}}, false}";
    expect(await post("/", ["eval", script, 0], base64)).toEqual({
      status: 200,
      body: { result: ["T0s=", "YWE=", 1, ["wqM=", []], null] },
    });
    expect(await post("/", ["set", "front:v", "aa"], base64)).toEqual({
      status: 200,
      body: { result: "OK" },
    });
    expect(await post("/", ["get", "front:v"], base64)).toEqual({
      status: 200,
      body: { result: "YWE=" },
    });
    expect(await post("/", ["ping"], base64)).toEqual({
      status: 200,
      body: { result: "UE9ORw==" },
    });
    expect(await post("/", ["set", "front:v", ""], base64)).toEqual({
      status: 200,
      body: { result: "OK" },
    });
    expect(await post("/", ["get", "front:v"], base64)).toEqual({
      status: 200,
      body: { result: "" },
    });
  });

  test("args: integers beyond 2^53 stay exact, as text", async () => {
    await post("/", ["set", "front:big", "9007199254740992"]);
    expect(await post("/", ["incr", "front:big"])).toEqual({
      status: 200,
      body: { result: "9007199254740993" },
    });
    await post("/", ["set", "front:big", "9007199254740990"]);
    expect(await post("/", ["incr", "front:big"])).toEqual({
      status: 200,
      body: { result: 9007199254740991 },
    });
  });

  test("pipeline: each command has its own result or error", async () => {
    await post("/", ["set", "front:text", "x"]);
    const commands = [
      ["set", "front:p", "1"],
      ["incr", "front:text"],
      ["get", "front:p"],
    ];
    expect(await post("/pipeline", commands, base64)).toEqual({
      status: 200,
      body: [
        { result: "OK" },
        { error: "ERR value is not an integer or out of range" },
        { result: "MQ==" },
      ],
    });
  });

  test("multi-exec: all together, or EXECABORT and nothing", async () => {
    const good = [
      ["set", "front:m", "1"],
      ["incr", "front:m"],
      ["lpop", "front:m"],
    ];
    expect(await post("/multi-exec", good)).toMatchObject({
      status: 200,
      body: [{ result: "OK" }, { result: 2 }, { error: expect.stringMatching(/^WRONGTYPE /) }],
    });
    expect(
      await post("/multi-exec", [
        ["set", "front:m", "9"],
        ["set", "front:m"],
      ]),
    ).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^EXECABORT /) },
    });
    expect(await post("/", ["get", "front:m"])).toEqual({ status: 200, body: { result: "2" } });
  });

  test("error: what Redis refuses is 400 with its own words", async () => {
    await post("/", ["set", "front:text", "x"]);
    expect(await post("/", ["incr", "front:text"])).toEqual({
      status: 400,
      body: { error: "ERR value is not an integer or out of range" },
    });
    expect(await post("/", ["eval", "return redis.error_reply('MINE no')", 0])).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^MINE no/) },
    });
    expect(await post("/", ["evalsha", "0".repeat(40), 0])).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^NOSCRIPT /) },
    });
  });

  test.each([
    ["not JSON", "/", "{"],
    ["no command", "/", []],
    ["a nested argument", "/", ["set", "k", ["v"]]],
    ["null as an argument", "/", ["set", "k", null]],
    ["an empty pipeline", "/pipeline", []],
    ["a pipeline of no arrays", "/pipeline", ["get", "k"]],
  ])("error: %s is 400", async (_, path, body) => {
    expect(await post(path, body)).toEqual({
      status: 400,
      body: { error: "ERR failed to parse command" },
    });
  });

  test("error: commands that would change the shared connection are refused", async () => {
    for (const name of ["MULTI", "subscribe", "SELECT", "BLPOP", "shutdown"]) {
      const error = `ERR ${name.toUpperCase()} is not available over REST`;
      expect(await post("/", [name, "0"])).toEqual({ status: 400, body: { error } });
      expect(await post("/pipeline", [["ping"], [name, "0"]])).toEqual({
        status: 400,
        body: { error },
      });
    }
    expect(await post("/", ["ping"])).toEqual({ status: 200, body: { result: "PONG" } });
  });

  test("error: without the token 401, elsewhere 404", async () => {
    const refused = { status: 401, body: { error: "WRONGPASS invalid or missing auth token" } };
    expect(await post("/", ["ping"], { authorization: "Bearer wrong" })).toEqual(refused);
    expect(await post("/pipeline", [["ping"]], { authorization: redis.token })).toEqual(refused);
    expect((await post("/elsewhere", ["ping"])).status).toBe(404);
  });

  test("command: speaks to Redis past the front and throws its error", async () => {
    expect(await redis.command(["SET", "front:c", "1"])).toBe("OK");
    expect(await redis.command(["MGET", "front:c", "front:none"])).toEqual(["1", null]);
    await expect(redis.command(["NOSUCH"])).rejects.toThrow(/^ERR unknown command/);
  });

  test("behavior: many at once get their own answers", async () => {
    const values = Array.from({ length: 200 }, (_, i) => `${i}:${"x".repeat(i * 40)}`);
    const echoed = await Promise.all(
      values.map((value) => post("/", ["eval", "return ARGV[1]", 0, value])),
    );
    expect(echoed.map(({ body }) => (body as { result: string }).result)).toEqual(values);
  });
});

test.each(redisKinds())(
  "stop: leaves no process and no open port of the %s Redis",
  async (kind) => {
    const redis = await startRedis({ kind });
    const pid = redis.server?.pid();
    expect(pid === undefined ? "embedded" : isAlive(pid)).toBe(
      kind === "embedded" ? "embedded" : true,
    );
    await redis.stop();
    if (pid !== undefined) expect(isAlive(pid)).toBe(false);
    await expect(fetch(redis.url)).rejects.toThrow("fetch failed");
    await expect(redis.command(["PING"])).rejects.toThrow("closed");
  },
);

test("error: no redis-server: real errors with the command, else embedded serves", async () => {
  const path = process.env.PATH;
  process.env.PATH = "/nowhere";
  try {
    expect(findRedisServer()).toBeUndefined();
    await expect(startRedis({ kind: "real" })).rejects.toThrow("apt-get install -y redis-server");
    const fallback = await startRedis();
    expect(fallback.kind).toBe("embedded");
    await fallback.stop();
  } finally {
    process.env.PATH = path;
  }
});

test("redisUrl: stands in front of a running Redis and leaves it running", async () => {
  const { createRedisMock } = await import("js-redis-server");
  const running = await createRedisMock({ compatibility: "redis-7.0" });
  const front = await startRedis({ redisUrl: `${running.url}/1` });
  expect(front.kind).toBe("real");
  await front.command(["SET", "k", "kept in database 1"]);
  await front.stop();
  const again = await startRedis({ redisUrl: `${running.url}/1` });
  expect(await again.command(["GET", "k"])).toBe("kept in database 1");
  await again.stop();
  await running.close();
  await expect(startRedis({ redisUrl: running.url })).rejects.toThrow("ECONNREFUSED");
  await expect(startRedis({ redisUrl: "rediss://127.0.0.1:1" })).rejects.toThrow("redis:// only");
});
