import { describe, expect, test } from "vitest";
import { createDeps } from "../../src/create-deps.ts";
import { createIsolate } from "../../src/create-isolate.ts";
import { notConfigured, parseEnv, requireEnv } from "../../src/env.ts";
import type { AppError } from "../../src/errors.ts";

const thrown = (run: () => unknown): AppError & { cause: Error } => {
  try {
    run();
  } catch (error) {
    return error as AppError & { cause: Error };
  }
  throw new Error("nothing was thrown");
};

describe("parseEnv", () => {
  test("default: nothing has to be set; the product has its name and ENVIRONMENT none", () => {
    expect(parseEnv({})).toEqual({
      PRODUCT_NAME: "Sextant",
      rpcUrls: {},
      addressOverrides: {},
      prices: {},
    });
  });

  test("behavior: empty text is not set", () => {
    const empty = parseEnv({
      PRODUCT_NAME: "",
      ENVIRONMENT: "",
      ZEROX_API_KEY: "",
      QSTASH_URL: "",
      RPC_URL_1: "",
      ADDRESSES_1: "",
    });
    expect(empty.PRODUCT_NAME).toBe("Sextant");
    expect([empty.ENVIRONMENT, empty.ZEROX_API_KEY, empty.QSTASH_URL]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([empty.rpcUrls, empty.addressOverrides]).toEqual([{}, {}]);
  });

  test("behavior: several nodes a chain, in order, spaces or not; uncallable ones are out", () => {
    const { rpcUrls, addressOverrides } = parseEnv({
      RPC_URL_8453: "https://a.example/1, https://b.example/2",
      RPC_URL_1: "https://c.example",
      RPC_URL_5: "https://d.example",
      ADDRESSES_10: '{"registry":"0x"}',
    });
    expect(rpcUrls).toEqual({
      8453: ["https://a.example/1", "https://b.example/2"],
      1: ["https://c.example"],
    });
    expect(addressOverrides).toEqual({ 10: '{"registry":"0x"}' });
  });

  test.each([
    ["PUBLIC_BASE_URL", "sextant.example"],
    ["UPSTASH_REDIS_REST_URL", "redis://host:6379"],
    ["QSTASH_URL", "javascript:alert(1)"],
    ["ZEROX_API_URL", "ftp://x"],
    ["UNISWAP_API_URL", "not a url"],
    ["X402_FACILITATOR_URL", "ws://x402.example"],
    ["TELEGRAM_API_URL", "//api.telegram.org"],
  ])(
    "error: a malformed %s is not_configured, its name in the cause only and its value nowhere",
    (name, value) => {
      const error = thrown(() => parseEnv({ [name]: value }));
      expect(error).toMatchObject({ code: "not_configured", status: 503 });
      expect(error.message).not.toContain(name);
      expect(error.cause.message).toBe(`missing or malformed configuration: ${name}`);
      expect(`${error.stack} ${JSON.stringify(error.details)}`).not.toContain(value);
    },
  );

  test("behavior: the prices that are set, each under its own name; empty ones are not", () => {
    const { prices } = parseEnv({
      PRICE_QUOTE: "0.5",
      PRICE_TOOLS_CALL: "",
      PRICE_NO_SUCH_THING: "1",
    });
    expect(prices).toEqual({ quote: "0.5" });
  });

  test("error: a secret that is no text is refused without being shown", () => {
    const error = thrown(() => parseEnv({ AGENT_WALLET_SECRET: { hidden: "s3cret" } }));
    expect(error.code).toBe("not_configured");
    expect(`${error.stack} ${error.cause.stack}`).not.toContain("s3cret");
  });
});

describe("requireEnv", () => {
  test("behavior: the named values, all present", () => {
    const env = parseEnv({ ZEROX_API_KEY: "k", PRODUCT_NAME: "P" });
    expect(requireEnv(env, ["ZEROX_API_KEY", "PRODUCT_NAME"])).toEqual({
      ZEROX_API_KEY: "k",
      PRODUCT_NAME: "P",
    });
  });

  test("error: all that is missing is named at once, in the cause", () => {
    const error = thrown(() =>
      requireEnv(parseEnv({ QSTASH_TOKEN: "t" }), ["QSTASH_TOKEN", "QSTASH_URL", "ZEROX_API_KEY"]),
    );
    expect(error.code).toBe("not_configured");
    expect(error.cause.message).toBe(
      "missing or malformed configuration: QSTASH_URL, ZEROX_API_KEY",
    );
  });

  test("behavior: the public sentence is always the same", () => {
    expect(notConfigured(["A"]).message).toBe(notConfigured(["B"]).message);
  });
});

describe("createDeps and ENVIRONMENT", () => {
  const host = {
    fetcher: () => Promise.reject(new Error("no network")),
    waitUntil: () => {},
    routes: [],
  };
  const make = (bindings: Record<string, unknown>) => createDeps(bindings, createIsolate(), host);

  test.each([
    "http://127.0.0.1:8787",
    "http://localhost:1",
    "http://[::1]:8787",
    "https://localhost",
  ])("behavior: a local Worker at %s has a movable clock", (PUBLIC_BASE_URL) => {
    const deps = make({ ENVIRONMENT: "local", PUBLIC_BASE_URL });
    deps.localClock?.moveTo(5_000_000_000_000);
    expect(deps.clock.nowMs() - 5_000_000_000_000).toBeLessThan(10_000);
    expect(deps.clock.nowMs()).toBeGreaterThanOrEqual(5_000_000_000_000);
    expect(deps.keys.prefix).toBe("sx:local:");
  });

  test.each([
    undefined,
    "https://sextant.example",
    "http://127.0.0.1.example",
    "http://localhost.example",
    "http://127.0.0.1@sextant.example",
    "http://sextant.example/127.0.0.1",
    "http://0.0.0.0:8787",
    "http://192.168.0.1",
  ])("error: a local Worker at %s is refused", (PUBLIC_BASE_URL) => {
    const error = thrown(() =>
      make({ ENVIRONMENT: "local", ...(PUBLIC_BASE_URL && { PUBLIC_BASE_URL }) }),
    );
    expect(error).toMatchObject({ code: "not_configured", status: 503 });
  });

  test.each([undefined, "production", "staging", "LOCAL", "local "])(
    "behavior: ENVIRONMENT=%s has no local clock, wherever it is reachable, and keys of its own",
    (ENVIRONMENT) => {
      const deps = make({
        ...(ENVIRONMENT && { ENVIRONMENT }),
        PUBLIC_BASE_URL: "http://127.0.0.1:8787",
      });
      expect(deps.localClock).toBeUndefined();
      expect(Math.abs(deps.clock.nowMs() - Date.now())).toBeLessThan(10_000);
      expect(deps.keys.prefix).toBe(`sx:${ENVIRONMENT ?? "production"}:`);
    },
  );

  test("behavior: a clock that was moved in a local isolate does not move another's", () => {
    const isolate = createIsolate();
    createDeps(
      { ENVIRONMENT: "local", PUBLIC_BASE_URL: "http://localhost" },
      isolate,
      host,
    ).localClock?.moveTo(5e12);
    expect(Math.abs(createDeps({}, isolate, host).clock.nowMs() - Date.now())).toBeLessThan(10_000);
    expect(Math.abs(make({}).clock.nowMs() - Date.now())).toBeLessThan(10_000);
  });

  test("error: what is not configured is refused when it is used, not before", async () => {
    const deps = make({});
    expect(thrown(() => deps.chain(8453)).cause.message).toContain("RPC_URL_8453");
    expect(thrown(() => deps.venue("0x")).cause.message).toContain("ZEROX_API_KEY");
    expect(thrown(() => deps.venue("uniswap")).cause.message).toContain("UNISWAP_API_KEY");
    const names = ["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"].join(", ");
    expect(thrown(() => deps.redis.run({ name: "x", text: "" }, [], [])).cause.message).toContain(
      names,
    );
  });
});
