import { loadedOnce } from "../lib/expiring-cache.ts";
import type { ReceiptSigner } from "./create-receipt-signer.ts";

/** Loaded with the first offer or receipt, because it brings the curve. */
export function lazyReceiptSigner(secret: string | undefined): ReceiptSigner {
  const signer = loadedOnce(async () =>
    (await import("./create-receipt-signer.ts")).createReceiptSigner(secret),
  );
  return {
    address: async () => (await signer()).address(),
    signOffer: async (payload) => (await signer()).signOffer(payload),
    signReceipt: async (payload) => (await signer()).signReceipt(payload),
  };
}
