import { type Address, bytesToHex, type Hex } from "viem";
import { lowerHex } from "../lib/normalize-address.ts";
import { accountOfKey } from "./account-of-key.ts";
import { deriveKey, masterSecret } from "./derive-key.ts";
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

/** The terms of one `accepts` entry (x402, specs/extensions/extension-offer-and-receipt.md, 4.2). */
export type OfferPayload = {
  version: 1;
  resourceUrl: string;
  scheme: string;
  network: string;
  asset: string;
  payTo: string;
  amount: string;
  /** Unix seconds. */
  validUntil: number;
};

/** What a receipt says: who paid for what, when (5.2 there). `transaction`: the settlement. */
export type ReceiptPayload = {
  version: 1;
  network: string;
  resourceUrl: string;
  payer: string;
  /** Unix seconds. */
  issuedAt: number;
  transaction: string;
};

/** With a key of the service's own that no vault delegates to. Every method throws not_configured without the service's secret. */
export type ReceiptSigner = {
  address(): Promise<Address>;
  signOffer(payload: OfferPayload): Promise<Hex>;
  signReceipt(payload: ReceiptPayload): Promise<Hex>;
};
