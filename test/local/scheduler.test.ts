import { Client, Receiver } from "@upstash/qstash";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { LocalRequest } from "../../local/lib/start-http-server.ts";
import type { Delivery } from "../../local/scheduler/deliver-once.ts";
import { type LocalScheduler, startScheduler } from "../../local/scheduler/start-scheduler.ts";
import { type Inbox, startInbox } from "./start-inbox.ts";

let nowMs = Date.parse("2026-11-20T10:00:00Z");
let scheduler: LocalScheduler;
let inbox: Inbox;
let client: Client;
let receiver: Receiver;
beforeAll(async () => {
  scheduler = await startScheduler({ clock: () => nowMs });
  const { url: baseUrl, token, currentSigningKey, nextSigningKey } = scheduler;
  client = new Client({ baseUrl, token, enableTelemetry: false, retry: false, devMode: false });
  receiver = new Receiver({ currentSigningKey, nextSigningKey, devMode: false });
  inbox = await startInbox();
});
beforeEach(async () => {
  inbox.answerWith(async () => ({ status: 200, body: "taken" }));
  await dev("resume");
  for (const { scheduleId } of await client.schedules.list())
    await client.schedules.delete(scheduleId);
  await client.dlq.delete({ all: true });
});
afterAll(async () => {
  await scheduler.stop();
  await inbox.stop();
});

type Log = {
  deliveries: Delivery[];
  waiting: { messageId: string; retried: number; dueAtMs: number; state: string }[];
};
type DevAnswer = Log &
  Delivery & { signature: string; error: string; cronHeld: boolean; messagesHeld: boolean };
async function dev(control: string, order: unknown = {}): Promise<DevAnswer> {
  const answer = await fetch(`${scheduler.url}/_dev/${control}`, {
    method: "POST",
    body: JSON.stringify(order),
  });
  return (await answer.json()) as DevAnswer;
}
async function log(): Promise<Log> {
  return (await (await fetch(`${scheduler.url}/_dev/log`)).json()) as Log;
}
/** As the Worker does it: raw body, exact URL. */
function verify(request: LocalRequest): Promise<boolean> {
  const signature = String(request.headers["upstash-signature"]);
  return receiver.verify({
    signature,
    body: request.body.toString(),
    url: `${inbox.url}${request.target}`,
  });
}
const summary = ({ status, body, retried }: Delivery) => ({ status, body, retried });

