import { describe, expect, test } from "vitest";
import { createRpc } from "../../../src/chain/rpc.ts";
import type { RpcCall } from "../../../src/chain/rpc-call.ts";
import { limitFetch } from "../../../src/lib/limit-fetch.ts";
import { echo, httpNodes, json } from "./http-node.ts";

const FIRST = "https://first.example/key";
const SECOND = "https://second.example/key";
const UNAVAILABLE = { ok: false, kind: "unavailable", message: "the node did not answer" };

const call = (method: string, param: unknown = 1): RpcCall<unknown> => ({
  method,
  params: [param],
  read: (x) => x,
});
const rpcOver = (nodes: Parameters<typeof httpNodes>[0], timeoutMs = 1_000) => {
  const { fetch, posted } = httpNodes(nodes);
  const spare = { left: 96 };
  return { rpc: createRpc({ urls: Object.keys(nodes), fetch, timeoutMs, spare }), posted, spare };
};

describe("requests", () => {
  test("behavior: sends of a turn share one request; each gets its answers in order", async () => {
    const { rpc, posted } = rpcOver({ [FIRST]: [echo] });
    const deep = Promise.resolve()
      .then(() => undefined)
      .then(() => rpc.send([call("c")]));
    const [ab, c, none] = await Promise.all([
      rpc.send([call("a"), call("b", 2)]),
      deep,
      rpc.send([]),
    ]);
    expect(ab).toEqual([
      { ok: true, value: "a:1" },
      { ok: true, value: "b:2" },
    ]);
    expect(c).toEqual([{ ok: true, value: "c:1" }]);
    expect(none).toEqual([]);
    expect(posted.map(({ calls }) => calls.map(({ id, method }) => [id, method]))).toEqual([
      [
        [0, "a"],
        [1, "b"],
        [2, "c"],
      ],
    ]);
  });

  test("behavior: what is asked for after an answer is a request of its own", async () => {
    const { rpc, posted } = rpcOver({ [FIRST]: [echo] });
    await rpc.send([call("a")]);
    await rpc.send([call("b")]);
    expect(posted.map(({ calls }) => calls.map(({ method }) => method))).toEqual([["a"], ["b"]]);
  });

  test("behavior: what is asked for while a request is under way does not join it", async () => {
    let release: (value: Response) => void = () => {};
    const held = new Promise<Response>((resolve) => {
      release = resolve;
    });
    const { fetch, posted } = httpNodes({ [FIRST]: [echo] });
    const started = Promise.withResolvers<void>();
    const rpc = createRpc({
      urls: [FIRST],
      timeoutMs: 1_000,
      spare: { left: 0 },
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        started.resolve();
        return posted.length === 1 ? held.then(() => answer) : answer;
      },
    });
    const first = rpc.send([call("a")]);
    await started.promise;
    expect(await rpc.send([call("b")])).toEqual([{ ok: true, value: "b:1" }]);
    release(json([]));
    expect(await first).toEqual([{ ok: true, value: "a:1" }]);
    expect(posted).toHaveLength(2);
  });

  test("behavior: over a hundred calls are cut by the hundred, each with a fallback", async () => {
    const calls = Array.from({ length: 250 }, (_, n) => call("a", n));
    const { rpc, posted } = rpcOver({ [FIRST]: [echo, json([], 500), echo], [SECOND]: [echo] });
    expect(await rpc.send(calls)).toEqual(calls.map((_, n) => ({ ok: true, value: `a:${n}` })));
    expect(posted.map(({ url, calls: sent }) => [url, sent.length])).toEqual([
      [FIRST, 100],
      [FIRST, 100],
      [FIRST, 50],
      [SECOND, 100],
    ]);
  });

  test("behavior: two clients share nothing", async () => {
    const { fetch, posted } = httpNodes({ [FIRST]: [echo] });
    const client = () => createRpc({ urls: [FIRST], fetch, timeoutMs: 1_000, spare: { left: 0 } });
    await Promise.all([client().send([call("a")]), client().send([call("b")])]);
    expect(posted.map(({ calls }) => calls.length)).toEqual([1, 1]);
  });
});

