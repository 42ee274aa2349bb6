import { expect, test } from "vitest";
import { limitFetch } from "../../../src/lib/limit-fetch.ts";

const URL_OF = (n: number) => `https://node.example/${n}`;
const MIB = 1024 * 1024;

/** A network whose answers come when the test says so. */
function setUp(atOnce: number) {
  const open = new Map<string, PromiseWithResolvers<Response>>();
  const order: string[] = [];
  const limited = limitFetch(async (url) => {
    order.push(url);
    const answer = Promise.withResolvers<Response>();
    open.set(url, answer);
    return answer.promise.finally(() => open.delete(url));
  }, atOnce);
  /** Everything that can go on without an answer has. */
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { ...limited, open, order, settle };
}

test("default: at most so many at once, in the order asked, each counted going out", async () => {
  const { fetch, sent, open, order, settle } = setUp(6);
  const answers = Array.from({ length: 20 }, (_, n) => fetch(URL_OF(n), {}));
  await settle();
  expect([open.size, sent()]).toEqual([6, 6]);
  for (let n = 0; n < 20; n += 1) {
    open.get(URL_OF(n))?.resolve(new Response(`answer ${n}`));
    await settle();
    expect(open.size).toBe(Math.min(6, 19 - n));
  }
  expect(order).toEqual(Array.from({ length: 20 }, (_, n) => URL_OF(n)));
  expect(await Promise.all(answers.map(async (one) => (await one).text()))).toEqual(
    order.map((_, n) => `answer ${n}`),
  );
  expect(sent()).toBe(20);
});

test("behavior: a connection is busy until the last byte of its answer", async () => {
  const { fetch, open, settle } = setUp(1);
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const first = fetch(URL_OF(1), {});
  const second = fetch(URL_OF(2), {});
  await settle();
  open
    .get(URL_OF(1))
    ?.resolve(new Response(body.readable, { status: 201, headers: { "retry-after": "7" } }));
  const writer = body.writable.getWriter();
  await writer.write(new TextEncoder().encode("half"));
  await settle();
  expect(open.has(URL_OF(2))).toBe(false);
  await writer.close();
  const answer = await first;
  expect([answer.status, answer.headers.get("retry-after"), await answer.text()]).toEqual([
    201,
    "7",
    "half",
  ]);
  await settle();
  open.get(URL_OF(2))?.resolve(new Response(null, { status: 204 }));
  expect((await second).status).toBe(204);
});

test("error: a failure frees its connection; what gave up waiting is never sent", async () => {
  const { fetch, sent, open, order, settle } = setUp(1);
  const first = fetch(URL_OF(1), {});
  const gaveUp = new AbortController();
  const second = fetch(URL_OF(2), { signal: gaveUp.signal });
  const third = fetch(URL_OF(3), {});
  await settle();
  gaveUp.abort(new Error("too late"));
  open.get(URL_OF(1))?.reject(new TypeError("connection reset"));
  await expect(first).rejects.toThrow("connection reset");
  await expect(second).rejects.toThrow("too late");
  await settle();
  open.get(URL_OF(3))?.resolve(new Response("ok"));
  expect(await (await third).text()).toBe("ok");
  expect([order, sent()]).toEqual([[URL_OF(1), URL_OF(3)], 2]);
});

test("error: an answer that breaks off or passes 8 MiB is none, frees its connection", async () => {
  let pulled = 0;
  const endless = () =>
    new ReadableStream({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(MIB));
      },
    });
  const broken = () =>
    new ReadableStream({
      pull: (controller) => controller.error(new TypeError("terminated")),
    });
  const bodies = [endless(), broken()];
  const { fetch } = limitFetch(async () => new Response(bodies.shift() ?? "fine"), 1);
  await expect(fetch(URL_OF(1), {})).rejects.toThrow("too long");
  expect(pulled).toBeLessThan(12);
  await expect(fetch(URL_OF(2), {})).rejects.toThrow("terminated");
  expect(await (await fetch(URL_OF(3), {})).text()).toBe("fine");
});
