import { expect, test } from "vitest";
import { CHAIN_IDS } from "../../../schemas/chains.ts";
import { chainAddresses, deepTokens } from "../../../src/chain/addresses.ts";

test("behavior: a token under two names is one; asked twice, one look would tell a gap", () => {
  // BNB Chain has ETH and WETH at one address.
  const { tokens } = chainAddresses(56);
  const ether = tokens
    .filter(({ symbol }) => symbol === "ETH" || symbol === "WETH")
    .map(({ address }) => address);
  expect([ether.length, new Set(ether).size]).toEqual([2, 1]);
  for (const chainId of CHAIN_IDS) {
    const deep = deepTokens(chainAddresses(chainId)).map(({ address }) => address);
    expect(new Set(deep).size).toBe(deep.length);
    if (chainId === 56) expect(deep).toContain(ether[0]);
  }
});