describe("publish", () => {
  test("default: delivered once, as forwarded, with a signature Receiver accepts", async () => {
    const url = `${inbox.url}/internal/tick?a=b/c&d=%20`;
    const { messageId } = await client.publishJSON({
      url,
      body: { n: "£" },
      headers: { "X-Shard": "3" },
      label: "shard",
    });
    const request = await inbox.next();
    expect(request).toMatchObject({
      method: "POST",
      target: "/internal/tick?a=b/c&d=%20",
      headers: {
        "content-type": "application/json",
        "x-shard": "3",
        "user-agent": "Upstash-QStash",
        "upstash-message-id": messageId,
        "upstash-retried": "0",
        "upstash-label": "shard",
      },
    });
    expect(request.headers.authorization).toBeUndefined();
    expect(request.body.toString()).toBe('{"n":"£"}');
    expect(await verify(request)).toBe(true);
  });

  test("signature: HS256, documented claims, wall clock whatever the scheduler says", async () => {
    await client.publish({ url: `${inbox.url}/`, body: "" });
    const signature = String((await inbox.next()).headers["upstash-signature"]);
    expect(decodeProtectedHeader(signature)).toEqual({ alg: "HS256", typ: "JWT" });
    const { iss, sub, exp, nbf, iat, jti, body } = decodeJwt(signature);
    // SHA-256 of nothing, from FIPS 180-4's test values.
    const emptyHash = Buffer.from(
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "hex",
    );
    expect({ iss, sub, body }).toEqual({
      iss: "Upstash",
      sub: `${inbox.url}/`,
      body: emptyHash.toString("base64url"),
    });
    expect(jti).toMatch(/^jwt_/);
    expect([nbf, exp]).toEqual([iat, Number(iat) + 300]);
    expect(Math.abs(Number(iat) - Date.now() / 1_000) < 5).toBe(true);
  });

  test("error: the Receiver refuses another body, another URL and another key", async () => {
    await client.publish({ url: `${inbox.url}/a`, body: "b" });
    const request = await inbox.next();
    const signature = String(request.headers["upstash-signature"]);
    const url = `${inbox.url}/a`;
    await expect(receiver.verify({ signature, body: "c", url })).rejects.toThrow("body hash");
    await expect(receiver.verify({ signature, body: "b", url: `${url}/` })).rejects.toThrow(
      "invalid subject",
    );
    const stranger = new Receiver({ currentSigningKey: "x", nextSigningKey: "y", devMode: false });
    await expect(stranger.verify({ signature, body: "b", url })).rejects.toThrow(
      "signature verification failed",
    );
  });

  test("batch: one answer each, in order; one bad item and none is published", async () => {
    const url = `${inbox.url}/batch`;
    const answers = await client.batchJSON([
      { url, body: 1, headers: { "X-N": "1" } },
      { url, body: 2, deduplicationId: "batch-2" },
      { url, body: 2, deduplicationId: "batch-2" },
    ]);
    const requests = [await inbox.next(), await inbox.next()];
    expect(requests.map((request) => request.body.toString()).sort()).toEqual(["1", "2"]);
    expect(answers).toMatchObject([
      {},
      {},
      { messageId: answers[1]?.messageId, deduplicated: true },
    ]);
    expect(await Promise.all(requests.map(verify))).toEqual([true, true]);
    await expect(
      client.batch([
        { url, body: "1" },
        { url: "ftp://x", body: "2" },
      ]),
    ).rejects.toThrow("invalid destination");
    expect([(await log()).waiting, inbox.untaken()]).toEqual([[], 0]);
  });

  test("deduplication: the same id or content within ten minutes is the same message", async () => {
    const one = { url: `${inbox.url}/once`, body: "b", deduplicationId: "once" };
    const first = await client.publish(one);
    await inbox.next();
    nowMs += 599_999;
    expect(await client.publish(one)).toEqual({ messageId: first.messageId, deduplicated: true });
    nowMs += 1;
    expect((await client.publish(one)).messageId).not.toBe(first.messageId);
    await inbox.next();
    const same = { url: `${inbox.url}/once`, body: "c", contentBasedDeduplication: true };
    const { messageId } = await client.publish(same);
    await inbox.next();
    expect(await client.publish(same)).toEqual({ messageId, deduplicated: true });
    expect((await client.publish({ ...same, body: "d" })).messageId).not.toBe(messageId);
    await inbox.next();
    expect(inbox.untaken()).toBe(0);
  });

  test("delay, notBefore: waits on the scheduler's clock; messages get, cancel", async () => {
    const url = `${inbox.url}/later`;
    const { messageId } = await client.publish({
      url,
      body: "later",
      delay: 60,
      flowControl: { key: "later", rate: 9 },
    });
    expect(await client.messages.get(messageId)).toMatchObject({
      messageId,
      url,
      method: "POST",
      body: "later",
      maxRetries: 3,
      createdAt: nowMs,
      notBefore: nowMs + 60_000,
      flowControlKey: "later",
      rate: 9,
    });
    const other = await client.publish({ url, body: "other", notBefore: nowMs / 1_000 + 30 });
    expect(await client.messages.cancel(other.messageId)).toEqual({ cancelled: 1 });
    await expect(client.messages.get(other.messageId)).rejects.toThrow("not found");
    nowMs += 60_000;
    scheduler.wake();
    expect((await inbox.next()).body.toString()).toBe("later");
    await client.publish({ url, body: "1", delay: "1h", label: "bulk" });
    await client.publish({ url, body: "2", delay: "1h", label: "bulk" });
    expect(await client.messages.cancel({ filter: { label: "bulk" } })).toEqual({ cancelled: 2 });
    expect(inbox.untaken()).toBe(0);
  });

  test("flow control: never more at once than its parallelism, per key", async () => {
    let active = 0;
    let most = 0;
    const open: (() => void)[] = [];
    inbox.answerWith(async ({ target }) => {
      if (target === "/other") return { status: 200 };
      active += 1;
      most = Math.max(most, active);
      await new Promise<void>((resolve) => open.push(resolve));
      active -= 1;
      return { status: 200 };
    });
    const flowControl = { key: "chain-8453", parallelism: 2 };
    await client.batch(
      Array.from({ length: 5 }, (_, i) => ({ url: `${inbox.url}/f`, body: `${i}`, flowControl })),
    );
    await client.publish({
      url: `${inbox.url}/other`,
      body: "other",
      flowControl: { key: "other", parallelism: 1 },
    });
    const first = [await inbox.next(), await inbox.next(), await inbox.next()];
    expect(first.map(({ target }) => target).sort()).toEqual(["/f", "/f", "/other"]);
    const seen = first.map(({ body }) => body.toString());
    for (let i = 0; i < 3; i++) {
      open.shift()?.();
      seen.push((await inbox.next()).body.toString());
    }
    for (const release of open) release();
    expect(seen.sort()).toEqual(["0", "1", "2", "3", "4", "other"]);
    expect(most).toBe(2);
  });
});

