import type { McpMessage } from "../../schemas/mcp-message.ts";
import { toBase64 } from "../lib/to-base64.ts";
import type { RawRequest } from "../route.ts";
import { IN_BAND_META } from "./in-band-meta.ts";

export type InBandCall = {
  /** As the gate has to see it: the payment as the header that it would be over HTTP, and the call without it. */
  raw: RawRequest;
  /** A payment stands in the headers, too. */
  isPaidTwice: boolean;
};

/**
 * A tools/call of a client that pays inside MCP, or null where it pays by HTTP: with `?pay=http`, and with a payment in a header and
 * none in the call. The id is left out of what the gate compares: a client that repeats a paid call gives it another one.
 */
export function inBandCall(
  raw: RawRequest,
  { method, params = {} }: McpMessage,
  { hasHeader }: { hasHeader: boolean },
): InBandCall | null {
  const meta = params._meta;
  const { [IN_BAND_META.payment]: payment, ...kept } = isObject(meta) ? meta : {};
  if (payment === undefined && (hasHeader || new URL(raw.url).searchParams.get("pay") === "http")) return null;
  const { _meta: _, ...rest } = params;
  const plain = { ...rest, ...(Object.keys(kept).length > 0 && { _meta: kept }) };
  const headers = new Headers(raw.headers);
  if (payment !== undefined) headers.set("payment-signature", toBase64(JSON.stringify(payment)));
  return {
    raw: { ...raw, headers, bodyText: JSON.stringify({ method, params: plain }) },
    isPaidTwice: payment !== undefined && hasHeader,
  };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
