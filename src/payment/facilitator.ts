import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import type { BazaarListing } from "../../schemas/bazaar-listing.ts";

/** `unavailable`: the money may or may not have moved. */
export type Verification =
  | { status: "valid"; payer: string }
  | { status: "invalid"; reason: string }
  | { status: "unavailable" };
/** `listing`: what its catalogue made of the resource. */
export type Settlement =
  | { status: "settled"; transaction: string; payer: string; listing?: BazaarListing }
  | { status: "failed"; reason: string }
  | { status: "unknown" };

/** One call each, never repeated by us. */
export type Facilitator = {
  verify(payload: PaymentPayload, terms: PaymentRequirements): Promise<Verification>;
  settle(payload: PaymentPayload, terms: PaymentRequirements): Promise<Settlement>;
  /** Whether it can be reached: it says what it supports. */
  answers(): Promise<boolean>;
};