describe("retries", () => {
  // Held messages go out by flush only, which answers when the delivery is booked: nothing to wait
  // for.
  beforeEach(() => dev("hold", { messages: true }));
  const flush = async (messageId: string) =>
    (await dev("flush", { messageId })).deliveries.map(summary);
  const nextDelayMs = async (messageId: string) =>
    Number((await log()).waiting.find((one) => one.messageId === messageId)?.dueAtMs) - nowMs;

  test("default: until 2xx: one message id, Upstash-Retried counts, QStash's delays", async () => {
    inbox.answerWith(async ({ headers }) => ({
      status: headers["upstash-retried"] === "2" ? 204 : 500,
    }));
    const { messageId } = await client.publish({ url: `${inbox.url}/r`, body: "r" });
    expect(await flush(messageId)).toEqual([{ status: 500, body: "", retried: 0 }]);
    // min(86400, e^(2.5 n)): 12 s, then 2 min 28 s.
    expect(Math.floor((await nextDelayMs(messageId)) / 1_000)).toBe(12);
    expect(await flush(messageId)).toEqual([{ status: 500, body: "", retried: 1 }]);
    expect(Math.floor((await nextDelayMs(messageId)) / 1_000)).toBe(148);
    expect(await flush(messageId)).toEqual([{ status: 204, body: "", retried: 2 }]);
    expect(await flush(messageId)).toEqual([]);
    const seen = [await inbox.next(), await inbox.next(), await inbox.next()];
    expect(seen.map(({ headers }) => headers["upstash-retried"])).toEqual(["0", "1", "2"]);
    expect(new Set(seen.map(({ headers }) => headers["upstash-message-id"]))).toEqual(
      new Set([messageId]),
    );
    expect(new Set(seen.map(({ headers }) => headers["upstash-signature"])).size).toBe(3);
    await expect(client.messages.get(messageId)).rejects.toThrow("not found");
    expect((await client.dlq.listMessages()).messages).toEqual([]);
  });

  test("behavior: a retry comes by itself when the scheduler's clock says so", async () => {
    inbox.answerWith(async ({ headers }) => ({
      status: headers["upstash-retried"] === "1" ? 200 : 500,
    }));
    const { messageId } = await client.publish({
      url: `${inbox.url}/self`,
      body: "",
      retryDelay: "5000",
    });
    await flush(messageId);
    await inbox.next();
    await dev("resume");
    expect(inbox.untaken()).toBe(0);
    nowMs += 5_000;
    scheduler.wake();
    expect((await inbox.next()).headers).toMatchObject({
      "upstash-retried": "1",
      "upstash-message-id": messageId,
    });
  });

  test("dead letters: when the retries are used up; list, retry, delete", async () => {
    inbox.answerWith(async () => ({ status: 503, body: "busy" }));
    const { messageId } = await client.publish({
      url: `${inbox.url}/d`,
      body: "d",
      retries: 1,
      retryDelay: "1000",
    });
    await flush(messageId);
    expect(await nextDelayMs(messageId)).toBe(1_000);
    await flush(messageId);
    const dead = [await inbox.next(), await inbox.next()];
    expect(dead.map(({ headers }) => headers["upstash-retried"])).toEqual(["0", "1"]);
    const { messages } = await client.dlq.listMessages();
    expect(messages).toMatchObject([
      { messageId, url: `${inbox.url}/d`, body: "d", responseStatus: 503, responseBody: "busy" },
    ]);
    await dev("resume");
    inbox.answerWith(async () => ({ status: 200 }));
    const dlqId = String(messages[0]?.dlqId);
    expect(await client.dlq.retry(dlqId)).toMatchObject({
      responses: [{ messageId: expect.stringMatching(/^msg_/) }],
    });
    expect((await inbox.next()).body.toString()).toBe("d");
    expect(await client.dlq.delete([dlqId])).toEqual({ deleted: 0 });
  });

  test("behavior: a cut line counts as a failure, Retry-After is honoured", async () => {
    inbox.answerWith(async () => "drop");
    const cut = await client.publish({ url: `${inbox.url}/cut`, body: "", retries: 0 });
    expect(await flush(cut.messageId)).toEqual([{ status: null, body: "", retried: 0 }]);
    await inbox.next();
    expect((await client.dlq.listMessages()).messages).toMatchObject([
      { messageId: cut.messageId, responseStatus: 0 },
    ]);
    inbox.answerWith(async () => ({ status: 429, headers: { "retry-after": "77" } }));
    const told = await client.publish({ url: `${inbox.url}/told`, body: "" });
    await flush(told.messageId);
    await inbox.next();
    expect(await nextDelayMs(told.messageId)).toBe(77_000);
    expect(await client.messages.cancel(told.messageId)).toEqual({ cancelled: 1 });
    expect(await flush(told.messageId)).toEqual([]);
  });

  test("behavior: 489 with Upstash-NonRetryable-Error is final", async () => {
    inbox.answerWith(async () => ({
      status: 489,
      headers: { "Upstash-NonRetryable-Error": "true" },
    }));
    const { messageId } = await client.publish({ url: `${inbox.url}/final`, body: "" });
    expect(await flush(messageId)).toEqual([{ status: 489, body: "", retried: 0 }]);
    await inbox.next();
    expect((await client.dlq.listMessages()).messages).toMatchObject([
      { messageId, responseStatus: 489 },
    ]);
  });
});

