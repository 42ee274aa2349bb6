import type { McpMessage } from "../../schemas/mcp-message.ts";
import { AppError } from "../errors.ts";
import { toBase64 } from "../lib/from-base64.ts";
import { isObject } from "../lib/is-object.ts";
import type { RawRequest } from "../route.ts";
import { IN_BAND_META } from "./in-band-meta.ts";
import { MCP_META } from "./mcp-meta.ts";

export type InBandCall = {
  /** The payment as the header that it would be over HTTP, and the call without it. */
  raw: RawRequest;
  /** A payment stands in the headers, too. */
  isPaidTwice: boolean;
};

/**
 * Null where the client pays by HTTP: with `?pay=http`, and with a payment in a header and none in the call. What the gate compares leaves
 * out the id, and of `_meta` all that has no say in the answer: a repeat is numbered and traced anew.
 * @throws invalid_request
 */
export function inBandCall(
  raw: RawRequest,
  { method, params = {} }: McpMessage,
  { hasHeader }: { hasHeader: boolean },
): InBandCall | null {
  const meta = isObject(params._meta) ? params._meta : {};
  const payment = meta[IN_BAND_META.payment];
  if (payment === undefined && (hasHeader || new URL(raw.url).searchParams.get("pay") === "http")) return null;
  const { _meta: _, ...rest } = params;
  const kept = { [MCP_META.version]: meta[MCP_META.version], [MCP_META.capabilities]: meta[MCP_META.capabilities] };
  const plain = { ...rest, ...(kept[MCP_META.version] !== undefined && { _meta: kept }) };
  const headers = new Headers(raw.headers);
  if (payment !== undefined) headers.set("payment-signature", toBase64(written(payment)));
  return {
    raw: { ...raw, headers, bodyText: written({ method, params: plain }) },
    isPaidTwice: payment !== undefined && hasHeader,
  };
}

/** JSON is read at any depth and written with a stack: 256 KiB hold brackets enough to use that up. */
function written(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) throw new AppError("invalid_request", "The call is nested too deeply.");
    throw error;
  }
}
