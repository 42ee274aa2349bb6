import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import { type Address, isAddressEqual, recoverAddress } from "viem";
import { PAYMENT_CHAIN_ID } from "../../schemas/chains.ts";
import type { X402Payment } from "../../schemas/x402-payment.ts";
import { lowerHex, sameAddress } from "../lib/normalize-address.ts";
import { isLowS } from "../lib/sha256-of.ts";
import { allow, type Details, refuse, type Verdict } from "../lib/verdict.ts";
import { authorizationHash } from "./authorization-hash.ts";
import { EXTENSION_NAMES } from "./payment-header.ts";
import { PAYMENT_NETWORK } from "./payment-terms.ts";

/** The chain's name in first-generation payloads. */
const NETWORK_V1 = "base";
/** A payment must outlive handler and settlement. */
const MIN_LEFT_SEC = 60;
/**
 * Below the day for which an answer is kept (payment-keys.ts): any caller can copy its settled
 * authorization from the chain.
 */
const MAX_LEFT_SEC = 82_800;

/**
 * Judges network, recipient, exact amount and times without a request. The facilitator verifies the
 * signature. Refuses with payment_invalid.
 */
export function judgePayment(
  payment: X402Payment,
  terms: PaymentRequirements,
  nowMs: number,
): Verdict {
  const { to, value, validAfter, validBefore } = payment.payload.authorization;
  const nowSec = BigInt(Math.floor(nowMs / 1_000));
  const { scheme, network } = payment.x402Version === 1 ? payment : payment.accepted;
  const isNetwork = network === (payment.x402Version === 1 ? NETWORK_V1 : PAYMENT_NETWORK);
  if (scheme !== terms.scheme || !isNetwork)
    return invalid("The payment is for another scheme or network.", { scheme, network });
  if (payment.x402Version === 2 && !acceptsOurs(payment.accepted, terms)) {
    return invalid(
      "The payment accepts other terms than this route's. Pay what this route's 402 offers.",
      {
        amount: payment.accepted.amount,
        needed: terms.amount,
      },
    );
  }
  if (!sameAddress(to, terms.payTo))
    return invalid("The payment goes to somebody else.", { payTo: terms.payTo });
  if (value !== terms.amount)
    return invalid("The payment is not of the exact amount.", {
      amount: value,
      needed: terms.amount,
    });
  if (BigInt(validAfter) > nowSec) return invalid("The payment is not valid yet.", { validAfter });
  if (BigInt(validBefore) < nowSec + BigInt(MIN_LEFT_SEC))
    return invalid(
      `The payment expires too soon: it must stay valid for at least ${MIN_LEFT_SEC} seconds.`,
      {
        validBefore,
      },
    );
  if (BigInt(validBefore) > nowSec + BigInt(MAX_LEFT_SEC))
    return invalid(`The payment is valid for too long: at most ${MAX_LEFT_SEC} seconds from now.`, {
      validBefore,
    });
  return allow(undefined);
}

type Accepted = Extract<X402Payment, { x402Version: 2 }>["accepted"];

const acceptsOurs = (accepted: Accepted, terms: PaymentRequirements): boolean =>
  accepted.amount === terms.amount &&
  sameAddress(accepted.asset, terms.asset) &&
  sameAddress(accepted.payTo, terms.payTo) &&
  accepted.maxTimeoutSeconds === terms.maxTimeoutSeconds;

const invalid = (message: string, details: Details) => refuse("payment_invalid", message, details);

/**
 * Computed without a request. False: no account signed it, but a contract's signature may still be
 * good.
 */
export async function isSignedByPayer(
  { payload }: X402Payment,
  terms: PaymentRequirements,
): Promise<boolean> {
  const { authorization, signature } = payload;
  // The token refuses a signature's other form, which any reader can compute (EIP-2).
  if (signature.length !== 132 || !isLowS(signature)) return false;
  const from = lowerHex(authorization.from);
  try {
    const domain = {
      ...(terms.extra as Domain),
      chainId: PAYMENT_CHAIN_ID,
      verifyingContract: terms.asset as Address,
    };
    const hash = authorizationHash(domain, {
      from,
      to: lowerHex(authorization.to),
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
      nonce: lowerHex(authorization.nonce),
    });
    const signer = await recoverAddress({ hash, signature: lowerHex(signature) });
    return isAddressEqual(signer, from);
  } catch {
    // Not a point on the curve.
    return false;
  }
}

type Domain = { name: string; version: string };

/**
 * Every payment in the second generation's form, accepting our own terms: the signature covers the
 * authorization alone (docs/facts/x402.md 3). Lower case: facilitators check other checksums. No
 * identifier: a facilitator that keeps answers by it would call an unmoved payment settled.
 */
export const asV2Payment = (
  payment: X402Payment,
  terms: PaymentRequirements,
  resourceUrl: string,
): PaymentPayload => ({
  x402Version: 2,
  resource: { url: resourceUrl },
  accepted: terms,
  payload: lowered(payment.payload),
  ...(payment.x402Version === 2 &&
    payment.extensions !== undefined && { extensions: shown(payment.extensions) }),
});

const shown = ({ [EXTENSION_NAMES.identifier]: _, ...others }: Record<string, unknown>) => others;

const lowered = ({ signature, authorization }: X402Payment["payload"]) => ({
  signature: signature.toLowerCase(),
  authorization: {
    ...authorization,
    from: authorization.from.toLowerCase(),
    to: authorization.to.toLowerCase(),
    nonce: authorization.nonce.toLowerCase(),
  },
});
