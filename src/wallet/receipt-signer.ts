import type { Address, Hex } from "viem";

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
