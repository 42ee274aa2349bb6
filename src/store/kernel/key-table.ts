import { ATTEMPT_KEYS } from "../attempts/attempt-keys.ts";
import { AUDIT_KEYS } from "../audit/audit-keys.ts";
import { OPERATION_KEYS } from "../operations/operation-keys.ts";
import { ORDER_KEYS } from "../orders/order-keys.ts";
import { OUTBOX_KEYS } from "../outbox/outbox-keys.ts";
import { PAIRING_KEYS } from "../pairing/pairing-keys.ts";
import { PAYMENT_KEYS } from "../payments/payment-keys.ts";
import { QUESTION_KEYS } from "../questions/question-keys.ts";
import { SAMPLE_KEYS } from "../samples/sample-keys.ts";
import { VAULT_KEYS } from "../vaults/vault-keys.ts";
import { VENUE_ORDER_KEYS } from "../venueorders/venue-order-keys.ts";
import { WEBHOOK_KEYS } from "../webhooks/webhook-keys.ts";
import { KERNEL_KEYS } from "./kernel-keys.ts";

/**
 * Keys below the deployment's prefix. Each first word belongs to one key, so parts with colons
 * (attempt ids, request ids) cannot reach into another.
 */
export const KEY_TABLE = {
  ...KERNEL_KEYS,
  ...ORDER_KEYS,
  ...ATTEMPT_KEYS,
  ...OPERATION_KEYS,
  ...VAULT_KEYS,
  ...PAIRING_KEYS,
  ...AUDIT_KEYS,
  ...OUTBOX_KEYS,
  ...PAYMENT_KEYS,
  ...VENUE_ORDER_KEYS,
  ...WEBHOOK_KEYS,
  ...QUESTION_KEYS,
  ...SAMPLE_KEYS,
} as const;

/** Template parts that are addresses: lower case in keys. */
export const ADDRESS_PARTS: readonly string[] = ["vault", "operator", "agent"];

export type KeyName = keyof typeof KEY_TABLE;
