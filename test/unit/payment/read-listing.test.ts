import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalServer, startHttpServer } from "../../../local/lib/start-http-server.ts";
import { createHttpFacilitator, readListing } from "../../../src/payment/http-facilitator.ts";

const header = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");

test("default: the specification's own two examples", () => {
  expect(readListing("eyJiYXphYXIiOnsic3RhdHVzIjoic3VjY2VzcyJ9fQ==")).toEqual({
    status: "success",
  });
  expect(
    readListing(
      "eyJiYXphYXIiOnsic3RhdHVzIjoicmVqZWN0ZWQiLCJyZWplY3RlZFJlYXNvbiI6ImluZm8gZmFpbGVkIHNjaGVtYSB2YWxpZGF0aW9uIn19",
    ),
  ).toEqual({ status: "rejected", rejectedReason: "info failed schema validation" });
  expect(readListing(header({ bazaar: { status: "processing", more: 1 }, other: {} }))).toEqual({
    status: "processing",
  });
});

test("error: none, no Bazaar, no base64, no JSON, another word, too long: nothing", () => {
  const other = { bazaar: { status: "listed" } };
  const long = { bazaar: { status: "success" }, pad: "x".repeat(9_000) };
  for (const value of [
    null,
    "",
    "!!",
    "e30",
    header([]),
    header({}),
    header(other),
    header(null),
    header(long),
    "A".repeat(100_000),
  ])
    expect(readListing(value)).toBeUndefined();
});

test("behavior: a reason is one short line without addresses' paths", () => {
  const rejectedReason = `no\nsuch ${"x".repeat(500)} https://key:secret@a.example/path?key=1`;
  const { rejectedReason: read = "" } = readListing(
    header({ bazaar: { status: "rejected", rejectedReason } }),
  )!;
  expect(read).toMatch(/^no such x+/);
  expect(read.length).toBeLessThanOrEqual(200);
});

let server: LocalServer;
let said: Record<string, string> = {};
beforeAll(async () => {
  const body = JSON.stringify({
    success: true,
    transaction: "0x12",
    network: "eip155:8453",
    payer: "0x01",
  });
  server = await startHttpServer(async () => ({ status: 200, headers: said, body }));
});
afterAll(() => server.stop());

test("behavior: a settlement has what was said, and no payment depends on it", async () => {
  const facilitator = createHttpFacilitator({
    ...{ url: server.url, timeoutMs: 5_000, bearer: undefined, fetch: (...args) => fetch(...args) },
  });
  const settle = () => facilitator.settle({} as never, {} as never);
  const plain = { status: "settled", transaction: "0x12", payer: "0x01" };
  expect(await settle()).toEqual(plain);
  said = {
    "EXTENSION-RESPONSES": header({ bazaar: { status: "rejected", rejectedReason: "no" } }),
  };
  expect(await settle()).toEqual({
    ...plain,
    listing: { status: "rejected", rejectedReason: "no" },
  });
  said = { "extension-responses": "rubbish" };
  expect(await settle()).toEqual(plain);
});
