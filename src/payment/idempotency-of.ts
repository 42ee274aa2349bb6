import type { X402Payment } from "../../schemas/x402-payment.ts";
import { AppError } from "../errors.ts";
import { canonicalJson } from "../lib/canonical-json.ts";
import { jsonObject } from "../lib/json-object.ts";
import { sha256Hex } from "../lib/sha256-hex.ts";
import type { RawRequest, Route } from "../route.ts";
import { keyOfPaidCall } from "./key-of-paid-call.ts";

/** The verified callers: the operator by signature, the payer by its payment. */
export type Callers = { operator: string | null; payer: string | null };
export type Idempotency = { scope: string; bodyHash: string };

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * The Idempotency-Key of a POST, scoped to the route and the verified caller (operator, else payer); its body is compared
 * without credentials (decision 26). Null without one, for an unverified caller, and where no answer may be
 * remembered: a pairing code is kept as its hash alone. `payment`: what pays for the call, which may carry the key.
 * @throws invalid_request for a key that is no visible ASCII text of at most 255 characters, and for a body too deep to compare;
 * payment_identifier_invalid
 */
export async function idempotencyOf(
  route: Route,
  raw: RawRequest,
  callers: Callers,
  payment?: X402Payment,
): Promise<Idempotency | null> {
  if (route.method !== "POST" || route.noStore) return null;
  const key = payment === undefined ? raw.headers.get("idempotency-key") : keyOfPaidCall(payment, raw.headers);
  if (key === null) return null;
  if (!KEY.test(key))
    throw new AppError("invalid_request", "Idempotency-Key must be 1 to 255 visible ASCII characters.");
  const body = jsonObject(raw.bodyText);
  const caller = callers.operator ?? callers.payer;
  if (caller === null) return null;
  const { authSignature: _signature, authTimestamp: _timestamp, ...compared } = body;
  const { search } = new URL(raw.url);
  return {
    scope: await sha256Hex(`${route.method} ${route.path}\n${caller}\n${key}`),
    bodyHash: await sha256Hex(`${search}\n${comparable(compared)}`),
  };
}

/** JSON is read at any depth and written with a stack: 256 KiB hold brackets enough to use that up. */
function comparable(body: Record<string, unknown>): string {
  try {
    return canonicalJson(body);
  } catch (error) {
    if (error instanceof RangeError) throw new AppError("invalid_request", "The body is nested too deeply.");
    throw error;
  }
}
