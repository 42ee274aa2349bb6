import { randomBytes, randomUUID } from "node:crypto";
import type { Hex } from "viem";
import { expect, test } from "vitest";
import { verifyWebhook } from "../../../src/client/verify-webhook.ts";
import type { Deps } from "../../../src/deps.ts";
import { deliverOutbox } from "../../../src/notifications/deliver-and-publish.ts";
import { createOrder } from "../../../src/store/orders/create-order.ts";
import { listWebhooks, removeWebhook } from "../../../src/store/webhooks/list-webhooks.ts";
import { createSealer } from "../../../src/wallet/create-sealer.ts";
import type { WebhookOutcome } from "../../../src/webhooks/create-webhook-port.ts";
import { deliverWebhooks } from "../../../src/webhooks/deliver-webhooks.ts";
import { registerWebhook } from "../../../src/webhooks/register-webhook.ts";
import { requestWebhooks } from "../../../src/webhooks/webhook-delivery.ts";
import { newOrders } from "../../support/new-orders.ts";
import { telegramOver } from "../../support/telegram-over.ts";
import { addOutbox } from "../store/support/add-outbox.ts";
import { eachRedis } from "../store/support/each-redis.ts";
import { pairTelegram } from "../store/support/pair-telegram.ts";
import { newAddress, orderOf, T0 } from "../store/support/records.ts";
import type { TestStore } from "../store/support/start-store.ts";

const [SECOND, HOUR, DAY] = [1_000, 3_600_000, 86_400_000];
const FAILS: WebhookOutcome = { ok: false, reason: "answered 500" };

type Sent = {
  url: string;
  id: string;
  headers: Record<string, string>;
  body: string;
  atMs: number;
};
/** What an endpoint does with a delivery. */
type Endpoint = (sent: Sent) => WebhookOutcome | Promise<WebhookOutcome>;

/**
 * A store with a clock of its own, endpoints that are written down, and a queue that keeps what is
 * published.
 */
function setUp(store: TestStore) {
  let nowMs = T0 + 1;
  const sent: Sent[] = [];
  const logged: string[] = [];
  const published: { path: string; deduplicationId: string }[] = [];
  const endpoints = new Map<string, Endpoint>();
  const chat: string[] = [];
  const deps = {
    redis: store.redis,
    keys: store.keys,
    clock: { nowMs: () => nowMs },
    newId: () => randomUUID(),
    randomBytes: (length: number) => randomBytes(length),
    log: (event: string) => void logged.push(event),
    sleep: async (ms: number) => {
      nowMs += ms;
    },
    defer: () => undefined,
    sealer: createSealer("22".repeat(32), (length) => randomBytes(length)),
    publisher: {
      publish: async (calls: readonly { path: string; deduplicationId: string }[]) =>
        void published.push(...calls),
    },
    channels: telegramOver({
      send: async (_chatId: string, html: string) => {
        chat.push(html);
        return { status: "delivered" } as const;
      },
    }),
    webhooks: {
      admit: async (url: string) => ({ ok: true, value: url }) as const,
      send: async (url: string, headers: Record<string, string>, body: string) => {
        const one = { url, id: String(JSON.parse(body).id), headers, body, atMs: nowMs };
        sent.push(one);
        return (await endpoints.get(url)?.(one)) ?? ({ ok: true } as const);
      },
    },
  } as unknown as Deps;
  const put = (operator: string, ...ids: string[]) =>
    store.run(addOutbox, {
      items: ids.map((id) => ({
        ...{ id, operator, dueMs: nowMs - 1 },
        payload: {
          kind: "history_lost",
          id,
          operator,
          vault: newAddress(),
          chainId: 8453,
          createdAt: T0,
          agent: newAddress(),
          chainNonce: 3,
        },
      })),
      nowMs,
    });
  return {
    ...{ deps, sent, logged, published, chat, endpoints, put },
    idsAt: (url: string) =>
      sent.filter((one) => one.url === url).map(({ id }) => id.replace(/:\d+$/, "")),
    pass: (ms: number) => {
      nowMs += ms;
    },
    register: async (operator: string, url: string) => {
      const registered = await registerWebhook(deps, operator as `0x${string}`, url);
      nowMs += 1;
      return registered;
    },
    deliver: async () => {
      nowMs += 1;
      return deliverWebhooks(deps);
    },
    list: async (operator: string) =>
      (await listWebhooks.run(store.redis, store.keys, { nowMs, operator })).webhooks,
    pair: (operator: string) => pairTelegram(store, operator, JSON.stringify({ chatId: operator })),
    tell: () => deliverOutbox(deps, { subrequests: 160, forMs: 15_000 }),
  };
}

