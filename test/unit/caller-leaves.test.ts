import { expect, test } from "vitest";
import * as z from "zod";
import { createApp } from "../../src/app.ts";
import { MODEL_LIMITS } from "../../src/chat/model/model-limits.ts";
import type { Deps } from "../../src/deps.ts";
import { defineRoute, type Route } from "../../src/route.ts";

test("behavior: what runs is held open beside its caller's connection until it ends", async () => {
  for (const isGood of [true, false]) {
    const work = Promise.withResolvers<{ done: boolean }>();
    const slow = defineRoute({
      ...{
        method: "POST",
        path: "/slow",
        price: "free",
        operationId: "slow",
        summary: "",
        auth: "none",
        leastScope: "none",
      },
      ...{
        isUnlimited: true,
        query: z.object({}),
        body: z.object({}),
        output: z.object({ done: z.boolean() }),
      },
      handle: () => work.promise,
    });
    const held: Promise<unknown>[] = [];
    const app = createApp(
      [slow as unknown as Route],
      () =>
        ({ newId: () => "1", log: () => undefined, clock: { nowMs: () => 0 } }) as unknown as Deps,
      () => undefined,
    );
    const context = {
      waitUntil: (one: Promise<unknown>) => held.push(one),
      passThroughOnException: () => undefined,
    };
    const answer = app.request("/slow", { method: "POST", body: "{}" }, {}, context as never);
    await expect.poll(() => held.length).toBe(1);
    let hasEnded = false;
    const ended = held[0]!.then(() => {
      hasEnded = true;
    });
    await Promise.resolve();
    expect(hasEnded).toBe(false);
    if (isGood) work.resolve({ done: true });
    else work.reject(new Error("bug"));
    await ended;
    expect((await answer).status).toBe(isGood ? 200 : 500);
  }
});

test("behavior: two model answers leave time to settle in a Worker's 30 seconds, no caller", () => {
  expect(MODEL_LIMITS.decideMs + MODEL_LIMITS.tellMs).toBeLessThanOrEqual(22_000);
});
