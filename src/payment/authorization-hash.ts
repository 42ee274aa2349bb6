import {
  type Address,
  concat,
  encodeAbiParameters,
  type Hex,
  keccak256,
  parseAbiParameters,
  stringToHex,
} from "viem";

/**
 * EIP-3009's struct in the token's EIP-712 domain (docs/facts/x402.md 3). Encoded by fixed types: a
 * general encoder would parse them at each call.
 */
export type Authorization = {
  from: Address;
  to: Address;
  value: bigint;
  validAfter: bigint;
  validBefore: bigint;
  nonce: Hex;
};
type TokenDomain = { name: string; version: string; chainId: number; verifyingContract: Address };

const hashOf = (text: string): Hex => keccak256(stringToHex(text));
const DOMAIN = hashOf(
  "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)",
);
const STRUCT = hashOf(
  "TransferWithAuthorization(address from,address to,uint256 value,uint256 " +
    "validAfter,uint256 validBefore,bytes32 nonce)",
);
const DOMAIN_WORDS = parseAbiParameters("bytes32, bytes32, bytes32, uint256, address");
const STRUCT_WORDS = parseAbiParameters(
  "bytes32, address, address, uint256, uint256, uint256, bytes32",
);
const separators = new Map<string, Hex>();

/** EIP-712 hash that the payer signs: keccak256 of 0x1901, the domain's hash and the struct's. */
export function authorizationHash(
  domain: TokenDomain,
  { from, to, value, validAfter, validBefore, nonce }: Authorization,
): Hex {
  const struct = encodeAbiParameters(STRUCT_WORDS, [
    STRUCT,
    from,
    to,
    value,
    validAfter,
    validBefore,
    nonce,
  ]);
  return keccak256(concat(["0x1901", separatorOf(domain), keccak256(struct)]));
}

function separatorOf({ name, version, chainId, verifyingContract }: TokenDomain): Hex {
  const id = JSON.stringify([name, version, chainId, verifyingContract]);
  const known = separators.get(id);
  if (known !== undefined) return known;
  const words = [
    DOMAIN,
    hashOf(name),
    hashOf(version),
    BigInt(chainId),
    verifyingContract,
  ] as const;
  const made = keccak256(encodeAbiParameters(DOMAIN_WORDS, words));
  separators.set(id, made);
  return made;
}
