import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../../local/lib/free-port.ts";
import {
  type LocalAnswer,
  type LocalServer,
  startHttpServer,
} from "../../../local/lib/start-http-server.ts";
import { AppError } from "../../../src/errors.ts";
import { shiftNav } from "../../../src/store/attempts/record-nav.ts";
import { createKeys } from "../../../src/store/kernel/keys.ts";
import { createUpstashRedis } from "../../../src/store/kernel/upstash-redis.ts";
import { eachRedis } from "./support/each-redis.ts";
import { newAddress, T0 } from "./support/records.ts";

const script = { name: "probe", text: "return 'ok'" };
const failed = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    (value) => ({ value }),
    (error) => error,
  );

describe("a store that does not work", () => {
  let server: LocalServer;
  let answer: LocalAnswer | "drop";
  let requests: { body: string; headers: Record<string, unknown> }[];
  beforeAll(async () => {
    server = await startHttpServer(async (request) => {
      requests.push({ body: request.body.toString(), headers: request.headers });
      return answer;
    });
  });
  afterAll(() => server.stop());

  const run = async (given: LocalAnswer | "drop", timeoutMs?: number) => {
    answer = given;
    requests = [];
    const error = await failed(
      createUpstashRedis({ url: server.url, token: "t", timeoutMs }).run(
        script,
        ["secret-key"],
        ["secret-arg"],
      ),
    );
    if (!(error instanceof AppError)) throw new Error(`no AppError: ${JSON.stringify(error)}`);
    return {
      code: error.code,
      status: error.status,
      retry: error.retry,
      cause: String(error.cause),
      sent: requests.length,
    };
  };
  const unavailable = { code: "store_unavailable", status: 503, retry: true };

  test.each([
    [
      "HTTP 500 with an error",
      { status: 500, body: '{"error":"ERR internal"}' },
      "Error: redis answered 500: ERR internal",
    ],
    [
      "HTTP 500 with garbage",
      { status: 500, body: "<html>" },
      "Error: redis answered 500 with something that is not a result",
    ],
    [
      "HTTP 500 that claims a result",
      { status: 500, body: '{"result":"ok"}' },
      "Error: redis answered 500",
    ],
    [
      "HTTP 200 with garbage",
      { status: 200, body: "not json" },
      "Error: redis answered 200 with something that is not a result",
    ],
    [
      "HTTP 200 without a result",
      { status: 200, body: "{}" },
      "Error: redis answered 200 with something that is not a result",
    ],
    [
      "HTTP 200 with an error",
      { status: 200, body: '{"error":"NOPERM"}' },
      "Error: redis answered 200: NOPERM",
    ],
    [
      "HTTP 401",
      { status: 401, body: '{"error":"WRONGPASS"}' },
      "Error: redis answered 401: WRONGPASS",
    ],
  ])(
    "error: %s is store_unavailable, is not sent again, and quotes no command",
    async (_, given, cause) => {
      expect(await run(given)).toEqual({ ...unavailable, cause, sent: 1 });
    },
  );

  test("error: a cut line is sent again, byte for byte, then is store_unavailable", async () => {
    const { cause, ...rest } = await run("drop");
    expect(rest).toEqual({ ...unavailable, sent: 4 });
    expect(cause).toContain("fetch failed");
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
  });

  test("error: a connection that is refused is store_unavailable", async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const error = await failed(createUpstashRedis({ url, token: "t" }).run(script, [], []));
    expect(error).toMatchObject({ name: "AppError", ...unavailable });
  });

  test("error: no answer in time is store_unavailable", async () => {
    const fetch = (_: string, { signal }: RequestInit) =>
      new Promise<Response>((_, reject) =>
        signal?.addEventListener("abort", () => reject(signal.reason)),
      );
    const error = await failed(
      createUpstashRedis({ url: "http://127.0.0.1:1", token: "t", fetch, timeoutMs: 5 }).run(
        script,
        [],
        [],
      ),
    );
    expect(error).toMatchObject({ name: "AppError", ...unavailable });
  });

  test.each([
    ["null", null],
    ["a number", 5],
    ["an array", []],
    ["text that is not JSON", "<"],
    ["JSON of another shape", '{"shifted":"-1"}'],
    ["an empty object", "{}"],
  ])("error: a script answer that is %s is store_unavailable, never empty", async (_, result) => {
    answer = { status: 200, body: JSON.stringify({ result }) };
    const redis = createUpstashRedis({ url: server.url, token: "t" });
    const move = { moveId: "m", perUnit: "1", direction: "up", untilMs: T0 } as const;
    const input = {
      requestId: "r",
      nowMs: T0,
      chainId: 8453,
      vault: newAddress(),
      ...move,
    } as const;
    expect(await failed(shiftNav.run(redis, createKeys("p:"), input))).toMatchObject({
      name: "AppError",
      ...unavailable,
    });
  });

  test("behavior: one POST with the token and nothing about this program", async () => {
    await run({ status: 200, body: '{"error":"x"}' });
    const [{ body, headers }] = requests as [(typeof requests)[0]];
    expect(JSON.parse(body)).toEqual(["EVAL", script.text, 1, "secret-key", "secret-arg"]);
    expect(headers.authorization).toBe("Bearer t");
    expect(Object.keys(headers).filter((name) => name.startsWith("upstash"))).toEqual([]);
  });
});

