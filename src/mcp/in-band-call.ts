import type { McpAnswer } from "../../schemas/mcp-answer.ts";
import type { McpMessage } from "../../schemas/mcp-message.ts";
import { AppError } from "../errors.ts";
import { fromBase64, isObject, toBase64 } from "../lib/is-object.ts";
import type { GateAnswer, RawRequest } from "../route.ts";
import type { Era } from "./era-of.ts";
import { IN_BAND_META, MCP_META } from "./mcp-meta.ts";
import { resultOf } from "./result-of.ts";

export type InBandCall = {
  /** The payment as the header that it would be over HTTP, and the call without it. */
  raw: RawRequest;
  /** A payment stands in the headers, too. */
  isPaidTwice: boolean;
};

/**
 * Null where the client pays by HTTP: with `?pay=http`, and with a payment in a header and none in
 * the call. What the gate compares leaves out the id, and of `_meta` all that has no say in the
 * answer: a repeat is numbered and traced anew.
 * @throws invalid_request
 */
export function inBandCall(
  raw: RawRequest,
  { method, params = {} }: McpMessage,
  { hasHeader }: { hasHeader: boolean },
): InBandCall | null {
  const meta = isObject(params._meta) ? params._meta : {};
  const payment = meta[IN_BAND_META.payment];
  if (payment === undefined && (hasHeader || new URL(raw.url).searchParams.get("pay") === "http"))
    return null;
  const { _meta: _, ...rest } = params;
  const kept = {
    [MCP_META.version]: meta[MCP_META.version],
    [MCP_META.capabilities]: meta[MCP_META.capabilities],
  };
  const plain = { ...rest, ...(kept[MCP_META.version] !== undefined && { _meta: kept }) };
  const headers = new Headers(raw.headers);
  if (payment !== undefined) headers.set("payment-signature", toBase64(written(payment)));
  return {
    raw: { ...raw, headers, bodyText: written({ method, params: plain }) },
    isPaidTwice: payment !== undefined && hasHeader,
  };
}

/**
 * JSON is read at any depth and written with a stack: 256 KiB hold brackets enough to use that up.
 */
function written(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError)
      throw new AppError("invalid_request", "The call is nested too deeply.");
    throw error;
  }
}

/** Beside x402's object: `{error, message, details?}` as every refusal has them. */
const REFUSAL = "sextant/refusal";

/**
 * A 402 is a result with `isError` whose structured content and text are PaymentRequired, and what
 * was paid for carries its receipt. `id` is this request's: a repeat is answered from what was
 * kept.
 */
export function inBandAnswer(
  id: McpAnswer["id"],
  { status, body, headers }: GateAnswer,
  era: Era,
): GateAnswer {
  const required = headers["PAYMENT-REQUIRED"];
  if (status === 402 && required !== undefined) {
    const { error, message, details } = JSON.parse(body) as Record<string, unknown>;
    const text = fromBase64(required);
    const result = resultOf(era, {
      content: [{ type: "text", text }],
      structuredContent: JSON.parse(text) as unknown,
      isError: true,
      _meta: { [REFUSAL]: { error, message, ...(details !== undefined && { details }) } },
    });
    return {
      ...ANSWER,
      body: JSON.stringify({ jsonrpc: "2.0", id, result }),
      headers: { "Cache-Control": "no-store" },
    };
  }
  const answer = JSON.parse(body) as McpAnswer;
  const receipt = headers["PAYMENT-RESPONSE"];
  const paid =
    receipt === undefined || answer.result === undefined
      ? answer.result
      : { ...answer.result, _meta: withReceipt(answer.result._meta, receipt) };
  return {
    ...ANSWER,
    body: JSON.stringify({ ...answer, id, ...(paid && { result: paid }) }),
    headers: PRIVATE,
  };
}

const withReceipt = (meta: unknown, receipt: string): Record<string, unknown> => ({
  ...(isObject(meta) && meta),
  [IN_BAND_META.receipt]: JSON.parse(fromBase64(receipt)) as unknown,
});

/** Over HTTP every in-band answer has arrived; what became of the call stands in it. */
const ANSWER = { status: 200 } as const;
const PRIVATE = { "Cache-Control": "private" };
