import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";

const KIB = 1024;
const MIB = 1024 * KIB;
const textOf = (length: number) => `${"x".repeat(length - 3)}end`;

let worker: Miniflare;
let origin: string;
let given: { answer(response: ServerResponse): void; written: number };
const server = createServer((_, response) => given.answer(response));

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const entry = join(import.meta.dirname, "../support/planted/read-answers-worker.ts");
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    write: false,
  });
  const modules = { "worker.js": { type: "esm" as const, contents: outputFiles[0]!.text } };
  worker = new Miniflare({
    cf: false,
    telemetry: { enabled: false },
    workers: [
      {
        config: {
          type: "worker",
          name: "reader",
          compatibilityDate: "2026-09-01",
          compatibilityFlags: [],
          manifest: { mainModule: "worker.js", modulesRoot: import.meta.dirname, modules },
          env: {},
        },
      },
    ],
  });
  await worker.ready;
});
afterAll(async () => {
  await worker.dispose();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function read(answer: (response: ServerResponse) => void, most = 8 * MIB): Promise<unknown> {
  given = { answer, written: 0 };
  const asked = `http://worker.example/?of=${encodeURIComponent(origin)}&most=${most}`;
  return (await worker.dispatchFetch(asked)).json();
}

/** In chunks, with no length announced. */
const inChunks = (chunks: readonly string[]) => (response: ServerResponse) => {
  for (const chunk of chunks) response.write(chunk);
  response.end();
};

test.each([3, 16 * KIB - 1, 16 * KIB, 16 * KIB + 1, 48 * KIB, 48 * KIB + 1, MIB])(
  "default: an answer of %i bytes is read whole, announced, in chunks or compressed",
  async (length) => {
    const text = textOf(length);
    const whole = { status: 200, length, end: "end" };
    expect(
      await read((response) => response.setHeader("content-length", length).end(text)),
    ).toEqual(whole);
    const chunks = Array.from({ length: Math.ceil(length / 1_000) }, (_, n) =>
      text.slice(n * 1_000, (n + 1) * 1_000),
    );
    expect(await read(inChunks(chunks))).toEqual(whole);
    expect(
      await read((response) => response.setHeader("content-encoding", "gzip").end(gzipSync(text))),
    ).toEqual(whole);
  },
);

test("boundary: nothing, and what has no body", async () => {
  expect(await read((response) => response.end())).toEqual({ status: 200, length: 0, end: "" });
  expect(await read((response) => response.writeHead(204).end())).toEqual({
    status: 204,
    length: 0,
    end: "",
  });
});

test("boundary: the most asked for is read, a byte more is not, nor over 8 MiB", async () => {
  expect(await read(inChunks([textOf(20_000)]), 20_000)).toMatchObject({ length: 20_000 });
  expect(await read(inChunks([textOf(20_001)]), 20_000)).toMatchObject({ length: null });
  expect(await read(inChunks([textOf(8 * MIB)]), 9 * MIB)).toMatchObject({ length: 8 * MIB });
  expect(await read(inChunks([textOf(8 * MIB + 1)]), 9 * MIB)).toEqual({ error: "AnswerTooLong" });
});

test("error: an answer without end is given up, and one that breaks off is none", async () => {
  const endless = (response: ServerResponse) => {
    const write = () => {
      while (!response.destroyed && response.write("x".repeat(MIB))) given.written += 1;
    };
    response.on("drain", write);
    write();
  };
  expect(await read(endless)).toEqual({ error: "AnswerTooLong" });
  // What was still written stood in buffers between both.
  expect(given.written).toBeLessThan(64);
  const broken = (response: ServerResponse) => {
    response.setHeader("content-length", 100_000).write("x".repeat(50_000));
    setImmediate(() => response.destroy());
  };
  expect(await read(broken)).toEqual({ error: expect.stringMatching(/Error$/) });
});

test("error: a short compressed answer that holds more than 8 MiB is given up", async () => {
  const bomb = gzipSync("x".repeat(64 * MIB));
  const compressed = (response: ServerResponse) =>
    response
      .setHeader("content-encoding", "gzip")
      .setHeader("content-length", bomb.length)
      .end(bomb);
  expect(await read(compressed)).toEqual({ error: "AnswerTooLong" });
});

test("error: what comes behind the announced length is no part of the answer", async () => {
  const longer = (response: ServerResponse) =>
    response.socket?.end(
      `HTTP/1.1 200 OK\r\ncontent-length: 3\r\nconnection: close\r\n\r\nend${"x".repeat(MIB)}`,
    );
  expect(await read(longer)).toEqual({ status: 200, length: 3, end: "end" });
});

test("boundary: 100,000 chunks of a byte are one answer", async () => {
  const chunks = Array.from({ length: 100_000 }, (_, n) => "xen d".charAt(n % 5));
  expect(await read(inChunks(chunks))).toEqual({ status: 200, length: 100_000, end: "n d" });
});
