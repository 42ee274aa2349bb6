import type { PaymentRequirements } from "@x402/core/types";
import type { Address, Hex } from "viem";
import type { X402Payment } from "../../schemas/x402-payment.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { sha256Hex } from "../lib/sha256-of.ts";
import type { RawRequest, Route } from "../route.ts";
import { readPaidCall } from "../store/payments/read-paid-call.ts";
import type { Debt } from "../store/payments/stored-debt.ts";

export type PaidCallState = Awaited<ReturnType<typeof readPaidCall.run>>;

/** For this very request, with what its debtors owe. */
export async function paidCallState(paid: PaidCall): Promise<PaidCallState> {
  const { deps, payer, nonce, debtors } = paid;
  return readPaidCall.run(deps.redis, deps.keys, {
    nowMs: deps.clock.nowMs(),
    payer,
    nonce,
    debtors,
    requestHash: await requestHash(paid),
  });
}

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

/** The same request, to the byte, with the same payment, and by the same token where it has one: a signature stands in the body. */
export function requestHash({ deps, route, raw, payment }: PaidCall): Promise<string> {
  const { pathname, search } = new URL(raw.url);
  const parts = [route.method, pathname, search, raw.bodyText, payment.payload.signature.toLowerCase()];
  return sha256Hex([...parts, ...(deps.grant?.token === undefined ? [] : [deps.grant.token])].join("\n"));
}

/** The chain may be this far behind our clock. */
const SLACK_MS = 60_000n;

/** `validBefore` in Unix seconds. */
export const isOver = (validBefore: string, nowMs: number): boolean =>
  BigInt(validBefore) * 1_000n + SLACK_MS < BigInt(nowMs);

/** A debt is known by the payment that was not settled. */
export const debtId = ({ payer, nonce }: { payer: string; nonce: string }): string => `${payer}:${nonce}`;

/** 502: the payment's state is unknown, which is no reason to request another one. */
export const facilitatorDown = (what: string): AppError =>
  new AppError("facilitator_unavailable", `The payment ${what}.`);
