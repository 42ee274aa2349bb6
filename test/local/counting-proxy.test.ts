import { afterEach, beforeEach, expect, test } from "vitest";
import { type CountingProxy, startCountingProxy } from "../../local/lib/counting-proxy.ts";
import { freePort } from "../../local/lib/free-port.ts";
import { type Inbox, startInbox } from "./start-inbox.ts";

let inbox: Inbox;
let proxy: CountingProxy;
beforeEach(async () => {
  inbox = await startInbox();
  proxy = await startCountingProxy({ target: inbox.url });
});
afterEach(async () => {
  await proxy.stop();
  await inbox.stop();
});

test("default: path, query, method, headers and body pass both ways and are counted", async () => {
  inbox.answerWith(async () => ({
    status: 201,
    headers: { "x-answer": "a", "set-cookie": ["one=1", "two=2"], "content-type": "text/plain" },
    body: "ok £",
  }));
  const answer = await fetch(`${proxy.url}/v2/publish/http://h/a?b=%20c&d`, {
    method: "PUT",
    headers: { "x-question": "q", authorization: "Bearer t" },
    body: "£ body",
  });
  const seen = await inbox.next();
  expect(seen).toMatchObject({
    method: "PUT",
    target: "/v2/publish/http://h/a?b=%20c&d",
    headers: {
      "x-question": "q",
      authorization: "Bearer t",
      host: inbox.url.slice("http://".length),
    },
  });
  expect(seen.body.toString()).toBe("£ body");
  expect([answer.status, answer.headers.get("x-answer"), await answer.text()]).toEqual([
    201,
    "a",
    "ok £",
  ]);
  expect(answer.headers.getSetCookie()).toEqual(["one=1", "two=2"]);
  expect(proxy.log()).toEqual([
    { method: "PUT", path: "/v2/publish/http://h/a?b=%20c&d", body: "£ body", status: 201 },
  ]);
  proxy.reset();
  expect(proxy.log()).toEqual([]);
});

test("args: a target with a path keeps it", async () => {
  const nested = await startCountingProxy({ target: `${inbox.url}/rpc/key` });
  await fetch(`${nested.url}/`);
  await fetch(`${nested.url}/more?x=1`);
  expect([(await inbox.next()).target, (await inbox.next()).target]).toEqual([
    "/rpc/key",
    "/rpc/key/more?x=1",
  ]);
  await nested.stop();
});

test("before: may only look, answer instead, or cut the line unforwarded", async () => {
  const looked: string[] = [];
  proxy.before(async ({ method, path, body }) => {
    looked.push(`${method} ${path} ${body}`);
  });
  proxy.before(async ({ path }) =>
    path === "/instead" ? { status: 503, body: "busy" } : undefined,
  );
  proxy.before(async ({ path }) => (path === "/cut" ? "drop" : undefined));
  await fetch(`${proxy.url}/through`, { method: "POST", body: "b" });
  const instead = await fetch(`${proxy.url}/instead`);
  expect([instead.status, await instead.text()]).toEqual([503, "busy"]);
  await expect(fetch(`${proxy.url}/cut`)).rejects.toThrow("fetch failed");
  expect(looked).toEqual(["POST /through b", "GET /instead ", "GET /cut "]);
  expect((await inbox.next()).target).toBe("/through");
  expect(inbox.untaken()).toBe(0);
  expect(proxy.log().map(({ path, status }) => [path, status])).toEqual([
    ["/through", 200],
    ["/instead", 503],
    ["/cut", null],
  ]);
});

test("after: the upstream has done its work and the caller does not know", async () => {
  const answers: string[] = [];
  proxy.after(async ({ path }, { status, body }) => {
    answers.push(`${path} ${status} ${body}`);
    return "drop";
  });
  inbox.answerWith(async () => ({ status: 200, body: "done" }));
  await expect(fetch(`${proxy.url}/work`, { method: "POST", body: "1" })).rejects.toThrow(
    "fetch failed",
  );
  expect((await inbox.next()).body.toString()).toBe("1");
  expect(answers).toEqual(["/work 200 done"]);
  expect(proxy.log()).toEqual([{ method: "POST", path: "/work", body: "1", status: 200 }]);
});

test("before: a hook that waits holds its request, others pass", async () => {
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  proxy.before(async ({ path }) => {
    if (path === "/held") await gate;
  });
  const held = fetch(`${proxy.url}/held`);
  expect((await fetch(`${proxy.url}/free`)).status).toBe(200);
  expect((await inbox.next()).target).toBe("/free");
  expect(inbox.untaken()).toBe(0);
  release();
  expect((await held).status).toBe(200);
  expect((await inbox.next()).target).toBe("/held");
});

test("error: a line that the upstream cuts is cut, a target that is not there is 502", async () => {
  inbox.answerWith(async () => "drop");
  await expect(fetch(`${proxy.url}/x`)).rejects.toThrow("fetch failed");
  await inbox.next();
  const nowhere = await startCountingProxy({ target: `http://127.0.0.1:${await freePort()}` });
  const answer = await fetch(nowhere.url);
  expect([answer.status, await answer.json()]).toEqual([
    502,
    { error: expect.stringContaining("ECONNREFUSED") },
  ]);
  await nowhere.stop();
});

test("behavior: a foreign Host header is refused; no page reaches a local server", async () => {
  const { request } = await import("node:http");
  const status = await new Promise<number | undefined>((resolve, reject) => {
    request(proxy.url, { headers: { host: "evil.example" } }, (answer) =>
      resolve(answer.resume().statusCode),
    )
      .on("error", reject)
      .end();
  });
  expect([status, proxy.log()]).toEqual([403, []]);
});
