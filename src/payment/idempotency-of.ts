import type { X402Payment } from "../../schemas/x402-payment.ts";
import { AppError } from "../errors.ts";
import { jsonObject } from "../lib/is-object.ts";
import { canonicalJson, sha256Hex } from "../lib/sha256-of.ts";
import type { RawRequest, Route } from "../route.ts";
import { EXTENSION_NAMES } from "./payment-header.ts";

/** The operator by signature, the payer by its payment. */
type Callers = { operator: string | null; payer: string | null };
export type Idempotency = { scope: string; bodyHash: string };

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * The Idempotency-Key of a POST, scoped to the route and the verified caller (operator, else payer); its body is compared without
 * credentials (decision 26). Null without one, for an unverified caller, and where no answer may be remembered: a pairing code is kept as
 * its hash alone. `payment` may carry the key.
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

/** JSON is written with a stack: 256 KiB hold brackets enough to use it up. */
function comparable(body: Record<string, unknown>): string {
  try {
    return canonicalJson(body);
  } catch (error) {
    if (error instanceof RangeError) throw new AppError("invalid_request", "The body is nested too deeply.");
    throw error;
  }
}

/** x402, specs/extensions/payment_identifier.md, "id Format". */
const ID = /^[A-Za-z0-9_-]{16,128}$/;

/**
 * The payment-identifier inside the payment, or the header Idempotency-Key.
 * @throws payment_identifier_invalid for an id that x402 does not allow, and for another one than the header's: which of the two a repeat
 * will carry would be a guess
 */
function keyOfPaidCall(payment: X402Payment, headers: Headers): string | null {
  const header = headers.get("idempotency-key");
  const id = payment.x402Version === 2 ? idIn(payment.extensions?.[EXTENSION_NAMES.identifier]) : null;
  if (id !== null && header !== null && id !== header)
    throw invalid(
      "The payment-identifier inside the payment and the header Idempotency-Key are different keys: send one of them, or the same in both.",
    );
  return id ?? header;
}

function idIn(extension: unknown): string | null {
  const { id } = fieldsOf(fieldsOf(extension).info);
  if (id === undefined) return null;
  if (typeof id === "string" && ID.test(id)) return id;
  throw invalid("A payment-identifier has 16 to 128 letters, digits, hyphens or underscores.");
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

const invalid = (message: string) => new AppError("payment_identifier_invalid", `${message} Nothing was charged.`);
