import { type Address, bytesToHex, type Hex } from "viem";
import { loadedOnce } from "../lib/expiring-cache.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { typedHasher } from "../lib/typed-hasher.ts";
import { accountOfKey } from "./account-of-key.ts";
import { deriveKey, masterSecret } from "./derive-key.ts";
import { X402_ARTIFACTS } from "./x402-artifacts.ts";

/** Keys of agents are derived below `sextant/agent/`, so none is this one. */
const INFO = "sextant/receipts/v1";

const { offer, receipt } = X402_ARTIFACTS;
const hashOf = {
  offer: typedHasher(offer.domain, offer.primaryType, offer.types.Offer),
  receipt: typedHasher(receipt.domain, receipt.primaryType, receipt.types.Receipt),
};

/** Signs EIP-712 in two fixed domains and types, so never a transaction or permit. */
export function createReceiptSigner(secret: string | undefined): ReceiptSigner {
  const account = loadedOnce(async () =>
    accountOfKey(bytesToHex(await deriveKey(masterSecret(secret), INFO))),
  );
  return {
    address: async () => lowerHex((await account()).address),
    signOffer: async (payload) => (await account()).sign({ hash: hashOf.offer(payload) }),
    signReceipt: async (payload) => (await account()).sign({ hash: hashOf.receipt(payload) }),
  };
}

/** Terms of one `accepts` entry (x402, specs/extensions/extension-offer-and-receipt.md, 4.2). */
type OfferPayload = {
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

/** Payer, resource and time; `transaction` is the settlement (5.2 there). */
type ReceiptPayload = {
  version: 1;
  network: string;
  resourceUrl: string;
  payer: string;
  /** Unix seconds. */
  issuedAt: number;
  transaction: string;
};

/**
 * Signs with the service's own key, to which no vault delegates. Every method throws not_configured
 * without the service's secret.
 */
export type ReceiptSigner = {
  address(): Promise<Address>;
  signOffer(payload: OfferPayload): Promise<Hex>;
  signReceipt(payload: ReceiptPayload): Promise<Hex>;
};
