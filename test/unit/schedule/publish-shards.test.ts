import { expect, test } from "vitest";
import { createQstashPublisher } from "../../../src/schedule/qstash-publisher.ts";
import { planShards, publishShards } from "../../../src/schedule/run-tick.ts";

const TICK = 5_966_666 * 300_000;
const shardsOf = (orders: number) =>
  planShards([{ chainId: 8453, orders, attempts: 0, watched: 0 }], TICK);

type Asked = { url: string; headers: unknown; messages: any[] };
/** QStash as its documentation has it: an array with an answer for each message. */
function setUp(answer: (asked: Asked) => Response = accepting) {
  const asked: Asked[] = [];
  const logged: [string, unknown][] = [];
  const publisher = createQstashPublisher({
    baseUrl: "https://qstash.example",
    token: "secret-token",
    destinationBase: "https://sextant.example",
    timeoutMs: 1_000,
    fetch: async (url, { headers, body }) => {
      const one = { url, headers, messages: JSON.parse(String(body)) };
      asked.push(one);
      return answer(one);
    },
  });
  const log = (event: string, fields?: Record<string, unknown>) =>
    void logged.push([event, fields]);
  return {
    asked,
    logged,
    publisher,
    publish: (orders: number) => publishShards({ publisher, log }, shardsOf(orders)),
  };
}
const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });
const accepting = ({ messages }: Asked) =>
  json(messages.map((_, index) => ({ messageId: `msg_${index}` })));

test("default: one batch: messages with destination, deduplication, flow, the shard", async () => {
  const { asked, logged, publish } = setUp();
  expect(await publish(41)).toBe(true);
  const message = (shard: number) => ({
    destination: "https://sextant.example/api/internal/twap-slices",
    headers: {
      "Content-Type": "application/json",
      "Upstash-Deduplication-Id": `5966666-8453-${shard}`,
      "Upstash-Flow-Control-Key": "sextant-chain-8453",
      "Upstash-Flow-Control-Value": "parallelism=10",
      "Upstash-Retries": "1",
      "Upstash-Timeout": "300s",
    },
    body: `{"chainIds":[8453],"shard":${shard},"tick":${TICK}}`,
  });
  expect(asked).toEqual([
    {
      url: "https://qstash.example/v2/batch",
      headers: { authorization: "Bearer secret-token", "content-type": "application/json" },
      messages: [message(0), message(1)],
    },
  ]);
  expect(logged).toEqual([]);
});

test("behavior: a later call names a delay (upstash.com/docs/qstash/features/delay)", async () => {
  const { asked, publisher } = setUp();
  const call = {
    path: "/api/x",
    body: 1,
    deduplicationId: "d",
    flow: { key: "k", parallelism: 1 },
  };
  await publisher.publish([{ ...call, delaySec: 31 }, call]);
  expect(asked[0]?.messages.map(({ headers }) => headers["Upstash-Delay"])).toEqual([
    "31s",
    undefined,
  ]);
});

test("behavior: a hundred messages a request, and nothing is asked for no shards", async () => {
  const { asked, publish } = setUp();
  expect(await publish(40 * 201)).toBe(true);
  expect(asked.map(({ messages }) => messages.length)).toEqual([100, 100, 1]);
  asked.length = 0;
  expect(await publish(0)).toBe(false);
  expect(asked).toEqual([]);
});

test("behavior: messages that were queued before count as queued", async () => {
  const { publish } = setUp(({ messages }) =>
    json(messages.map(() => ({ messageId: "msg_old", deduplicated: true }))),
  );
  expect(await publish(80)).toBe(true);
});

const failures: [string, (asked: Asked) => Response][] = [
  ["refuses the token", () => json({ error: "unauthorized" }, 401)],
  ["limits us", () => json({ error: "quota" }, 429)],
  ["is down", () => new Response("down", { status: 503 })],
  ["answers no JSON", () => new Response("<html>")],
  ["answers no list", () => json({ messageId: "msg_1" })],
  ["answers for fewer messages", () => json([{ messageId: "msg_1" }])],
  [
    "could not queue one of them",
    () => json([{ messageId: "msg_1" }, { error: "no flow control left" }]),
  ],
  [
    "cannot be reached",
    () => {
      throw new TypeError("fetch failed");
    },
  ],
];
test.each(failures)(
  "error: nothing is handed over when the queue %s, it is asked once, and that is logged",
  async (_, answer) => {
    const { asked, logged, publish } = setUp(answer);
    expect(await publish(80)).toBe(false);
    expect(asked).toHaveLength(1);
    expect(logged).toEqual([["shards_not_published", { shards: 2, cause: expect.any(String) }]]);
    expect(JSON.stringify(logged)).not.toContain("secret-token");
  },
);

test("behavior: without a queue nothing is handed over", async () => {
  expect(await publishShards({ publisher: undefined, log: () => {} }, shardsOf(80))).toBe(false);
});