const URL_A = "https://a.example.com/in";
const URL_B = "https://b.example.com/in";
const URL_C = "https://c.example.com/in";

eachRedis((redis) => {
  test("behavior: ping, then each notification once, in order, signed by the secret", async () => {
    const store = redis().store();
    const world = setUp(store);
    const operator = newAddress();
    const { secret, webhook } = await world.register(operator, URL_A);
    expect(webhook).toMatchObject({ url: URL_A, status: "on", waiting: 1 });
    expect(JSON.stringify(await store.snapshot())).not.toContain(secret);
    await world.put(operator, "n1", "n2");
    await world.put(operator, "n3", "n2");
    expect(await world.deliver()).toEqual({ delivered: 4, failed: 0, switchedOff: 0 });
    expect(world.idsAt(URL_A)).toEqual([`webhook:${webhook.id}:ping`, "n1", "n2", "n3"]);
    for (const { headers, body, id, atMs } of world.sent) {
      const verified = await verifyWebhook({ secret, headers, body, nowMs: atMs });
      expect(verified).toMatchObject({ ok: true, event: { id } });
    }
    expect(await world.deliver()).toEqual({ delivered: 0, failed: 0, switchedOff: 0 });
    expect(await world.list(operator)).toMatchObject([
      { status: "on", waiting: 0, dropped: 0, lastFailure: null },
    ]);
    // Without a chat nothing waits for one.
    expect(
      await store.command(
        "EXISTS",
        store.keys.outbox("telegram"),
        store.keys.outboxDue("telegram"),
      ),
    ).toBe(0);
  });

  test("behavior: chat and webhooks get the same; a chat answer is no notification", async () => {
    const store = redis().store();
    const world = setUp(store);
    const operator = newAddress();
    await world.pair(operator);
    await world.register(operator, URL_A);
    await world.register(operator, URL_B);
    await world.put(operator, "n1");
    const reply = { kind: "chat_reply", id: "r1", operator, createdAt: T0, html: "hello" };
    await store.run(addOutbox, {
      items: [
        {
          id: "r1",
          operator,
          dueMs: T0,
          payload: reply,
          to: { channel: "telegram", chatId: operator },
        },
      ],
    });
    // An order's card is the chat's alone.
    const order = orderOf(newAddress(), operator as Hex);
    await store.run(createOrder, newOrders.twap(order));
    await world.deliver();
    await world.tell();
    expect(world.idsAt(URL_A).slice(1).sort()).toEqual(
      ["n1", world.idsAt(URL_A).find((id) => id.includes("added"))].sort(),
    );
    expect(world.idsAt(URL_B).slice(1)).toEqual(["n1"]);
    const told = world.chat.join("\n");
    expect(told.match(/Webhook added/g)).toHaveLength(2);
    expect(told).toContain("cannot know which slices they were");
    expect(told).toContain("hello");
    expect(told).not.toContain("ping");
  });

  test("behavior: one never answering holds up no others, chat or next delivery", async () => {
    const store = redis().store();
    const world = setUp(store);
    const [silent, other, third] = [newAddress(), newAddress(), newAddress()];
    await world.pair(silent);
    await world.register(silent, URL_A);
    for (const operator of [silent, other, third]) await world.register(operator, URL_B + operator);
    // The promise is kept only when the test says so: whatever waited for it would never end.
    const hanging = Promise.withResolvers<WebhookOutcome>();
    const reached = Promise.withResolvers<void>();
    world.endpoints.set(URL_A, () => {
      reached.resolve();
      return hanging.promise;
    });
    const arrivals = [silent, other, third].map((operator) => {
      const arrived = Promise.withResolvers<void>();
      world.endpoints.set(URL_B + operator, ({ id }) => {
        if (id === `n2 ${operator}`) arrived.resolve();
        return { ok: true };
      });
      return arrived.promise;
    });
    for (const operator of [silent, other, third])
      await world.put(operator, `n1 ${operator}`, `n2 ${operator}`);
    let ended = false;
    const first = world.deliver().then((summary) => {
      ended = true;
      return summary;
    });
    await reached.promise;
    // Every other endpoint, another delivery and the chat, to their ends, while the first one
    // hangs.
    await Promise.all(arrivals);
    await world.deliver();
    await world.tell();
    expect(ended).toBe(false);
    expect(world.idsAt(URL_A)).toHaveLength(1);
    expect(world.chat.join("\n")).toContain("cannot know which slices they were");
    hanging.resolve({ ok: false, reason: "no answer within 5 s" });
    expect(await first).toMatchObject({ failed: 1 });
    expect((await world.list(silent))[0]).toMatchObject({ status: "failing", waiting: 4 });
  });

  test("behavior: the failed share one place, so a hundred leave the others theirs", async () => {
    const store = redis().store();
    const world = setUp(store);
    const silent = Array.from({ length: 20 }, (_, index) => `https://silent-${index}.example.com/`);
    for (const url of silent) {
      world.endpoints.set(url, () => FAILS);
      await world.register(newAddress(), url);
    }
    await world.deliver();
    world.pass(31 * SECOND);
    let [inFlight, most] = [0, 0];
    const hanging = Promise.withResolvers<WebhookOutcome>();
    for (const url of silent)
      world.endpoints.set(url, () => {
        inFlight += 1;
        most = Math.max(most, inFlight);
        return hanging.promise.finally(() => {
          inFlight -= 1;
        });
      });
    const good = newAddress();
    await world.register(good, URL_C);
    const arrived = Promise.withResolvers<void>();
    world.endpoints.set(URL_C, ({ id }) => {
      if (id === "n9") arrived.resolve();
      return { ok: true };
    });
    await world.put(good, ...Array.from({ length: 9 }, (_, index) => `n${index + 1}`));
    const delivery = world.deliver();
    await arrived.promise;
    expect(most).toBe(1);
    // Time is over when the hanging one ends, so the delivery does too.
    world.pass(26 * SECOND);
    hanging.resolve(FAILS);
    await delivery;
    expect(most).toBe(1);
  });

  test("behavior: failures retry at 30 s, doubled to 30 minutes, in order, then all", async () => {
    const store = redis().store();
    const world = setUp(store);
    const operator = newAddress();
    const { webhook } = await world.register(operator, URL_A);
    world.endpoints.set(URL_A, () => FAILS);
    await world.put(operator, "n1", "n2");
    for (const waitSec of [30, 60, 120, 240, 480, 960, 1_800, 1_800]) {
      expect(await world.deliver()).toMatchObject({ failed: 1 });
      world.pass((waitSec - 1) * SECOND);
      expect([waitSec, await world.deliver()]).toEqual([
        waitSec,
        { delivered: 0, failed: 0, switchedOff: 0 },
      ]);
      world.pass(SECOND);
    }
    expect(await world.list(operator)).toMatchObject([
      {
        status: "failing",
        waiting: 3,
        lastFailure: { reason: "answered 500" },
        failingSince: expect.any(Number),
      },
    ]);
    const seen = world.sent.length;
    world.endpoints.set(URL_A, () => ({ ok: true }));
    world.pass(31 * 60 * SECOND);
    expect(await world.deliver()).toMatchObject({ delivered: 3, failed: 0 });
    // Five times in a row the ping failed, and went behind the others.
    expect(world.sent.slice(seen).map(({ id }) => id.replace(/:\d+$/, ""))).toEqual([
      "n1",
      "n2",
      `webhook:${webhook.id}:ping`,
    ]);
    expect(await world.list(operator)).toMatchObject([
      { status: "on", waiting: 0, failingSince: null },
    ]);
  });

  test("behavior: a day without success switches it off, told in chat and elsewhere", async () => {
    const store = redis().store();
    const world = setUp(store);
    const operator = newAddress();
    await world.pair(operator);
    await world.register(operator, URL_A);
    await world.register(operator, URL_B);
    await world.deliver();
    world.endpoints.set(URL_A, () => FAILS);
    await world.put(operator, "n1");
    let offs = 0;
    for (let hours = 0; hours < 26; hours += 2) {
      const { switchedOff } = await world.deliver();
      offs += switchedOff;
      const [a] = await world.list(operator);
      expect([hours, a?.status]).toEqual([hours, hours < 24 ? "failing" : "off"]);
      world.pass(2 * HOUR);
    }
    expect(offs).toBe(1);
    await world.deliver();
    const [a, b] = await world.list(operator);
    expect(a).toMatchObject({ status: "off", waiting: 0, dropped: 1, offAt: expect.any(Number) });
    expect(b).toMatchObject({ status: "on", waiting: 0 });
    expect(world.idsAt(URL_B).some((id) => id.includes("switched_off"))).toBe(true);
    await world.tell();
    expect(world.chat.join("\n")).toMatch(
      /Webhook switched off.*a\.example\.com[\s\S]*answered 500/,
    );
    const seen = world.idsAt(URL_A).length;
    await world.put(operator, "n2");
    await world.deliver();
    expect([world.idsAt(URL_A).length, world.idsAt(URL_B).at(-1)]).toEqual([seen, "n2"]);
    // Registered again it is on, with a new secret.
    world.endpoints.set(URL_A, () => ({ ok: true }));
    const again = await world.register(operator, URL_A);
    expect(again.webhook).toMatchObject({ id: a?.id, status: "on", waiting: 1, dropped: 0 });
    await world.deliver();
    const last = world.sent.filter(({ url }) => url === URL_A).at(-1);
    expect(
      await verifyWebhook({ secret: again.secret, ...last!, nowMs: last!.atMs }),
    ).toMatchObject({ ok: true });
    expect(await store.command("ZCARD", store.keys.webhookOff())).toBe(0);
  });

  test("behavior: a day without deliveries is no day of failures", async () => {
    const world = setUp(redis().store());
    const operator = newAddress();
    await world.register(operator, URL_A);
    world.endpoints.set(URL_A, () => FAILS);
    await world.deliver();
    world.pass(2 * DAY);
    expect(await world.deliver()).toMatchObject({ failed: 1, switchedOff: 0 });
    expect(await world.list(operator)).toMatchObject([{ status: "failing" }]);
  });

  test("behavior: what an endpoint never takes goes last, and out after twenty tries", async () => {
    const world = setUp(redis().store());
    const operator = newAddress();
    await world.register(operator, URL_A);
    world.endpoints.set(URL_A, ({ id }) => (id === "bad" ? FAILS : { ok: true }));
    await world.put(operator, "bad", "good");
    for (let round = 0; round < 27; round += 1) {
      await world.put(operator, `r${round}`);
      await world.deliver();
      world.pass(HOUR);
    }
    const ids = world.idsAt(URL_A);
    expect(ids.filter((id) => id === "bad")).toHaveLength(20);
    expect(ids).toEqual(expect.arrayContaining(["good", "r0", "r23"]));
    expect(await world.list(operator)).toMatchObject([{ status: "on", waiting: 0, dropped: 1 }]);
  });

  test("behavior: two at once send nothing twice; after its lease a dead is followed", async () => {
    const store = redis().store();
    const world = setUp(store);
    const operator = newAddress();
    await world.register(operator, URL_A);
    await world.put(operator, "n1", "n2", "n3");
    await Promise.all([world.deliver(), world.deliver(), world.deliver()]);
    expect(world.idsAt(URL_A).slice(1)).toEqual(["n1", "n2", "n3"]);
    await world.put(operator, "n4");
    world.endpoints.set(URL_A, () => Promise.reject(new Error("the Worker is killed")));
    await world.deliver();
    expect(world.logged).toContain("webhooks_error");
    world.endpoints.delete(URL_A);
    world.pass(59 * SECOND);
    expect(await world.deliver()).toMatchObject({ delivered: 0 });
    world.pass(2 * SECOND);
    expect(await world.deliver()).toMatchObject({ delivered: 1 });
    expect(world.idsAt(URL_A).slice(-2)).toEqual(["n4", "n4"]);
  });

  test("error: three an operator, ten registrations an hour; a queue keeps 500", async () => {
    const store = redis().store();
    const world = setUp(store);
    const operator = newAddress();
    for (const url of [URL_A, URL_B, URL_C]) await world.register(operator, url);
    await expect(world.register(operator, "https://d.example.com/")).rejects.toMatchObject({
      code: "webhook_limit",
    });
    for (let more = 0; more < 7; more += 1) await world.register(operator, URL_A);
    await expect(world.register(operator, URL_A)).rejects.toMatchObject({ code: "rate_limited" });
    world.endpoints.set(URL_A, () => FAILS);
    const [{ id, waiting, dropped } = { id: "", waiting: 0, dropped: 0 }] =
      await world.list(operator);
    const filler = Array.from({ length: 495 - waiting }, (_, index) => `f${index}`);
    await store.command("RPUSH", store.keys.webhookQueue(id), ...filler);
    await world.put(operator, ...Array.from({ length: 15 }, (_, index) => `n${index}`));
    const [a] = await world.list(operator);
    expect(a?.waiting).toBe(500);
    expect(a?.dropped).toBe(dropped + 10);
    const removed = await store.run(removeWebhook, { operator, id: a!.id });
    expect(removed).toEqual({ removed: true });
    expect(await store.run(removeWebhook, { operator, id: a!.id })).toEqual({ removed: false });
    expect(
      await store.command("EXISTS", store.keys.webhookQueue(a!.id), store.keys.webhookItems(a!.id)),
    ).toBe(0);
    expect(
      await store.run(removeWebhook, {
        operator: newAddress(),
        id: (await world.list(operator))[0]!.id,
      }),
    ).toEqual({ removed: false });
  });

  test("behavior: a secret that cannot be opened sends nothing unsigned", async () => {
    const world = setUp(redis().store());
    const operator = newAddress();
    await world.register(operator, URL_A);
    const other = createSealer("33".repeat(32), (length) => randomBytes(length));
    await deliverWebhooks({ ...world.deps, sealer: other });
    expect(world.sent).toEqual([]);
    expect(await world.list(operator)).toMatchObject([
      { status: "failing", lastFailure: { reason: expect.stringContaining("secret") } },
    ]);
  });

  test("behavior: deliveries are asked of the queue where due, once a slot, no more", async () => {
    const store = redis().store();
    const world = setUp(store);
    await requestWebhooks(world.deps);
    expect(world.published).toEqual([]);
    await world.register(newAddress(), URL_A);
    await requestWebhooks(world.deps);
    await requestWebhooks(world.deps);
    expect(
      new Set(world.published.map(({ path, deduplicationId }) => `${path} ${deduplicationId}`))
        .size,
    ).toBe(1);
    expect(world.published[0]?.path).toBe("/api/internal/webhooks");
    const broken = {
      ...world.deps,
      publisher: { publish: () => Promise.reject(new Error("down")) },
    };
    await requestWebhooks(broken);
    expect(world.logged).toContain("webhooks_not_requested");
  });
});