describe("schedules", () => {
  const tick = () => ({
    scheduleId: "tick",
    destination: `${inbox.url}/tick`,
    cron: "*/5 * * * *",
    body: '{"v":1}',
  });

  test("default: create, upsert, list, get, pause, resume, delete", async () => {
    expect(await client.schedules.create(tick())).toEqual({ scheduleId: "tick" });
    const createdAt = nowMs;
    nowMs += 1_000;
    await client.schedules.create({
      ...tick(),
      cron: "* * * * *",
      retries: 0,
      flowControl: { key: "t", parallelism: 1 },
    });
    const expected = {
      scheduleId: "tick",
      cron: "* * * * *",
      createdAt,
      destination: `${inbox.url}/tick`,
      method: "POST",
      body: '{"v":1}',
      retries: 0,
      isPaused: false,
      flowControlKey: "t",
      parallelism: 1,
    };
    expect(await client.schedules.list()).toMatchObject([expected]);
    expect(await client.schedules.get("tick")).toMatchObject(expected);
    await client.schedules.pause({ schedule: "tick" });
    expect((await client.schedules.get("tick")).isPaused).toBe(true);
    await client.schedules.resume({ schedule: "tick" });
    expect((await client.schedules.get("tick")).isPaused).toBe(false);
    await client.schedules.delete("tick");
    expect(await client.schedules.list()).toEqual([]);
    await expect(client.schedules.get("tick")).rejects.toThrow("not found");
    const { scheduleId } = await client.schedules.create({
      destination: `${inbox.url}/x`,
      cron: "1 * * * *",
    });
    expect(scheduleId).toMatch(/^scd_/);
  });

  test("fire: delivers now and answers with status and body; the signature verifies", async () => {
    await client.schedules.create(tick());
    inbox.answerWith(async () => ({ status: 409, body: '{"due":0}' }));
    const { deliveries } = await dev("fire");
    expect(deliveries.map(summary)).toEqual([{ status: 409, body: '{"due":0}', retried: 0 }]);
    const request = await inbox.next();
    expect(request.headers).toMatchObject({
      "upstash-schedule-id": "tick",
      "content-type": "application/json",
    });
    expect([request.body.toString(), await verify(request)]).toEqual(['{"v":1}', true]);
    expect((await log()).waiting).toEqual([]);
  });

  test("fire: the same message several times at once, a new jti each or identical", async () => {
    await client.schedules.create(tick());
    const requests = async (): Promise<LocalRequest[]> => [
      await inbox.next(),
      await inbox.next(),
      await inbox.next(),
    ];
    const distinct = (all: LocalRequest[], header: string) =>
      new Set(all.map(({ headers }) => headers[header])).size;
    let together = 0;
    let release = (): void => {};
    const all = new Promise<void>((resolve) => {
      release = resolve;
    });
    inbox.answerWith(async () => {
      together += 1;
      if (together === 3) release();
      await all;
      return { status: 200 };
    });
    const fresh = await dev("fire", { scheduleId: "tick", times: 3 });
    const first = await requests();
    expect([distinct(first, "upstash-message-id"), distinct(first, "upstash-signature")]).toEqual([
      1, 3,
    ]);
    expect(new Set(fresh.deliveries.map(({ jti }) => jti)).size).toBe(3);
    const replay = await dev("fire", { scheduleId: "tick", times: 3, sameToken: true });
    const again = await requests();
    expect([distinct(again, "upstash-message-id"), distinct(again, "upstash-signature")]).toEqual([
      1, 1,
    ]);
    expect(new Set(replay.deliveries.map(({ jti }) => jti)).size).toBe(1);
    expect(await Promise.all([...first, ...again].map(verify))).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(again[0]?.headers["upstash-message-id"]).not.toBe(
      first[0]?.headers["upstash-message-id"],
    );
  });

  test("fire: not what is paused or unknown", async () => {
    await client.schedules.create(tick());
    await client.schedules.pause({ schedule: "tick" });
    expect((await dev("fire")).deliveries).toEqual([]);
    expect((await dev("fire", { scheduleId: "tick" })).error).toBe("schedule tick is paused");
    expect((await dev("fire", { scheduleId: "none" })).error).toBe("schedule none not found");
    expect((await dev("fire", { times: 0 })).error).toContain("times");
    expect(inbox.untaken()).toBe(0);
  });

  test("autoFire: at the start of a minute the expression names, and not while held", async () => {
    // Stands still shortly before the minute until all schedules are there.
    let startedMs: number | undefined;
    const minuteMs = Date.parse("2026-11-20T10:05:00Z");
    const clock = () =>
      minuteMs - 100 + (startedMs === undefined ? 0 : performance.now() - startedMs);
    const automatic = await startScheduler({ clock, autoFire: true });
    const own = new Client({
      baseUrl: automatic.url,
      token: automatic.token,
      retry: false,
      devMode: false,
    });
    await own.schedules.create({ ...tick(), scheduleId: "never", cron: "6 * * * *" });
    await own.schedules.create(tick());
    startedMs = performance.now();
    expect((await inbox.next()).headers).toMatchObject({
      "upstash-schedule-id": "tick",
      "upstash-retried": "0",
    });
    expect(clock() >= minuteMs).toBe(true);
    expect(automatic.log().filter(({ scheduleId }) => scheduleId === "never")).toEqual([]);
    const held = await fetch(`${automatic.url}/_dev/hold`, { method: "POST" });
    expect(await held.json()).toEqual({ cronHeld: true, messagesHeld: false });
    await automatic.stop();
  });
});

