import type { PaymentRequirements } from "@x402/core/types";
import { type Address, isAddressEqual, recoverTypedDataAddress } from "viem";
import { PAYMENT_CHAIN_ID } from "../../schemas/chains.ts";
import type { X402Payment } from "../../schemas/x402-payment.ts";
import { isLowS } from "../lib/is-low-s.ts";
import { lowerHex } from "../lib/normalize-address.ts";

/** EIP-3009; both generations sign it in the token's domain (docs/facts/x402.md 3). */
const TYPES = {
  TransferWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;

/** By arithmetic alone. False says only that it is no account's signature; a contract's may still be good. */
export async function isSignedByPayer({ payload }: X402Payment, terms: PaymentRequirements): Promise<boolean> {
  const { authorization, signature } = payload;
  // A signature's other form, which any reader can compute, is refused by the token (EIP-2).
  if (signature.length !== 132 || !isLowS(signature)) return false;
  const from = lowerHex(authorization.from);
  try {
    const signer = await recoverTypedDataAddress({
      domain: { ...(terms.extra as Domain), chainId: PAYMENT_CHAIN_ID, verifyingContract: terms.asset as Address },
      types: TYPES,
      primaryType: "TransferWithAuthorization",
      message: {
        from,
        to: lowerHex(authorization.to),
        value: BigInt(authorization.value),
        validAfter: BigInt(authorization.validAfter),
        validBefore: BigInt(authorization.validBefore),
        nonce: lowerHex(authorization.nonce),
      },
      signature: lowerHex(signature),
    });
    return isAddressEqual(signer, from);
  } catch {
    // Not a point on the curve.
    return false;
  }
}

/** What payment-terms.ts puts into `extra`. */
type Domain = { name: string; version: string };
