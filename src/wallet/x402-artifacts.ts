const field = <N extends string, T extends "string" | "uint256">(name: N, type: T) => ({
  name,
  type,
});

/**
 * EIP-712 parts that are never sent along (specs/extensions/extension-offer-and-receipt.md, 3.2,
 * 4.3, 5.3). Chain is 1 wherever the money is.
 */
export const X402_ARTIFACTS = {
  offer: {
    domain: { name: "x402 offer", version: "1", chainId: 1 },
    primaryType: "Offer",
    types: {
      Offer: [
        field("version", "uint256"),
        field("resourceUrl", "string"),
        field("scheme", "string"),
        field("network", "string"),
        field("asset", "string"),
        field("payTo", "string"),
        field("amount", "string"),
        field("validUntil", "uint256"),
      ],
    },
  },
  receipt: {
    domain: { name: "x402 receipt", version: "1", chainId: 1 },
    primaryType: "Receipt",
    types: {
      Receipt: [
        field("version", "uint256"),
        field("network", "string"),
        field("resourceUrl", "string"),
        field("payer", "string"),
        field("issuedAt", "uint256"),
        field("transaction", "string"),
      ],
    },
  },
} as const;