describe("dev controls", () => {
  test("deliver: one signed delivery of anything, either key, its signature for more", async () => {
    inbox.answerWith(async ({ body }) => ({
      status: 202,
      headers: { "x-a": "b" },
      body: `got ${body}`,
    }));
    const url = `${inbox.url}/shard`;
    const delivery = await dev("deliver", {
      url,
      body: { orders: [1] },
      messageId: "msg_mine",
      retried: 2,
      key: "next",
    });
    expect(delivery).toMatchObject({
      status: 202,
      body: 'got {"orders":[1]}',
      headers: { "x-a": "b" },
      messageId: "msg_mine",
      retried: 2,
    });
    const request = await inbox.next();
    expect(request.headers["content-type"]).toBe("application/json");
    expect(await verify(request)).toBe(true);
    expect(request.headers["upstash-signature"]).toBe(delivery.signature);
    const onlyCurrent = new Receiver({
      currentSigningKey: scheduler.currentSigningKey,
      nextSigningKey: scheduler.currentSigningKey,
      devMode: false,
    });
    const { signature } = delivery;
    await expect(onlyCurrent.verify({ signature, body: '{"orders":[1]}', url })).rejects.toThrow();
    expect((await dev("deliver", { url: "nowhere" })).error).toContain("url");
  });

  test("hold messages, flush: published now, delivered when the test says so", async () => {
    expect(await dev("hold", { messages: true })).toEqual({ cronHeld: true, messagesHeld: true });
    await client.batch([
      { url: `${inbox.url}/1`, body: "1", flowControl: { key: "k", parallelism: 1 } },
      { url: `${inbox.url}/2`, body: "2", flowControl: { key: "k", parallelism: 1 } },
    ]);
    expect((await log()).waiting).toMatchObject([{ state: "waiting" }, { state: "waiting" }]);
    expect((await dev("flush")).deliveries.map(summary)).toEqual([
      { status: 200, body: "taken", retried: 0 },
      { status: 200, body: "taken", retried: 0 },
    ]);
    expect([(await inbox.next()).target, (await inbox.next()).target]).toEqual(["/1", "/2"]);
    expect((await dev("resume")).messagesHeld).toBe(false);
  });
});

