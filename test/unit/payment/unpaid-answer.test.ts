import { expect, test } from "vitest";
import { getQuote } from "../../../functions/quote/get-quote.ts";
import { routes } from "../../../functions/routes.ts";
import { createApp } from "../../../src/app.ts";
import { createDeps } from "../../../src/create-deps.ts";
import { createIsolate } from "../../../src/create-isolate.ts";
import { unpaidAnswer } from "../../../src/payment/unpaid-answer.ts";

const payTo = `0x${"11".repeat(20)}`;
const isolate = createIsolate();
const host = { fetcher: async () => new Response(), waitUntil: () => undefined, routes };
const rawOf = (url: string) => ({ url, headers: new Headers(), bodyText: "" });

const unpaid = (bindings: Record<string, unknown>, url: string) =>
  unpaidAnswer(createDeps(bindings, isolate, host), getQuote, "quote", rawOf(url));

test("a 402 is made once for an address, whatever its query says", async () => {
  const bindings = { X402_PAY_TO: payTo };
  const first = await unpaid(bindings, "https://a.example/api/quote?sell=ETH");
  expect(await unpaid(bindings, "https://a.example/api/quote?sell=USDC&buy=ETH")).toBe(first);
  expect(JSON.parse(first.body).accepts[0].resource).toBe("https://a.example/api/quote");
});

test("another address, and one after another, each get their own resource", async () => {
  const bindings = { X402_PAY_TO: payTo };
  const resourceAt = async (url: string) =>
    JSON.parse((await unpaid(bindings, url)).body).accepts[0].resource;
  expect(await resourceAt("https://a.example/api/quote")).toBe("https://a.example/api/quote");
  expect(await resourceAt("https://b.example/api/quote")).toBe("https://b.example/api/quote");
  expect(await resourceAt("https://a.example/api/quote")).toBe("https://a.example/api/quote");
});

test("another configuration has another 402", async () => {
  const amountAt = async (bindings: Record<string, unknown>) =>
    JSON.parse((await unpaid(bindings, "https://a.example/api/quote")).body).accepts[0]
      .maxAmountRequired;
  expect(await amountAt({ X402_PAY_TO: payTo, PRICE_QUOTE: "0.5" })).toBe("500000");
  expect(await amountAt({ X402_PAY_TO: payTo, PRICE_QUOTE: "0.25" })).toBe("250000");
});

test("over HTTP two callers' 402s differ in their request id alone", async () => {
  const app = createApp(
    routes,
    (given) => createDeps(given, isolate, host),
    () => undefined,
  );
  const bindings = { X402_PAY_TO: payTo };
  const context = {
    waitUntil: () => undefined,
    passThroughOnException: () => undefined,
    props: {},
  };
  const ask = async () => {
    const answer = await app.request("/api/quote?sell=ETH", {}, bindings, context);
    const { "x-request-id": id, ...headers } = Object.fromEntries(answer.headers);
    return { id, headers, body: await answer.text() };
  };
  const [one, other] = [await ask(), await ask()];
  expect(one.id).not.toBe(other.id);
  expect({ ...one, id: null }).toEqual({ ...other, id: null });
});
