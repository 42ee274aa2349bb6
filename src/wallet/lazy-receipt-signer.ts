import type { ReceiptSigner } from "./create-receipt-signer.ts";

/** Loaded with the first offer or receipt: the curve comes with it. */
export function lazyReceiptSigner(secret: string | undefined): ReceiptSigner {
  let made: ReceiptSigner | undefined;
  const signer = async () => {
    const { createReceiptSigner } = await import("./create-receipt-signer.ts");
    made ??= createReceiptSigner(secret);
    return made;
  };
  return {
    address: async () => (await signer()).address(),
    signOffer: async (payload) => (await signer()).signOffer(payload),
    signReceipt: async (payload) => (await signer()).signReceipt(payload),
  };
}
