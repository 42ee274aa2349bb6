import type { Hex } from "viem";
import { lowerHex } from "../lib/normalize-address.ts";
import { DELEGABLE_SELECTORS } from "./delegable-selectors.ts";

/** A selector (4 bytes, any case) that an agent may be granted. */
export function isDelegable(selector: Hex): boolean {
  const lower = lowerHex(selector);
  return (
    Object.values(DELEGABLE_SELECTORS).some((scope) => scope.includes(lower)) &&
    !NEVER_DELEGABLE.has(lower)
  );
}

/**
 * Never delegated, whatever a record says: withdrawals, ownership, delegation, token transfers,
 * holder actions, batches that hide calls, governance (spec "Safety stack",
 * docs/facts/vault-contracts.md 2). A test recomputes each from its signature.
 */
export const NEVER_DELEGABLE: ReadonlySet<Hex> = new Set<Hex>([
  "0x2e1a7d4d", // withdraw(uint256)
  "0xf2fde38b", // transferOwnership(address)
  "0x13af4035", // setOwner(address)
  "0x466f3dc3", // upgradeImplementation()
  "0xe5c2197e", // updateDelegation((address,bytes4,bool)[])
  "0xf1fc2f75", // revokeAllDelegations(address)
  "0x3658e24b", // revokeAllDelegationsForSelector(bytes4)
  "0xa9059cbb", // transfer(address,uint256)
  "0x23b872dd", // transferFrom(address,address,uint256)
  "0x095ea7b3", // approve(address,uint256)
  "0x156e29f6", // mint(address,uint256,uint256)
  "0xb390c0ab", // burn(uint256,uint256)
  "0x78b3dea4", // burnForToken(uint256,uint256,address)
  "0x558a7297", // setOperator(address,bool)
  "0xac9650d8", // multicall(bytes[])
  "0x5ae401dc", // multicall(uint256,bytes[])
  "0x1f0464d1", // multicall(bytes32,bytes[])
  "0xfe0d94c1", // execute(uint256), governance
  "0x367015bb", // propose((address,bytes,uint256)[],string)
  "0x56781388", // castVote(uint256,uint8)
  "0x41c0e1b5", // kill()
  "0x83197ef0", // destroy()
]);
