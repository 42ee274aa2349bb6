import type { X402Payment } from "../../schemas/x402-payment.ts";
import { AppError } from "../errors.ts";
import { EXTENSION_NAMES } from "./extension-names.ts";

/** x402, specs/extensions/payment_identifier.md, "id Format". */
const ID = /^[A-Za-z0-9_-]{16,128}$/;

/**
 * The one key of a paid call: the payment-identifier inside its payment, or the header Idempotency-Key; both mean the same. Null without one.
 * @throws payment_identifier_invalid for an id that x402 does not allow, and for another one than the header's: which of the two
 * a repeat will carry would be a guess
 */
export function keyOfPaidCall(payment: X402Payment, headers: Headers): string | null {
  const header = headers.get("idempotency-key");
  const id = payment.x402Version === 2 ? idIn(payment.extensions?.[EXTENSION_NAMES.identifier]) : null;
  if (id !== null && header !== null && id !== header)
    throw invalid(
      "The payment-identifier inside the payment and the header Idempotency-Key are different keys: send one of them, or the same in both.",
    );
  return id ?? header;
}

/** A client that echoes the offer and adds no id sends none. */
function idIn(extension: unknown): string | null {
  const { id } = fieldsOf(fieldsOf(extension).info);
  if (id === undefined) return null;
  if (typeof id === "string" && ID.test(id)) return id;
  throw invalid("A payment-identifier has 16 to 128 letters, digits, hyphens or underscores.");
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

const invalid = (message: string) => new AppError("payment_identifier_invalid", `${message} Nothing was charged.`);