describe("refusals", () => {
  test("error: without the token 401", async () => {
    const stranger = new Client({
      baseUrl: scheduler.url,
      token: "wrong",
      retry: false,
      devMode: false,
    });
    await expect(stranger.publish({ url: inbox.url })).rejects.toMatchObject({ status: 401 });
    await expect(stranger.schedules.list()).rejects.toMatchObject({ status: 401 });
  });

  test("error: bad cron or destination, or what is not served, is said, not ignored", async () => {
    const url = `${inbox.url}/x`;
    await expect(client.schedules.create({ destination: url, cron: "61 * * * *" })).rejects.toThrow(
      "bad cron minute",
    );
    await expect(client.schedules.create({ destination: "x", cron: "* * * * *" })).rejects.toThrow(
      "invalid destination",
    );
    await expect(client.publish({ url, callback: url })).rejects.toThrow("upstash-callback");
    await expect(client.publish({ url, failureCallback: url })).rejects.toThrow(
      "upstash-failure-callback",
    );
    await expect(client.publish({ url, retryDelay: "pow(2, retried)" })).rejects.toThrow(
      "constant Upstash-Retry-Delay",
    );
    await expect(client.queue({ queueName: "q" }).list()).rejects.toMatchObject({ status: 404 });
    await expect(client.messages.cancel("msg_none")).rejects.toThrow("not found");
    expect([(await client.schedules.list()).length, inbox.untaken()]).toEqual([0, 0]);
  });
});

test("stop: cuts what is on its way, leaves no timer and no open port", async () => {
  const short = await startScheduler({ autoFire: true });
  const own = new Client({ baseUrl: short.url, token: short.token, retry: false, devMode: false });
  let release = (): void => {};
  inbox.answerWith(async () => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return { status: 200 };
  });
  const timersBefore = process
    .getActiveResourcesInfo()
    .filter((name: string) => name === "Timeout").length;
  await own.publish({ url: `${inbox.url}/hangs`, body: "" });
  await own.publish({ url: `${inbox.url}/later`, body: "", delay: 3_600 });
  await inbox.next();
  await short.stop();
  release();
  expect(short.log()).toMatchObject([{ status: null, url: `${inbox.url}/hangs` }]);
  expect(
    process.getActiveResourcesInfo().filter((name: string) => name === "Timeout").length <
      timersBefore,
  ).toBe(true);
  await expect(fetch(short.url)).rejects.toThrow("fetch failed");
});
