import { afterAll, beforeAll, expect, test } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import { AppError } from "../../../src/errors.ts";
import { holdEventStream } from "../../../src/events/hold-event-stream.ts";
import { storeDeps } from "../../support/store-deps.ts";
import { newAddress, T0 } from "../store/support/records.ts";
import { startTestRedis, type TestRedis } from "../store/support/start-store.ts";

let redis: TestRedis;
beforeAll(async () => {
  redis = await startTestRedis("simulated");
});
afterAll(() => redis?.stop());

/** Streams that are held until their caller hears no more. */
function streams() {
  const store = redis.store();
  let nowMs = T0;
  const deps = storeDeps({ redis: store.redis, keys: store.keys, nowMs: () => nowMs });
  /** Opens one; answers `leave`, or what it was refused with. */
  const open = async (operator: `0x${string}`, address: string) => {
    let isHeard = true;
    let wake: () => void = () => undefined;
    const opened = Promise.withResolvers<"open">();
    const held = holdEventStream(
      {
        deps: {
          ...deps,
          sleep: () =>
            new Promise<void>((resolve) => {
              wake = resolve;
            }),
        },
        say: () => opened.resolve("open"),
        isHeard: () => isHeard,
      } as unknown as RequestContext,
      {
        ...{ operator, vault: newAddress(), chainId: 8453, sinceMs: null, forSec: 300 },
        headers: new Headers({ "cf-connecting-ip": address }),
      },
    );
    const refused = held.then(
      () => "ended" as const,
      (error: unknown) => error,
    );
    const first = await Promise.race([opened.promise, refused]);
    if (first !== "open") return first;
    return async () => {
      isHeard = false;
      wake();
      await refused;
    };
  };
  return {
    open,
    advance: (ms: number) => {
      nowMs += ms;
    },
  };
}

const refusalOf = (answer: unknown) =>
  answer instanceof AppError ? [answer.code, answer.retryAfterSec] : answer;

// Decision D63: three of an operator and ten of a network at once, five minutes each.
test("behavior: an operator has three streams at once on any network; places free up", async () => {
  const { open, advance } = streams();
  const operator = newAddress();
  const held = [];
  for (const n of [1, 2, 3]) held.push(await open(operator, `203.0.113.${n}`));
  expect(held.every((one) => typeof one === "function")).toBe(true);
  advance(60_000);
  expect(refusalOf(await open(operator, "198.51.100.4"))).toEqual(["rate_limited", 240]);
  expect(await open(newAddress(), "198.51.100.5")).toBeTypeOf("function");
  await (held[0] as () => Promise<void>)();
  expect(await open(operator, "198.51.100.4")).toBeTypeOf("function");
  expect(refusalOf(await open(operator, "198.51.100.4"))).toEqual(["rate_limited", 240]);
  // The two of the first minute are over, whether or not that was written down.
  advance(240_000);
  expect(await open(operator, "198.51.100.6")).toBeTypeOf("function");
});

test("behavior: a network has ten streams at once, whoever opens them", async () => {
  const { open } = streams();
  for (let n = 0; n < 10; n += 1)
    expect(await open(newAddress(), "203.0.113.7")).toBeTypeOf("function");
  expect(refusalOf(await open(newAddress(), "203.0.113.7"))).toEqual(["rate_limited", 300]);
  expect(await open(newAddress(), "198.51.100.7")).toBeTypeOf("function");
});