describe("a store that works", () => {
  eachRedis((redis) => {
    test("default: the answer is the text that the script returned, in one request", async () => {
      redis().proxy.reset();
      const client = createUpstashRedis(redis());
      const text = "return cjson.encode({text = ARGV[1], digits = '0123', array = {}})";
      const answer = await client.run({ name: "probe", text }, ["k"], ['é"\\\u{1f600}']);
      expect(JSON.parse(String(answer))).toEqual({
        text: 'é"\\\u{1f600}',
        digits: "0123",
        array: {},
      });
      expect(redis().proxy.log().length).toBe(1);
    });

    test("behavior: text that looks like base64, JSON or OK stays as it is", async () => {
      const client = createUpstashRedis(redis());
      for (const text of ["aa", "0123", "12", "OK", '{"a":1}', "null"]) {
        expect(await client.run({ name: "probe", text: "return ARGV[1]" }, [], [text])).toBe(text);
      }
    });

    test("error: a Lua error is store_unavailable", async () => {
      const error = await failed(
        createUpstashRedis(redis()).run({ name: "probe", text: "error('boom')" }, [], []),
      );
      expect(error).toMatchObject({ code: "store_unavailable" });
    });

    test("behavior: a text goes once, then its SHA-1, again if the server lost it", async () => {
      const { url, token, proxy } = redis();
      const text = "return redis.call('INCR', KEYS[1])";
      const key = newAddress();
      const client = createUpstashRedis({ url, token });
      const commands = async (work: Promise<unknown>): Promise<unknown[]> => {
        proxy.reset();
        const answer = await work;
        return [answer, ...proxy.log().map(({ body }) => JSON.parse(body).slice(0, 2))];
      };
      const byText = ["EVAL", text];
      const bySha1 = ["EVALSHA", createHash("sha1").update(text).digest("hex")];
      const other = "return 'other'";
      expect(await commands(client.run({ name: "probe", text }, [key], []))).toEqual([1, byText]);
      expect(await commands(client.run({ name: "probe", text }, [key], []))).toEqual([2, bySha1]);
      expect(await commands(client.run({ name: "probe", text: other }, [], []))).toEqual([
        "other",
        ["EVAL", other],
      ]);
      // Another server behind the same address, which has seen no text: nothing ran by the SHA-1.
      proxy.before(async ({ body }) =>
        body.startsWith('["EVALSHA"')
          ? { status: 400, body: '{"error":"NOSCRIPT No matching script."}' }
          : undefined,
      );
      expect(await commands(client.run({ name: "probe", text }, [key], []))).toEqual([
        3,
        bySha1,
        byText,
      ]);
      proxy.clearHooks();
      expect(await commands(client.run({ name: "probe", text }, [key], []))).toEqual([4, bySha1]);
    });

    test("behavior: an unknown SHA-1 is NOSCRIPT here, as everywhere", async () => {
      const knownScripts = new Map([["return 'mine'", "0".repeat(40)]]);
      const client = createUpstashRedis({ ...redis(), knownScripts });
      expect(await client.run({ name: "probe", text: "return 'mine'" }, [], [])).toBe("mine");
      expect(knownScripts.get("return 'mine'")).toBe(
        createHash("sha1").update("return 'mine'").digest("hex"),
      );
    });

    test("error: what its SHA-1 refuses for another reason is not tried by its text", async () => {
      const { url, token, proxy } = redis();
      const client = createUpstashRedis({ url, token });
      await client.run(script, [], []);
      proxy.reset();
      proxy.before(async () => ({ status: 400, body: '{"error":"ERR NOSCRIPT is not why"}' }));
      expect(await failed(client.run(script, [], []))).toMatchObject({ code: "store_unavailable" });
      expect(proxy.log().length).toBe(1);
      proxy.clearHooks();
    });

    test("behavior: the given fetch is the one that is used", async () => {
      const seen: string[] = [];
      const client = createUpstashRedis({
        ...redis(),
        fetch: (url, init) => {
          seen.push(url);
          return fetch(url, init);
        },
      });
      expect(await client.run(script, [], [])).toBe("ok");
      expect(seen).toEqual([redis().url]);
    });
  });
});