describe("the next node", () => {
  const unusable: [string, Parameters<typeof httpNodes>[0][string]][] = [
    ["cannot be reached", [new TypeError("connection refused")]],
    ["answers 500", [json([], 500)]],
    ["answers 429", [json([], 429)]],
    ["answers no JSON", [new Response("<html>")]],
    [
      "answers one error for the whole batch",
      [json({ jsonrpc: "2.0", id: null, error: { code: -32600, message: "x" } })],
    ],
    ["does not answer in time", ["hang"]],
  ];
  test.each(unusable)("behavior: is asked when the first %s", async (_what, replies) => {
    const { rpc, posted } = rpcOver({ [FIRST]: replies, [SECOND]: [echo] }, 50);
    expect(await rpc.send([call("a")])).toEqual([{ ok: true, value: "a:1" }]);
    expect(posted.map(({ url }) => url)).toEqual([FIRST, SECOND]);
  });

  const answered: [string, object, object][] = [
    [
      "a revert",
      { error: { code: 3, message: "execution reverted", data: "0x08c379a0" } },
      { kind: "reverted" },
    ],
    [
      "an error of its own",
      { error: { code: -32000, message: "header not found" } },
      { kind: "unavailable" },
    ],
    ["something unreadable", { result: {} }, { kind: "unavailable" }],
  ];
  test.each(answered)(
    "behavior: is not asked when the first answers %s: a batch has one state",
    async (_what, reply, expected) => {
      const { rpc, posted } = rpcOver({ [FIRST]: [json([{ id: 0, ...reply }])], [SECOND]: [echo] });
      const strict: RpcCall<string> = {
        ...call("a"),
        read: (value) => {
          if (typeof value !== "string") throw new Error("no text");
          return value;
        },
      };
      expect(await rpc.send([strict])).toMatchObject([{ ok: false, ...expected }]);
      expect(posted).toHaveLength(1);
    },
  );

  test("error: none left: every call is unavailable, and nothing is thrown", async () => {
    const { rpc } = rpcOver({ [FIRST]: [json([], 503)], [SECOND]: [new TypeError("refused")] });
    expect(await rpc.send([call("a"), call("b")])).toEqual([UNAVAILABLE, UNAVAILABLE]);
    const fetch = () => Promise.reject(new Error("never"));
    const none = createRpc({ urls: [], fetch, timeoutMs: 1, spare: { left: 0 } });
    expect(await none.send([call("a")])).toEqual([UNAVAILABLE]);
    expect(await none.sendOnce(call("a"))).toEqual(UNAVAILABLE);
  });
});

describe("an answer", () => {
  const one = async (reply: unknown) => {
    const { rpc } = rpcOver({ [FIRST]: [json([reply])] });
    const [outcome] = await rpc.send([call("eth_call")]);
    return outcome;
  };

  test("behavior: a revert keeps its data; a node's failure is never one", async () => {
    expect(
      await one({ id: 0, error: { code: 3, message: "execution reverted", data: "0xdeadbeef" } }),
    ).toEqual({
      ok: false,
      kind: "reverted",
      data: "0xdeadbeef",
      message: "execution reverted",
    });
    expect(await one({ id: 0, error: { code: -32005, message: "rate limit exceeded" } })).toEqual({
      ok: false,
      kind: "unavailable",
      message: "rate limit exceeded",
    });
  });

  test("behavior: a call left out, or answered under another id, is unavailable", async () => {
    expect(await one({ id: 7, result: "0x1" })).toEqual(UNAVAILABLE);
    expect(await one(null)).toEqual(UNAVAILABLE);
  });

  test("behavior: an unreadable result is unavailable, no failure of the others", async () => {
    const { rpc } = rpcOver({ [FIRST]: [echo] });
    const broken: RpcCall<never> = {
      ...call("bad"),
      read: () => {
        throw new Error("no");
      },
    };
    expect(await rpc.send([broken, call("good")])).toEqual([
      { ok: false, kind: "unavailable", message: "the node's answer to bad could not be read" },
      { ok: true, value: "good:1" },
    ]);
  });

  test("behavior: a node's message is cut, so that it cannot fill a log", async () => {
    const outcome = await one({ id: 0, error: { code: -32000, message: "x".repeat(5_000) } });
    expect(outcome).toMatchObject({ kind: "unavailable", message: "x".repeat(200) });
  });
});

