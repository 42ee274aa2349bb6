import type { PaymentRequirements } from "@x402/core/types";
import type { Address, Hex } from "viem";
import type { X402Payment } from "../../schemas/x402-payment.ts";
import type { Deps } from "../deps.ts";
import type { RawRequest, Route } from "../route.ts";
import type { Debt } from "../store/payments/stored-debt.ts";

/** `payer` and `nonce` are lower case, as the store keys them. */
export type PaidCall = {
  deps: Deps;
  route: Route;
  raw: RawRequest;
  /** The route's price. */
  price: PaymentRequirements;
  /** The price, and the debts that are paid with it. */
  terms: PaymentRequirements;
  covers: readonly Debt[];
  payment: X402Payment;
  payer: Address;
  nonce: Hex;
  /** Of this one run; only its holder can end it. */
  token: string;
  /** Whence it comes. */
  network: string;
  /** When a lookup of that network was taken; null: none was. */
  askedAtMs: number | null;
  /** The payer first, then the operator and vault that are named: a debt of any stands against the call. */
  debtors: readonly string[];
};
