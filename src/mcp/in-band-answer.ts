import type { McpAnswer } from "../../schemas/mcp-answer.ts";
import { fromBase64 } from "../lib/from-base64.ts";
import { isObject } from "../lib/is-object.ts";
import type { GateAnswer } from "../route.ts";
import type { Era } from "./era-of.ts";
import { IN_BAND_META } from "./in-band-meta.ts";
import { resultOf } from "./result-of.ts";

/** Beside x402's object: `{error, message, details?}` as every refusal has them. */
const REFUSAL = "sextant/refusal";

/**
 * A 402 is a result with `isError` whose structured content and text are PaymentRequired, and what was paid for carries its receipt. `id` is
 * this request's: a repeat is answered from what was kept.
 */
export function inBandAnswer(id: McpAnswer["id"], { status, body, headers }: GateAnswer, era: Era): GateAnswer {
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
  return { ...ANSWER, body: JSON.stringify({ ...answer, id, ...(paid && { result: paid }) }), headers: PRIVATE };
}

const withReceipt = (meta: unknown, receipt: string): Record<string, unknown> => ({
  ...(isObject(meta) && meta),
  [IN_BAND_META.receipt]: JSON.parse(fromBase64(receipt)) as unknown,
});

/** Over HTTP every in-band answer has arrived; what became of the call stands in it. */
const ANSWER = { status: 200 } as const;
const PRIVATE = { "Cache-Control": "private" };
