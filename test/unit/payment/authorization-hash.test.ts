import fc from "fast-check";
import { type Address, type Hex, hashTypedData } from "viem";
import { expect, test } from "vitest";
import { authorizationHash } from "../../../src/payment/authorization-hash.ts";

/** EIP-3009, as the token's contract has it. */
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
const hexOf = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((all): Hex => `0x${Buffer.from(all).toString("hex")}`);
const address = hexOf(20) as fc.Arbitrary<Address>;
const word = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });

test("property: the hash of any authorization in any domain is that of the general encoder", () => {
  const domain = fc.record({
    name: fc.string({ unit: "grapheme" }),
    version: fc.string({ minLength: 1 }),
    chainId: fc.nat(),
    verifyingContract: address,
  });
  const message = fc.record({
    ...{
      from: address,
      to: address,
      value: word,
      validAfter: word,
      validBefore: word,
      nonce: hexOf(32),
    },
  });
  fc.assert(
    fc.property(domain, message, (of, given) => {
      const expected = hashTypedData({
        domain: of,
        types: TYPES,
        primaryType: "TransferWithAuthorization",
        message: given,
      });
      expect(authorizationHash(of, given)).toBe(expected);
      // The domain's hash is kept by then.
      expect(authorizationHash({ ...of }, given)).toBe(expected);
    }),
  );
});
