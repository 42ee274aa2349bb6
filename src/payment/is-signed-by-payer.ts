import type { PaymentRequirements } from "@x402/core/types";
import { type Address, isAddressEqual, recoverAddress } from "viem";
import { PAYMENT_CHAIN_ID } from "../../schemas/chains.ts";
import type { X402Payment } from "../../schemas/x402-payment.ts";
import { isLowS } from "../lib/is-low-s.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { authorizationHash } from "./authorization-hash.ts";

/** By arithmetic alone. False says only that it is no account's signature; a contract's may still be good. */
export async function isSignedByPayer({ payload }: X402Payment, terms: PaymentRequirements): Promise<boolean> {
  const { authorization, signature } = payload;
  // A signature's other form, which any reader can compute, is refused by the token (EIP-2).
  if (signature.length !== 132 || !isLowS(signature)) return false;
  const from = lowerHex(authorization.from);
  try {
    const domain = { ...(terms.extra as Domain), chainId: PAYMENT_CHAIN_ID, verifyingContract: terms.asset as Address };
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

/** What payment-terms.ts puts into `extra`. */
type Domain = { name: string; version: string };
