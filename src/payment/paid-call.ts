import type { PaymentRequirements } from "@x402/core/types";
import type { Address, Hex } from "viem";
import type { X402Payment } from "../../schemas/x402-payment.ts";
import type { Deps } from "../deps.ts";
import type { RawRequest, Route } from "../route.ts";
import type { Debt } from "../store/payments/stored-debt.ts";

/** One request and what pays for it. `payer` and `nonce` are lower case, as the store keys them. */
export type PaidCall = {
  deps: Deps;
  route: Route;
  raw: RawRequest;
  /** The route's price. */
  price: PaymentRequirements;
  /** What the payment is of: the price, and the debts that it pays with it. */
  terms: PaymentRequirements;
  covers: readonly Debt[];
  payment: X402Payment;
  payer: Address;
  nonce: Hex;
  /** Of this one run; only its holder can end it. */
  token: string;
  /** Whence it comes. */
  network: string;
  /** When a lookup of that network was taken for it; null: none was. */
  askedAtMs: number | null;
  /** The payer first, then the operator and vault that the request names: a debt of any of them stands against the call. */
  debtors: readonly string[];
};
