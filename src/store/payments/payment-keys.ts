import { type KeyLine, kept } from "../kernel/kernel-keys.ts";

const HOUR_SEC = 3_600;

export const PAYMENT_KEYS = {
  /**
   * HASH of one EIP-3009 authorization: `state` (held, done, unknown, owed), `token`, `hash` of the
   * request, `at`, `until` of the hold, `acts`, `answer`.
   */
  payment: { template: "payment:{payer}:{paymentNonce}", ttlSec: 24 * HOUR_SEC },
  /** ZSET token -> ms when its hold ends: the payer's running calls. */
  paymentsInFlight: { template: "payments-in-flight:{payer}", ttlSec: HOUR_SEC },
  /**
   * HASH debt id (`payer:nonce`) -> Debt. Blocks paid work for this payer, operator or vault until
   * it is paid too.
   */
  paymentDebt: kept("payment-debt:{debtor}"),
  /** HASH of one Idempotency-Key: as a payment, `hash` of the body, and `payment` (KeyPayment). */
  idempotency: { template: "idempotency:{idempotencyScope}", ttlSec: 24 * HOUR_SEC },
  /** HASH success, processing, rejected -> ms of the facilitator's last such word on listing. */
  bazaarListing: kept("bazaar-listing"),
  /** STRING 1: this signer used this nonce. Outlives the sign-in. */
  signInNonce: { template: "sign-in-nonce:{operator}:{signInNonce}", ttlSec: HOUR_SEC / 6 },
  /** STRING, counter of a fixed window. Kept this much longer than its window. */
  rate: { template: "rate:{rateOf}", ttlSec: HOUR_SEC / 6 },
  /** ZSET connection id -> ms of its end: an operator's or network's open streams. */
  eventStreams: { template: "event-streams:{whose}", ttlSec: HOUR_SEC },
  /** STRING, ms of this payer's last paid call: it is no stranger. */
  hasPaid: { template: "has-paid:{payer}", ttlSec: 31 * 24 * HOUR_SEC },
} as const satisfies Record<string, KeyLine>;
