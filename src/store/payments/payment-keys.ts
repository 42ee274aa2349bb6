import type { KeyLine } from "../kernel/kernel-keys.ts";

const HOUR_SEC = 3_600;

/** Payments, calls with an Idempotency-Key, and counts of calls. */
export const PAYMENT_KEYS = {
  /** HASH of one EIP-3009 authorization: `state` (held, done, unknown, owed), `token`, `hash` of the request, `at` which it was held and `until`, `acts`, `answer`. */
  payment: { template: "payment:{payer}:{paymentNonce}", ttlSec: 24 * HOUR_SEC },
  /** ZSET token -> ms when its hold ends: the calls of a payer that run now. */
  paymentsInFlight: { template: "payments-in-flight:{payer}", ttlSec: HOUR_SEC },
  /** HASH id of the debt (`payer:nonce`) -> Debt. Present: this payer, operator or vault gets paid work only when it pays that too. */
  paymentDebt: { template: "payment-debt:{debtor}", ttlSec: null },
  /** HASH of one Idempotency-Key: `state` (held, done, unknown), `token`, `hash` of the body, `at` and `until` of the hold, `acts`, `payment` (KeyPayment), `answer`. */
  idempotency: { template: "idempotency:{idempotencyScope}", ttlSec: 24 * HOUR_SEC },
  /** HASH success, processing, rejected -> ms when the facilitator last said so of listing a resource. */
  bazaarListing: { template: "bazaar-listing", ttlSec: null },
  /** STRING 1: this signer has signed in with this nonce. Kept for longer than a sign-in is good. */
  signInNonce: { template: "sign-in-nonce:{operator}:{signInNonce}", ttlSec: HOUR_SEC / 6 },
  /** STRING, a counter of one fixed window. Kept for its window and so much longer. */
  rate: { template: "rate:{rateOf}", ttlSec: HOUR_SEC / 6 },
  /** ZSET id of a connection -> ms when its time is over: streams of events of one operator, or one network, that are open. */
  eventStreams: { template: "event-streams:{whose}", ttlSec: HOUR_SEC },
  /** STRING, ms when this payer last paid for a call: it is no stranger. */
  hasPaid: { template: "has-paid:{payer}", ttlSec: 31 * 24 * HOUR_SEC },
} as const satisfies Record<string, KeyLine>;
