import type { Address, Hex } from "viem";
import { typedHasher } from "../lib/typed-hasher.ts";

/** EIP-3009's struct in the token's EIP-712 domain (docs/facts/x402.md 3). */
export type Authorization = {
  from: Address;
  to: Address;
  value: bigint;
  validAfter: bigint;
  validBefore: bigint;
  nonce: Hex;
};
type TokenDomain = { name: string; version: string; chainId: number; verifyingContract: Address };

const FIELDS = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  { name: "nonce", type: "bytes32" },
] as const;
const hashers = new Map<string, ReturnType<typeof typedHasher>>();

/** EIP-712 hash that the payer signs. */
export function authorizationHash(domain: TokenDomain, authorization: Authorization): Hex {
  const { name, version, chainId, verifyingContract } = domain;
  const id = JSON.stringify([name, version, chainId, verifyingContract]);
  const hash = hashers.get(id) ?? typedHasher(domain, "TransferWithAuthorization", FIELDS);
  hashers.set(id, hash);
  return hash(authorization);
}
