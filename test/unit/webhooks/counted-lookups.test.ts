import { expect, test } from "vitest";
import { createKeys } from "../../../src/store/kernel/keys.ts";
import { createWebhookPort } from "../../../src/webhooks/create-webhook-port.ts";
import { registerWebhook } from "../../../src/webhooks/register-webhook.ts";
import { createSimRedis } from "../../simulation/redis/create-sim-redis.ts";
import { storeDeps } from "../../support/store-deps.ts";
import { newAddress, T0 } from "../store/support/records.ts";

test("attack: names are counted before look-up: refused ones ask ten times an hour", async () => {
  const looked: string[] = [];
  let nowMs = T0;
  const { redis } = createSimRedis({ nowMs: () => nowMs });
  const deps = {
    ...storeDeps({ redis, keys: createKeys("sx:"), nowMs: () => nowMs }),
    webhooks: createWebhookPort({
      resolve: async (name) => {
        looked.push(name);
        return ["127.0.0.1"];
      },
      fetch: async () => new Response(null),
      ...{ timeoutMs: 5_000, ownHost: undefined, localOrigin: undefined },
    }),
  };
  const operator = newAddress();
  const codes: string[] = [];
  const register = async (number: number) => {
    const url = `https://name-${number}.example.com/`;
    await registerWebhook(deps, operator, url).catch((error) => codes.push(error.code));
  };
  for (let number = 0; number < 15; number += 1) await register(number);
  expect(looked).toHaveLength(10);
  expect(codes).toEqual([
    ...Array(10).fill("webhook_url_refused"),
    ...Array(5).fill("rate_limited"),
  ]);
  nowMs += 3_600_000;
  await register(15);
  expect(looked).toHaveLength(11);
});
