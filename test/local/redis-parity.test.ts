import { randomUUID } from "node:crypto";
import { Redis } from "@upstash/redis/cloudflare";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type LocalRedis, startRedis } from "../../local/redis/start-redis.ts";
import { redisKinds } from "./redis-kinds.ts";

/** Things that a sloppy front or client would change on the way. */
const VALUES = [
  "",
  "aa",
  "0123",
  "T0s=",
  "OK",
  "null",
  "1.50",
  "9007199254740993",
  "£ 😀\u0000\r\n",
  '{"a":[1]}',
  "x".repeat(70_000),
];

describe.each(redisKinds())("@upstash/redis over the %s Redis", (kind) => {
  let local: LocalRedis;
  let redis: Redis;
  let key: string;
  beforeAll(async () => {
    local = await startRedis({ kind });
    redis = new Redis({
      url: local.url,
      token: local.token,
      automaticDeserialization: false,
      enableTelemetry: false,
    });
  });
  afterAll(() => local.stop());
  beforeEach(() => {
    key = `parity:${randomUUID()}`;
  });

  test("SET GET DEL EXISTS MGET: values come back as they went", async () => {
    for (const value of VALUES) {
      expect(await redis.set(key, value)).toBe("OK");
      expect(await redis.get(key)).toBe(value);
    }
    expect(await redis.get(`${key}:none`)).toBeNull();
    expect(await redis.mget(key, `${key}:none`, key)).toEqual([VALUES.at(-1), null, VALUES.at(-1)]);
    expect(await redis.exists(key, key, `${key}:none`)).toBe(2);
    expect(await redis.del(key, `${key}:none`)).toBe(1);
    expect(await redis.exists(key)).toBe(0);
  });

  test("SET nx, xx, px, ex, get, keepttl", async () => {
    expect(await redis.set(key, "a", { xx: true })).toBeNull();
    expect(await redis.set(key, "a", { nx: true, px: 60_000 })).toBe("OK");
    expect(await redis.set(key, "b", { nx: true, px: 60_000 })).toBeNull();
    expect(await redis.get(key)).toBe("a");
    const leftMs = await redis.pttl(key);
    expect(leftMs > 50_000 && leftMs <= 60_000).toBe(true);
    expect(await redis.set(key, "c", { keepTtl: true })).toBe("OK");
    expect(await redis.ttl(key)).toBe(60);
    expect(await redis.set(key, "d", { ex: 10, get: true })).toBe("c");
    expect(await redis.ttl(key)).toBe(10);
    expect(await redis.set(key, "e")).toBe("OK");
    expect(await redis.ttl(key)).toBe(-1);
  });

  test("EXPIRE PEXPIRE TTL, and what is over is gone", async () => {
    expect(await redis.ttl(key)).toBe(-2);
    expect(await redis.expire(key, 10)).toBe(0);
    await redis.set(key, "a");
    expect(await redis.expire(key, 10)).toBe(1);
    expect(await redis.ttl(key)).toBe(10);
    expect(await redis.pexpire(key, 60_000)).toBe(1);
    expect(await redis.ttl(key)).toBe(60);
    expect(await redis.pexpire(key, 0)).toBe(1);
    expect(await redis.get(key)).toBeNull();
  });

  test("INCR INCRBY DECR", async () => {
    expect(await redis.incr(key)).toBe(1);
    expect(await redis.incrby(key, 41)).toBe(42);
    expect(await redis.decr(key)).toBe(41);
    expect(await redis.get(key)).toBe("41");
    await redis.set(key, "no number");
    await expect(redis.incr(key)).rejects.toThrow("ERR value is not an integer or out of range");
  });

  test("HSET HGET HMGET HGETALL HDEL HINCRBY", async () => {
    expect(await redis.hset(key, { a: "", b: "aa", "£": '{"n":1}' })).toBe(3);
    expect(await redis.hset(key, { a: "0123", c: "4" })).toBe(1);
    expect(await redis.hget(key, "a")).toBe("0123");
    expect(
      await redis.eval("return redis.call('hmget', KEYS[1], 'a', 'none', '£')", [key], []),
    ).toEqual(["0123", null, '{"n":1}']);
    expect(await redis.hmget(key, "a", "none", "£")).toEqual(["0123", null, '{"n":1}']);
    expect(await redis.hmget(`${key}:none`, "a", "b")).toEqual([null, null]);
    expect(await redis.hgetall(key)).toEqual(["a", "0123", "b", "aa", "£", '{"n":1}', "c", "4"]);
    expect(await redis.hgetall(`${key}:none`)).toEqual([]);
    expect(await redis.hincrby(key, "c", 3)).toBe(7);
    expect(await redis.hdel(key, "a", "none")).toBe(1);
  });

  test("ZADD ZRANGEBYSCORE ZREM ZCARD ZSCORE", async () => {
    const dueMs = 1_795_168_783_531;
    const first = { score: dueMs, member: "b" };
    expect(
      await redis.zadd(key, first, { score: dueMs + 1, member: "aa" }, { score: 5, member: "" }),
    ).toBe(3);
    expect(await redis.zadd(key, { score: dueMs + 9, member: "b" })).toBe(0);
    expect(await redis.zadd(key, { nx: true }, { score: 1, member: "b" })).toBe(0);
    expect(await redis.zadd(key, { gt: true, ch: true }, { score: dueMs + 10, member: "b" })).toBe(
      1,
    );
    expect(await redis.zcard(key)).toBe(3);
    expect(await redis.zscore(key, "none")).toBeNull();
    expect(await redis.eval("return redis.call('zscore', KEYS[1], 'b')", [key], [])).toBe(
      String(dueMs + 10),
    );
    const byScore = (min: string, max: string, ...more: string[]) =>
      redis.eval(
        "return redis.call('zrangebyscore', KEYS[1], unpack(ARGV))",
        [key],
        [min, max, ...more],
      );
    expect(await byScore("-inf", String(dueMs + 10))).toEqual(["", "aa", "b"]);
    expect(await byScore(`(${5}`, `(${dueMs + 10}`)).toEqual(["aa"]);
    expect(await byScore("-inf", "+inf", "LIMIT", "1", "1")).toEqual(["aa"]);
    expect(await byScore("5", "5", "WITHSCORES")).toEqual(["", "5"]);
    expect(await redis.zrange(key, 0, dueMs + 1, { byScore: true })).toEqual(["", "aa"]);
    expect(await redis.zrem(key, "aa", "none")).toBe(1);
    expect(await redis.zcard(key)).toBe(2);
    expect(await local.command(["zrangebyscore", key, "-inf", "+inf"])).toEqual(["", "b"]);
  });

  test("SADD SREM SMEMBERS SCARD SISMEMBER", async () => {
    expect(await redis.sadd(key, "aa", "", "£")).toBe(3);
    expect(await redis.sadd(key, "aa", "b")).toBe(1);
    expect((await redis.smembers(key)).sort()).toEqual(["", "aa", "b", "£"]);
    expect(await redis.scard(key)).toBe(4);
    expect(await redis.sismember(key, "b")).toBe(1);
    expect(await redis.srem(key, "b", "none")).toBe(1);
    expect(await redis.smembers(`${key}:none`)).toEqual([]);
  });

  test("LPUSH RPUSH LRANGE LTRIM LREM LLEN", async () => {
    expect(await redis.lpush(key, "a", "b")).toBe(2);
    expect(await redis.rpush(key, "c", "a", "aa")).toBe(5);
    expect(await redis.lrange(key, 0, -1)).toEqual(["b", "a", "c", "a", "aa"]);
    expect(await redis.lrem(key, 1, "a")).toBe(1);
    expect(await redis.lrange(key, 0, -1)).toEqual(["b", "c", "a", "aa"]);
    expect(await redis.ltrim(key, 0, 1)).toBe("OK");
    expect(await redis.lrange(key, 0, -1)).toEqual(["b", "c"]);
    expect(await redis.llen(key)).toBe(2);
    await expect(redis.incr(key)).rejects.toThrow("WRONGTYPE");
  });

  test("SCAN: finds every key of a pattern", async () => {
    const wanted = Array.from({ length: 50 }, (_, i) => `${key}:${i}`);
    await Promise.all(wanted.map((name) => redis.set(name, "1")));
    const found = new Set<string>();
    let cursor = "0";
    do {
      const [next, names] = await redis.scan(cursor, { match: `${key}:*`, count: 10 });
      for (const name of names) found.add(name);
      cursor = String(next);
    } while (cursor !== "0");
    expect([...found].sort()).toEqual(wanted.sort());
  });

  test("EVAL: JSON in and out, compare and set, every kind of answer", async () => {
    const script = `
      local order = cjson.decode(ARGV[1])
      local before = redis.call('get', KEYS[1])
      if before and cjson.decode(before).version >= order.version then return {0, before} end
      order.by = ARGV[2]
      redis.call('set', KEYS[1], ARGV[1], 'PX', 60000)
      return {1, cjson.encode({ id = order.id }), order.list[2], order.none == cjson.null, #order.list}`;
    const order = JSON.stringify({
      id: "£1",
      version: 1,
      list: ["a", "b"],
      none: null,
      amountBase: "340282366920938463463",
    });
    expect(await redis.eval(script, [key], [order, "me"])).toEqual([1, '{"id":"£1"}', "b", 1, 2]);
    expect(await redis.eval(script, [key], [order, "me"])).toEqual([0, order]);
    expect(
      await redis.eval("return cjson.encode({ at = 1795168783531, half = nil })", [], []),
    ).toBe('{"at":1795168783531}');
    expect(await redis.eval("return cjson.encode({ 1, 'two', { three = true } })", [], [])).toBe(
      '[1,"two",{"three":true}]',
    );
    expect(
      await redis.eval("return cjson.encode(cjson.decode(ARGV[1]))", [], ['{"s":"a\\"/\\u00e9"}']),
    ).toBe('{"s":"a\\"\\/é"}');
    expect(await redis.eval("return 3.99", [], [])).toBe(3);
    expect(await redis.eval("return tostring(3.99)", [], [])).toBe("3.99");
    expect(await redis.eval("return false", [], [])).toBeNull();
    expect(await redis.eval("return true", [], [])).toBe(1);
    expect(await redis.eval("return {1, nil, 3}", [], [])).toEqual([1]);
    expect(await redis.eval("return redis.status_reply('FINE')", [], [])).toBe("FINE");
    expect(await redis.eval("return {KEYS[2], ARGV[1], #KEYS}", [key, ""], [""])).toEqual([
      "",
      "",
      2,
    ]);
    expect(
      await redis.eval("return redis.pcall('incr', KEYS[1]).err and 'caught'", [key], []),
    ).toBe("caught");
    expect(await redis.eval("return redis.sha1hex('')", [], [])).toBe(
      "da39a3ee5e6b4b0d3255bfef95601890afd80709",
    );
    const time = (await redis.eval("return redis.call('time')", [], [])) as string[];
    expect(Math.abs(Number(time[0]) * 1_000 - Date.now()) < 5_000).toBe(true);
  });

  test("EVAL: an error stops the script, what it wrote before stays", async () => {
    const script = "redis.call('set', KEYS[1], 'half'); return redis.call('lpush', KEYS[1], 'x')";
    await expect(redis.eval(script, [key], [])).rejects.toThrow("WRONGTYPE");
    expect(await redis.get(key)).toBe("half");
    await expect(redis.eval("return redis.error_reply('STALE gone')", [], [])).rejects.toThrow(
      "STALE gone",
    );
  });

  test("EVAL: two at once do not mix", async () => {
    const script = `local n = tonumber(redis.call('get', KEYS[1]) or '0')
      redis.call('set', KEYS[1], n + 1)
      return n + 1`;
    const seen = await Promise.all(Array.from({ length: 40 }, () => redis.eval(script, [key], [])));
    expect(seen.sort((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 40 }, (_, i) => i + 1),
    );
  });

  test("SCRIPT LOAD, EVALSHA, and NOSCRIPT after SCRIPT FLUSH", async () => {
    const sha = await redis.scriptLoad("return ARGV[1] .. KEYS[1]");
    expect(sha).toMatch(/^[0-9a-f]{40}$/);
    expect(await redis.evalsha(sha, ["k"], ["a"])).toBe("ak");
    expect(await redis.scriptExists(sha, "0".repeat(40))).toEqual([1, 0]);
    expect(await redis.createScript("return ARGV[1]", { readonly: false }).exec([], ["£"])).toBe(
      "£",
    );
    await expect(redis.evalsha("0".repeat(40), [], [])).rejects.toThrow("NOSCRIPT");
  });

  test("pipeline and multi", async () => {
    const pipeline = redis.pipeline().set(key, "aa").get(key).incr(key).hmget(`${key}:none`, "a");
    expect(await pipeline.exec({ keepErrors: true })).toEqual([
      { result: "OK", error: undefined },
      { result: "aa", error: undefined },
      { result: undefined, error: expect.stringContaining("ERR value is not an integer") },
      { result: [null], error: undefined },
    ]);
    expect(await redis.multi().set(key, "1").incr(key).lrange(`${key}:none`, 0, -1).exec()).toEqual(
      ["OK", 2, []],
    );
  });

  test("default client: JSON comes back as objects, numbers stay text if they must", async () => {
    const plain = new Redis({ url: local.url, token: local.token });
    await plain.set(key, { a: ["£", null, 1.5] });
    expect(await plain.get(key)).toEqual({ a: ["£", null, 1.5] });
    await plain.set(key, "9007199254740992");
    expect(await plain.incr(key)).toBe("9007199254740993");
    expect(await plain.get(key)).toBe("9007199254740993");
    await plain.hset(`${key}:hash`, { a: { n: 1 }, b: "aa" });
    expect(await plain.hgetall(`${key}:hash`)).toEqual({ a: { n: 1 }, b: "aa" });
    expect(await plain.hgetall(`${key}:none`)).toBeNull();
    expect(await plain.hmget(`${key}:hash`, "b", "none")).toEqual({ b: "aa", none: null });
    await plain.rpush<unknown>(`${key}:list`, { n: 1 }, "aa", "007");
    expect(await plain.lrange(`${key}:list`, 0, -1)).toEqual([{ n: 1 }, "aa", "007"]);
  });
});
