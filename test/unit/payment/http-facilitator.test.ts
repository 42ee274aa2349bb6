import { HTTPFacilitatorClient } from "@x402/core/http";
import {
  type PaymentPayload,
  type PaymentRequirements,
  SettleError,
  VerifyError,
} from "@x402/core/types";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  type LocalAnswer,
  type LocalRequest,
  type LocalServer,
  startHttpServer,
} from "../../../local/lib/start-http-server.ts";
import { createHttpFacilitator } from "../../../src/payment/http-facilitator.ts";

const payload = { x402Version: 2, payload: { signature: "0x01" } } as unknown as PaymentPayload;
const terms = {
  scheme: "exact",
  network: "eip155:8453",
  amount: "2500",
} as unknown as PaymentRequirements;

let server: LocalServer;
let answer: LocalAnswer | "drop";
let seen: LocalRequest[] = [];
beforeAll(async () => {
  server = await startHttpServer(async (request) => {
    seen.push(request);
    return answer;
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  seen = [];
  // The package's client logs what a facilitator tells it.
  vi.spyOn(console, "log").mockReturnValue(undefined);
});
afterEach(() => vi.restoreAllMocks());

const ours = (timeoutMs = 5_000) =>
  createHttpFacilitator({
    url: `${server.url}/`,
    timeoutMs,
    bearer: "a-token",
    fetch: (...args) => fetch(...args),
  });
const theirs = () => {
  const auth = { Authorization: "Bearer a-token" };
  const createAuthHeaders = async () => ({ verify: auth, settle: auth, supported: auth });
  return new HTTPFacilitatorClient({ url: `${server.url}/`, timeoutMs: 5_000, createAuthHeaders });
};

/** What the package's own client makes of the same answer: yes, no, or neither. */
const theirVerdict = async () => {
  try {
    const { isValid, payer } = await theirs().verify(payload, terms);
    return isValid && payer !== undefined ? "valid" : "invalid";
  } catch (error) {
    return error instanceof VerifyError && error.statusCode < 500 ? "invalid" : "unavailable";
  }
};
const theirSettlement = async () => {
  try {
    const { success, errorReason } = await theirs().settle(payload, terms);
    if (success) return "settled";
    return errorReason === "settlement_pending" ? "unknown" : "failed";
  } catch (error) {
    const isNo =
      error instanceof SettleError &&
      error.statusCode < 500 &&
      error.errorReason !== "settlement_pending";
    return isNo ? "failed" : "unknown";
  }
};

const word = fc.constantFrom(
  "insufficient_funds",
  "settlement_pending",
  "invalid_exact_evm_payload_signature",
  "",
);
const maybe = (value: fc.Arbitrary<unknown>) =>
  fc.option(fc.oneof(value, fc.integer()), { nil: undefined });
const fields = {
  isValid: maybe(fc.boolean()),
  invalidReason: maybe(word),
  success: maybe(fc.boolean()),
  errorReason: maybe(word),
  payer: maybe(fc.constant("0x00000000000000000000000000000000000000a1")),
  transaction: maybe(fc.constant("0x12")),
  network: maybe(fc.constant("eip155:8453")),
};
const body = fc.oneof(
  { weight: 8, arbitrary: fc.record(fields).map((value) => JSON.stringify(value)) },
  fc.constantFrom("", "null", "[]", "true", "not json", '{"isValid":true', '{"success":true}'),
);
const status = fc.constantFrom(200, 201, 400, 402, 412, 429, 500, 502, 503);

test("property: we say yes only where the package's client does, never no to unknown", async () => {
  await fc.assert(
    fc.asyncProperty(status, body, async (code, text) => {
      answer = { status: code, headers: { "content-type": "application/json" }, body: text };
      const verified = (await ours().verify(payload, terms)).status;
      expect([await theirVerdict(), "unavailable"]).toContain(verified);
      const settled = (await ours().settle(payload, terms)).status;
      expect([await theirSettlement(), "unknown"]).toContain(settled);
    }),
    { numRuns: 300 },
  );
});

test("default: the answers of a facilitator, in both generations' words", async () => {
  const payer = "0x00000000000000000000000000000000000000a1";
  answer = { status: 200, body: JSON.stringify({ isValid: true, payer }) };
  expect(await ours().verify(payload, terms)).toEqual({ status: "valid", payer });
  answer = {
    status: 200,
    body: JSON.stringify({ isValid: false, invalidReason: "insufficient_funds", payer: null }),
  };
  expect(await ours().verify(payload, terms)).toEqual({
    status: "invalid",
    reason: "insufficient_funds",
  });
  answer = { status: 402, body: JSON.stringify({ isValid: false, invalidReason: "<b>look</b>" }) };
  expect(await ours().verify(payload, terms)).toEqual({ status: "invalid", reason: "refused" });
  answer = {
    status: 200,
    body: JSON.stringify({ success: true, transaction: "0x12", network: "eip155:8453", payer }),
  };
  expect(await ours().settle(payload, terms)).toEqual({
    status: "settled",
    transaction: "0x12",
    payer,
  });
  answer = { status: 400, body: JSON.stringify({ success: false, errorReason: "nonce_used" }) };
  expect(await ours().settle(payload, terms)).toEqual({ status: "failed", reason: "nonce_used" });
  for (const errorReason of ["settlement_pending"])
    for (const code of [200, 400]) {
      answer = {
        status: code,
        body: JSON.stringify({
          success: false,
          errorReason,
          transaction: "",
          network: "eip155:8453",
        }),
      };
      expect(await ours().settle(payload, terms)).toEqual({ status: "unknown" });
    }
});

test("behavior: what is sent is what the package's own client sends", async () => {
  answer = { status: 200, body: "{}" };
  await ours().verify(payload, terms);
  await theirVerdict();
  await ours().settle(payload, terms);
  await theirSettlement();
  await ours().answers();
  const told = seen.map(({ method, target, headers, body: sent }) => [
    method,
    target,
    headers.authorization,
    headers["content-type"],
    sent.toString(),
  ]);
  expect(told[0]).toEqual(told[1]);
  expect(told[2]).toEqual(told[3]);
  expect(told.map(([method, target]) => `${method} ${target}`)).toEqual([
    "POST /verify",
    "POST /verify",
    "POST /settle",
    "POST /settle",
    "GET /supported",
  ]);
});

test("error: no answer, endless, redirect or too long are unknown, each asked once", async () => {
  for (const wrong of [
    "drop",
    { status: 307, headers: { location: "/elsewhere" } },
    {
      status: 200,
      body: JSON.stringify({
        isValid: true,
        success: true,
        payer: "0x1",
        transaction: "0x1",
        network: "n",
        pad: "x".repeat(100_000),
      }),
    },
  ] as const) {
    answer = wrong;
    seen = [];
    expect(await ours().verify(payload, terms)).toEqual({ status: "unavailable" });
    expect(await ours().settle(payload, terms)).toEqual({ status: "unknown" });
    expect(await ours().answers()).toBe(false);
    expect(seen.map(({ target }) => target)).toEqual(["/verify", "/settle", "/supported"]);
  }
});
