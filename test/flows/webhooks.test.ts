import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { verifyWebhook } from "../../src/client/verify-webhook.ts";
import { credentialHeaders } from "../support/credential-headers.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { TestVault } from "../support/test-stack.ts";

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow({ messaging: "delivered" });
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const sink = () => flow.stack.stack.webhooks;
const now = () => Math.floor(flow.stack.stack.nowMs());
const register = (vault: TestVault, url: string) =>
  flow.orders.post(vault, "/api/webhooks", { url });
const headersOf = async (vault: TestVault) =>
  credentialHeaders(await flow.stack.credentials(vault.ownerKey));
const list = async (vault: TestVault) => {
  const answer = await flow.stack.call(
    "GET",
    `/api/webhooks?vault=${vault.address}`,
    undefined,
    await headersOf(vault),
  );
  return answer.body.webhooks as {
    id: string;
    url: string;
    status: string;
    lastFailure: { reason: string } | null;
  }[];
};
const kindsAt = (path: string): string[] =>
  sink()
    .deliveries(path)
    .map(({ body }) => JSON.parse(body).kind);
/** Deliveries are Worker calls of their own, so what they bring is waited for. */
const waitFor = (left: () => unknown, expected: unknown) =>
  expect.poll(left, { timeout: 40_000 }).toEqual(expected);

test("behavior: webhooks get a signed ping, then as the chat; silent ones delay none", async () => {
  const { orders, stack } = flow;
  const vault = await flow.readyVault();
  await orders.set(vault, "exec-mode", { mode: "autonomous" });
  const [good, silent, moved] = ["/good", "/silent", "/moved"].map((path) => sink().url + path);
  sink().answer("/silent", "hang");
  sink().answer("/moved", { redirectTo: `${sink().url}/elsewhere` });
  const registered = await register(vault, good!);
  expect(registered.status).toBe(200);
  for (const url of [silent, moved]) expect((await register(vault, url!)).status).toBe(200);
  expect(expectRefusal(await register(vault, `${sink().url}/fourth`))).toBe("400 webhook_limit");
  await waitFor(() => kindsAt("/good").includes("webhook_ping"), true);
  await orders.create(vault, { totalAmount: "20", sliceCount: 2 });
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ executed: 1 });
  await waitFor(() => kindsAt("/good").includes("slice_executed"), true);
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ executed: 1 });
  await waitFor(
    () => kindsAt("/good").filter((kind) => kind !== "webhook_changed"),
    [...["webhook_ping", "slice_executed", "slice_executed", "order_completed"]],
  );
  for (const { headers, body } of sink().deliveries("/good")) {
    const verified = await verifyWebhook({
      secret: registered.body.secret,
      headers,
      body,
      nowMs: now(),
      toleranceSec: 1_200,
    });
    expect(verified).toMatchObject({ ok: true, event: { id: headers["x-webhook-id"] } });
  }
  await waitFor(
    async () => (await list(vault)).map(({ status, lastFailure }) => [status, lastFailure?.reason]),
    [
      ["on", undefined],
      ["failing", "no answer within 5 s"],
      ["failing", "answered 302"],
    ],
  );
  expect(sink().deliveries("/elsewhere")).toEqual([]);
  // Health remembers for five seconds what it saw.
  await waitFor(async () => (await stack.call("GET", "/api/health")).body.webhooks, {
    failing: 2,
    off: 0,
  });
  for (const { id } of await list(vault))
    expect((await orders.post(vault, "/api/webhooks/remove", { id })).body).toMatchObject({
      removed: true,
    });
  expect(await list(vault)).toEqual([]);
});

test("error: a webhook to a private address is refused, in the URL or behind a name", async () => {
  const vault = await flow.newVault();
  sink().name("inside.example.org", ["93.184.215.14", "10.0.0.7"]);
  sink().name("six.example.org", ["fd00:ec2::254"]);
  sink().name("broken.example.org", "fails");
  for (const [url, reason] of [
    ["https://127.0.0.1/", "address"],
    ["https://0x7f000001/", "address"],
    ["https://[::ffff:169.254.169.254]/", "address"],
    ["https://localhost/", "not_public_name"],
    ["http://inside.example.org/", "not_https"],
    ["https://inside.example.org/", "private_address"],
    ["https://six.example.org/", "private_address"],
    ["https://broken.example.org/", "lookup_failed"],
    ["https://nobody.example.org/", "no_address"],
  ]) {
    const answer = await register(vault, url!);
    expect([url, answer.status, answer.body.error, answer.body.details]).toEqual([
      url,
      400,
      "webhook_url_refused",
      { reason },
    ]);
    expect(answer.body.message).toContain("url");
  }
  // A and AAAA.
  expect(sink().questions("inside.example.org")).toBe(2);
  expect(await list(vault)).toEqual([]);
});

test("behavior: events stream as they happen, resume by id, are bounded per operator", async () => {
  const { orders, stack } = flow;
  const vault = await flow.readyVault();
  await orders.set(vault, "exec-mode", { mode: "autonomous" });
  const open = async (query = "", headers: Record<string, string> = {}) =>
    fetch(`${stack.stack.baseUrl}/api/events?vault=${vault.address}${query}`, {
      headers: { ...(await headersOf(vault)), "cf-connecting-ip": "198.51.100.77", ...headers },
    });
  await orders.create(vault, { totalAmount: "20", sliceCount: 2 });
  const stream = await open();
  expect([stream.status, stream.headers.get("content-type")]).toEqual([
    200,
    "text/event-stream; charset=utf-8",
  ]);
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const readUntil = async (wanted: RegExp) => {
    while (!wanted.test(text)) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`it ended with ${text}`);
      text += value;
    }
  };
  await readUntil(/^retry: 5000\n\n/);
  expect(await stack.advance(MINUTE)).toMatchObject({ executed: 1 });
  await readUntil(/\n\n$/);
  await readUntil(/^data: .*"twapOrderId".*\n\n/m);
  const [, id = "none"] = /^id: (.+)$/m.exec(text) ?? [];
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ executed: 1 });
  // Its five minutes are over.
  for (let done = false; !done; ) ({ done } = await reader.read());
  const polled = await stack.call(
    "GET",
    `/api/strategy-events?vault=${vault.address}`,
    undefined,
    await headersOf(vault),
  );
  const resumed = await (await open("&seconds=1", { "last-event-id": id })).text();
  const dataOf = (said: string) =>
    [...said.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data ?? ""));
  expect([...dataOf(text), ...dataOf(resumed)]).toEqual(polled.body.events);
  expect([dataOf(text).length, dataOf(resumed).length]).toEqual([1, polled.body.events.length - 1]);
  expect(
    expectRefusal({
      ...(await stack.call("GET", `/api/events?vault=${vault.address}`, undefined, {
        ...(await headersOf(vault)),
        "last-event-id": "x",
      })),
    }),
  ).toBe("400 invalid_request");
  const others = [await open(), await open(), await open()];
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
  const fourth = await open();
  expect([fourth.status, Number(fourth.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect(await fourth.json()).toMatchObject({
    error: "rate_limited",
    details: { ofOperator: 3, ofNetwork: 10 },
  });
  await Promise.all(others.map((other) => other.body?.cancel()));
});
