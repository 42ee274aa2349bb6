import { isPaymentRequired } from "@x402/core/schemas";
import { expect } from "vitest";
import { ERROR_CODES, type ErrorCode } from "../../schemas/error-codes.ts";
import type { Answer, TestStack } from "./test-stack.ts";

const RECEIPT = "x402/payment-response";

let lastId = 0;

/**
 * One tools/call of MCP with the payment of a header inside it, every time under another id, as
 * clients send it. The answer is shown as the same call by HTTP would have it, so that one test
 * holds for both forms; that it was the in-band one is checked here.
 */
export async function payInBand(
  stack: Pick<TestStack, "call">,
  {
    name,
    args,
    header,
    headers = {},
  }: { name: string; args: object; header: string; headers?: Record<string, string> },
): Promise<Answer> {
  lastId += 1;
  const id = lastId;
  const payment = JSON.parse(Buffer.from(header, "base64").toString());
  const params = { name, arguments: args, _meta: { "x402/payment": payment } };
  const message = { jsonrpc: "2.0", id, method: "tools/call", params };
  return asHttp(await stack.call("POST", "/mcp", message, headers, { pay: false }), id);
}

function asHttp({ status, body, headers }: Answer, id: number): Answer {
  const { structuredContent: said, content, isError, _meta } = body.result ?? {};
  expect([status, body.id], JSON.stringify(body)).toEqual([200, id]);
  expect(JSON.parse(content[0].text)).toEqual(said);
  // Nothing of the payment is a header here.
  for (const one of ["payment-required", "payment-response", "x-payment-response"])
    expect(headers.get(one)).toBeNull();
  const shown = new Headers(headers);
  if (isError !== true) {
    shown.set("payment-response", base64(_meta[RECEIPT]));
    return { status: 200, body: said, headers: shown };
  }
  expect(_meta?.[RECEIPT]).toBeUndefined();
  const refusal = _meta?.["sextant/refusal"];
  if (refusal !== undefined) {
    expect(isPaymentRequired(said)).toBe(true);
    shown.set("payment-required", base64(said));
    return {
      status: 402,
      body: { ...refusal, x402Version: 1, accepts: said.accepts },
      headers: shown,
    };
  }
  const { retryAfterSec, ...rest } = said;
  if (retryAfterSec !== undefined) shown.set("retry-after", String(retryAfterSec));
  return { status: ERROR_CODES[said.error as ErrorCode].status, body: rest, headers: shown };
}

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64");
