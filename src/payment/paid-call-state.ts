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

/** The store's state of this very request, and what its debtors owe. */
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

/** `payer` and `nonce` are in lower case, as the store keys them. */
export type PaidCall = {
  deps: Deps;
  route: Route;
  raw: RawRequest;
  price: PaymentRequirements;
  terms: PaymentRequirements;
  covers: readonly Debt[];
  payment: X402Payment;
  payer: Address;
  nonce: Hex;
  /** Names this run, which only its holder can end. */
  token: string;
  network: string;
  /** Time of a lookup taken from that network; null for none. */
  askedAtMs: number | null;
  /**
   * The payer, then the operator and vault that are named. A debt of any stands against the call.
   */
  debtors: readonly string[];
};

/** Equal for the same request, to the byte, with the same payment and, where it has one, token. */
export function requestHash({ deps, route, raw, payment }: PaidCall): Promise<string> {
  const { pathname, search } = new URL(raw.url);
  const parts = [
    route.method,
    pathname,
    search,
    raw.bodyText,
    payment.payload.signature.toLowerCase(),
  ];
  return sha256Hex(
    [...parts, ...(deps.grant?.token === undefined ? [] : [deps.grant.token])].join("\n"),
  );
}

/** The chain may lag so far behind our clock. */
const SLACK_MS = 60_000n;

/** True once it can no longer be settled. `validBefore` in Unix seconds. */
export const isOver = (validBefore: string, nowMs: number): boolean =>
  BigInt(validBefore) * 1_000n + SLACK_MS < BigInt(nowMs);

/** A debt's id is the payment that was not settled. */
export const debtId = ({ payer, nonce }: { payer: string; nonce: string }): string =>
  `${payer}:${nonce}`;

/** 502: the payment's state is unknown, which is no reason to ask for another. */
export const facilitatorDown = (what: string): AppError =>
  new AppError("facilitator_unavailable", `The payment ${what}.`);
