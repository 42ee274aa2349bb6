import type { X402Payment } from "../../schemas/x402-payment.ts";
import { AppError } from "../errors.ts";
import { jsonObject } from "../lib/is-object.ts";
import { canonicalJson, sha256Hex } from "../lib/sha256-of.ts";
import type { RawRequest, Route } from "../route.ts";
import { EXTENSION_NAMES } from "./payment-header.ts";

type Callers = { operator: string | null; payer: string | null };
export type Idempotency = { scope: string; bodyHash: string };

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * The key of a POST or its `payment`, scoped to route and verified caller; the body counts without
 * credentials (decision D8). Null where either is missing or no answer may be kept.
 * @throws invalid_request for a malformed key or a body too deep to compare;
 * payment_identifier_invalid
 */
export async function idempotencyOf(
  route: Route,
  raw: RawRequest,
  callers: Callers,
  payment?: X402Payment,
): Promise<Idempotency | null> {
  if (route.method !== "POST" || route.noStore) return null;
  const key =
    payment === undefined
      ? raw.headers.get("idempotency-key")
      : keyOfPaidCall(payment, raw.headers);
  if (key === null) return null;
  if (!KEY.test(key))
    throw new AppError(
      "invalid_request",
      "Idempotency-Key must be 1 to 255 visible ASCII characters.",
    );
  const caller = callers.operator ?? callers.payer;
  if (caller === null) return null;
  const {
    authSignature: _signature,
    authTimestamp: _timestamp,
    ...compared
  } = jsonObject(raw.bodyText);
  const { search } = new URL(raw.url);
  return {
    scope: await sha256Hex(`${route.method} ${route.path}\n${caller}\n${key}`),
    bodyHash: await sha256Hex(`${search}\n${comparable(compared)}`),
  };
}

/** JSON.stringify recurses: 256 KiB of brackets use up the stack. */
function comparable(body: Record<string, unknown>): string {
  try {
    return canonicalJson(body);
  } catch (error) {
    if (error instanceof RangeError)
      throw new AppError("invalid_request", "The body is nested too deeply.");
    throw error;
  }
}

/** The call that took the key first still runs. */
export const keyInUse = (): AppError =>
  new AppError("idempotency_key_in_use", "A call with this Idempotency-Key still runs.", {
    retryAfterSec: 1,
  });

/** The key was used for another body. */
export const keyReused = (): AppError =>
  new AppError("idempotency_key_reused", "This Idempotency-Key was used with another body.");

/** Source: x402, specs/extensions/payment_identifier.md, "id Format". */
const ID = /^[A-Za-z0-9_-]{16,128}$/;

/**
 * The payment-identifier inside the payment, else the header Idempotency-Key.
 * @throws payment_identifier_invalid for a malformed id, and for two different keys: the one of a
 * repeat would be a guess
 */
function keyOfPaidCall(payment: X402Payment, headers: Headers): string | null {
  const header = headers.get("idempotency-key");
  const id =
    payment.x402Version === 2 ? idIn(payment.extensions?.[EXTENSION_NAMES.identifier]) : null;
  if (id !== null && header !== null && id !== header)
    throw invalid(
      "The payment-identifier inside the payment and the header Idempotency-Key are " +
        "different keys: send one of them, or the same in both.",
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

const invalid = (message: string) =>
  new AppError("payment_identifier_invalid", `${message} Nothing was charged.`);
