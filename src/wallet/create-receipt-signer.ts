import { bytesToHex } from "viem";
import { lowerHex } from "../lib/normalize-address.ts";
import { accountOfKey } from "./account-of-key.ts";
import { deriveKey } from "./derive-key.ts";
import { masterSecret } from "./master-secret.ts";
import type { ReceiptSigner } from "./receipt-signer.ts";
import { X402_ARTIFACTS } from "./x402-artifacts.ts";

/** Keys of agents are derived with `sextant/agent/` in front, so none of them is this one. */
const INFO = "sextant/receipts/v1";

/**
 * EIP-712 in two fixed domains and types: the key signs no transaction and no permit. Its account is derived once; what is kept is the
 * account, because a promise of one request may not be awaited in another.
 */
export function createReceiptSigner(secret: string | undefined): ReceiptSigner {
  let known: ReturnType<typeof accountOfKey> | undefined;
  const account = async () => {
    if (known !== undefined) return known;
    const key = await deriveKey(masterSecret(secret), INFO);
    known ??= accountOfKey(bytesToHex(key));
    return known;
  };
  return {
    address: async () => lowerHex((await account()).address),
    signOffer: async (payload) => {
      const message = { ...payload, version: BigInt(payload.version), validUntil: BigInt(payload.validUntil) };
      return (await account()).signTypedData({ ...X402_ARTIFACTS.offer, message });
    },
    signReceipt: async (payload) => {
      const message = { ...payload, version: BigInt(payload.version), issuedAt: BigInt(payload.issuedAt) };
      return (await account()).signTypedData({ ...X402_ARTIFACTS.receipt, message });
    },
  };
}
