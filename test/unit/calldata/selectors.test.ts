import { type Hex, toFunctionSelector } from "viem";
import { describe, expect, test } from "vitest";
import {
  DELEGABLE_SELECTORS,
  isDelegable,
  NEVER_DELEGABLE,
} from "../../../src/delegation/delegable-selectors.ts";
import { byHand } from "../../support/by-hand.ts";

const ORDER =
  "((address,address,address,address,address,address,address[]),(uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256),uint8,uint8,bool,bool,bool,bytes32,bytes32[])";
/**
 * docs/facts/vault-contracts.md 2 and docs/facts/vault-contracts.md 2; GMX and Across tuples
 * written out.
 */
const SIGNATURES = {
  trade: [
    "execute(bytes,bytes[],uint256)",
    "exec(address,address,uint256,address,bytes)",
    "wrapETH(uint256)",
    "unwrapWETH9(uint256)",
  ],
  liquidity: ["modifyLiquidities(bytes,uint256)"],
  perps: [
    `createIncreaseOrder(${ORDER})`,
    `createDecreaseOrder(${ORDER})`,
    "updateOrder(bytes32,uint256,uint256,uint256,uint256,uint256,bool)",
    "cancelOrder(bytes32)",
    "claimFundingFees(address[],address[],address)",
    "claimCollateral(address[],address[],uint256[],address)",
    "deposit(uint256,uint32)",
    "depositFor(address,uint256,uint32)",
    "sendRawAction(bytes)",
  ],
  bridge: [
    "depositV3((address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes))",
  ],
  staking: [
    "stake(uint256)",
    "undelegateStake(uint256)",
    "unstake(uint256)",
    "withdrawDelegatorRewards()",
  ],
};
const NEVER = [
  "withdraw(uint256)",
  "transferOwnership(address)",
  "setOwner(address)",
  "upgradeImplementation()",
  "updateDelegation((address,bytes4,bool)[])",
  "revokeAllDelegations(address)",
  "revokeAllDelegationsForSelector(bytes4)",
  "transfer(address,uint256)",
  "transferFrom(address,address,uint256)",
  "approve(address,uint256)",
  "mint(address,uint256,uint256)",
  "burn(uint256,uint256)",
  "burnForToken(uint256,uint256,address)",
  "setOperator(address,bool)",
  "multicall(bytes[])",
  "multicall(uint256,bytes[])",
  "multicall(bytes32,bytes[])",
  "execute(uint256)",
  "propose((address,bytes,uint256)[],string)",
  "castVote(uint256,uint8)",
  "kill()",
  "destroy()",
];
const selectorsOf = (signatures: readonly string[]): Hex[] =>
  signatures.map((signature) => toFunctionSelector(signature));
const all = Object.values(DELEGABLE_SELECTORS).flat();

describe("delegable selectors", () => {
  test("default: each scope holds the selectors of its signatures", () => {
    expect(DELEGABLE_SELECTORS).toEqual(
      Object.fromEntries(
        Object.entries(SIGNATURES).map(([scope, list]) => [
          scope,
          selectorsOf([...list, ...byHand.delegable(scope)]),
        ]),
      ),
    );
  });

  test("default: the never-delegated table holds the selectors of its signatures", () => {
    expect([...NEVER_DELEGABLE]).toEqual(selectorsOf(NEVER));
  });

  test("behavior: no selector is in two scopes, or in a scope and forbidden", () => {
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((selector) => NEVER_DELEGABLE.has(selector))).toEqual([]);
  });

  test("behavior: isDelegable, in any case", () => {
    expect(all.every(isDelegable)).toBe(true);
    expect(
      all.map((selector) => `0x${selector.slice(2).toUpperCase()}` as Hex).every(isDelegable),
    ).toBe(true);
    expect([...NEVER_DELEGABLE].some(isDelegable)).toBe(false);
    const others: Hex[] = ["0x24856bc3", "0xdeadbeef", "0x", "0x3593564c00", "0xee3e8b0e"];
    expect(others.some(isDelegable)).toBe(false);
  });
});
