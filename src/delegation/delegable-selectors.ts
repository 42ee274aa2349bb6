import type { Hex } from "viem";
import { lowerHex } from "../lib/normalize-address.ts";

/** Scopes (decision D4, docs/facts/vault-contracts.md 2); `trade` is always granted. */
export type DelegationScope = "trade" | "liquidity" | "perps" | "bridge" | "staking";

/**
 * A test recomputes each from its signature. The router's execute without a deadline (0x24856bc3)
 * is left out: nothing this service sends lacks one.
 */
export const DELEGABLE_SELECTORS: Readonly<Record<DelegationScope, readonly Hex[]>> = {
  trade: [
    "0x3593564c", // execute(bytes,bytes[],uint256)
    "0x2213bc0b", // exec(address,address,uint256,address,bytes)
    "0x1c58db4f", // wrapETH(uint256)
    "0x49616997", // unwrapWETH9(uint256)
  ],
  liquidity: [
    "0xdd46508f", // modifyLiquidities(bytes,uint256)
  ],
  perps: [
    "0x13b4312f", // createIncreaseOrder(...)
    "0xe478512e", // createDecreaseOrder(...)
    "0xdd5baad2", // updateOrder(bytes32,uint256,uint256,uint256,uint256,uint256,bool)
    "0x7489ec23", // cancelOrder(bytes32)
    "0xc41b1ab3", // claimFundingFees(address[],address[],address)
    "0xe9249b57", // claimCollateral(address[],address[],uint256[],address)
    "0x2b2dfd2c", // deposit(uint256,uint32)
    "0xc23c545a", // depositFor(address,uint256,uint32)
    "0x17938e13", // sendRawAction(bytes)
  ],
  bridge: [
    "0x770d096f", // depositV3(...)
  ],
  staking: [
    "0xa694fc3a", // stake(uint256)
    "0x4aace835", // undelegateStake(uint256)
    "0x2e17de78", // unstake(uint256)
    "0xb880660b", // withdrawDelegatorRewards()
  ],
};

/** Spot trading's selectors, and those of the requested scopes (decision D4). */
export const scopeSelectors = (scopes: readonly DelegationScope[]): Hex[] => [
  ...new Set((["trade", ...scopes] as const).flatMap((scope) => DELEGABLE_SELECTORS[scope])),
];

/**
 * Scopes beside spot trading, with the words that request them.
 * @example scopesOf(["0x770d096f"]).text // ' with scopes: ["bridge"]'
 */
export function scopesOf(selectors: readonly string[]): {
  scopes: DelegationScope[];
  text: string;
} {
  const scopes = (["liquidity", "perps", "bridge", "staking"] as const).filter((scope) =>
    DELEGABLE_SELECTORS[scope].some((one) => selectors.includes(one)),
  );
  return { scopes, text: scopes.length === 0 ? "" : ` with scopes: ${JSON.stringify(scopes)}` };
}

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