describe("an answer without end", () => {
  const MIB = 1024 * 1024;
  /**
   * One reply of this size, in pieces of 1 MiB; counts the pieces that were asked for and whether
   * the rest was given up.
   */
  const sized = (bytes: number, announced?: number) => {
    const seen = { pieces: 0, cancelled: false };
    const [head, tail] = ['[{"id":0,"result":"', '"}]'];
    let left = bytes - head.length - tail.length;
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => controller.enqueue(encoder.encode(head)),
        pull: (controller) => {
          seen.pieces += 1;
          controller.enqueue(encoder.encode("f".repeat(Math.min(left, MIB))));
          left -= Math.min(left, MIB);
          if (left > 0) return;
          controller.enqueue(encoder.encode(tail));
          controller.close();
        },
        cancel: () => {
          seen.cancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    const headers = announced === undefined ? {} : { "content-length": String(announced) };
    return { seen, reply: () => new Response(body, { headers }) };
  };

  test("behavior: 8 MiB are read, a byte more is not, whatever length was announced", async () => {
    const exact = sized(8 * MIB);
    const [read] = await rpcOver({ [FIRST]: [exact.reply] }).rpc.send([call("a")]);
    expect(read).toMatchObject({ ok: true });
    for (const announced of [undefined, 10]) {
      const more = sized(8 * MIB + 1, announced);
      expect(await rpcOver({ [FIRST]: [more.reply] }).rpc.send([call("a")])).toEqual([UNAVAILABLE]);
    }
  });

  test("behavior: reading ends at the bound, what is announced above it is not begun", async () => {
    const endless = sized(1_000 * MIB);
    expect(await rpcOver({ [FIRST]: [endless.reply] }).rpc.sendOnce(call("a"))).toEqual(
      UNAVAILABLE,
    );
    expect(endless.seen).toEqual({ pieces: 8, cancelled: true });
    const told = sized(1_000 * MIB, 8 * MIB + 1);
    expect(await rpcOver({ [FIRST]: [told.reply] }).rpc.sendOnce(call("a"))).toEqual(UNAVAILABLE);
    expect(told.seen).toEqual({ pieces: 0, cancelled: true });
  });

  test("behavior: the next node is asked instead", async () => {
    const { rpc, posted } = rpcOver({ [FIRST]: [sized(9 * MIB).reply], [SECOND]: [echo] });
    expect(await rpc.send([call("a")])).toEqual([{ ok: true, value: "a:1" }]);
    expect(posted.map(({ url }) => url)).toEqual([FIRST, SECOND]);
  });
});

describe("a batch whose answer is too large", () => {
  const ok = (...names: string[]) => names.map((name) => ({ ok: true, value: `${name}:1` }));
  const tooLarge = () =>
    new Response("[", { headers: { "content-length": String(8 * 1024 * 1024 + 1) } });
  /** Answers what does not ask for a giant. */
  const node = (posted: Parameters<typeof echo>[0]) =>
    posted.calls.some(({ method }) => method.startsWith("giant")) ? tooLarge() : echo(posted);
  const askedOf = (posted: ReturnType<typeof rpcOver>["posted"]) =>
    posted.map(({ url, calls }) => [url, calls.map(({ method }) => method).join(" ")]);

  test("behavior: asked in halves of the same node, only the giant is unanswered", async () => {
    const { rpc, posted, spare } = rpcOver({ [FIRST]: [node], [SECOND]: [echo] });
    const [reads, others] = await Promise.all([
      rpc.send([call("a"), call("giant"), call("c")]),
      rpc.send([call("d"), call("e")]),
    ]);
    expect([reads, others]).toEqual([[...ok("a"), UNAVAILABLE, ...ok("c")], ok("d", "e")]);
    expect(askedOf(posted)).toEqual([
      [FIRST, "a giant c d e"],
      [FIRST, "a giant"],
      [FIRST, "c d e"],
      [FIRST, "a"],
      [FIRST, "giant"],
    ]);
    expect(spare).toEqual({ left: 92 });
  });

  test("behavior: is cut, too, where the limited fetch gave the answer up", async () => {
    const { fetch, posted } = httpNodes({
      [FIRST]: [
        (one) =>
          one.calls.length > 1 ? new Response(new Uint8Array(8 * 1024 * 1024 + 1)) : echo(one),
      ],
    });
    const limited = limitFetch(fetch, 6);
    const rpc = createRpc({
      urls: [FIRST],
      fetch: limited.fetch,
      timeoutMs: 5_000,
      spare: { left: 96 },
    });
    expect(await rpc.send([call("a"), call("b")])).toEqual(ok("a", "b"));
    expect(posted).toHaveLength(3);
  });

  test("behavior: it goes whole to the next node where no piece was answered", async () => {
    const { rpc, posted } = rpcOver({ [FIRST]: [tooLarge], [SECOND]: [echo] });
    expect(await rpc.send([call("a"), call("b")])).toEqual(ok("a", "b"));
    expect(askedOf(posted)).toEqual([
      [FIRST, "a b"],
      [FIRST, "a"],
      [FIRST, "b"],
      [SECOND, "a b"],
    ]);
  });

  test("behavior: a piece a node leaves out or reverts is answered as in any batch", async () => {
    const reply = ({ calls }: Parameters<typeof echo>[0]) =>
      calls.length > 2
        ? tooLarge()
        : json(
            calls[0]?.method === "a"
              ? [{ id: 0, error: { code: 3, message: "execution reverted", data: "0x01" } }]
              : [],
          );
    const { rpc } = rpcOver({ [FIRST]: [reply] });
    expect(await rpc.send([call("a"), call("b"), call("c")])).toEqual([
      { ok: false, kind: "reverted", data: "0x01", message: "execution reverted" },
      UNAVAILABLE,
      UNAVAILABLE,
    ]);
  });

  test("behavior: a broadcast is never asked for again, however large its answer is", async () => {
    const { rpc, posted, spare } = rpcOver({ [FIRST]: [tooLarge], [SECOND]: [echo] });
    expect(await rpc.sendOnce(call("eth_sendRawTransaction"))).toEqual(UNAVAILABLE);
    expect(askedOf(posted)).toEqual([[FIRST, "eth_sendRawTransaction"]]);
    expect(spare).toEqual({ left: 96 });
  });
});

describe("sendOnce", () => {
  test("behavior: goes out alone, though a read of the same turn is waiting", async () => {
    const { rpc, posted } = rpcOver({ [FIRST]: [echo] });
    const [read, sent] = await Promise.all([
      rpc.send([call("a")]),
      rpc.sendOnce(call("eth_sendRawTransaction", "0x02")),
    ]);
    expect([read, sent]).toEqual([
      [{ ok: true, value: "a:1" }],
      { ok: true, value: "eth_sendRawTransaction:0x02" },
    ]);
    expect(posted.map(({ calls }) => calls.map(({ method }) => method))).toEqual([
      ["eth_sendRawTransaction"],
      ["a"],
    ]);
  });

  const failing: [string, Parameters<typeof httpNodes>[0][string]][] = [
    ["cannot be reached", [new TypeError("refused")]],
    ["answers 502", [json([], 502)]],
    ["hangs", ["hang"]],
    ["answers nonsense", [new Response("?")]],
  ];
  test.each(failing)(
    "behavior: one request to the first node and no other, when it %s",
    async (_what, replies) => {
      const { rpc, posted } = rpcOver({ [FIRST]: replies, [SECOND]: [echo] }, 50);
      expect(await rpc.sendOnce(call("eth_sendRawTransaction"))).toEqual(UNAVAILABLE);
      expect(posted.map(({ url }) => url)).toEqual([FIRST]);
    },
  );
});
