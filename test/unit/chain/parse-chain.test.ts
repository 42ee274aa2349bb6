import { expect, test } from "vitest";
import { chainId, everyChainId } from "../../../schemas/chains.ts";
import { chainAddresses } from "../../../src/chain/addresses.ts";
import { parseChain } from "../../../src/chain/parse-chain.ts";

test("behavior: the chain of a venue is named only where its tools are meant", () => {
  for (const name of ["hyperevm", "HyperEVM", "999"]) {
    expect(parseChain(name)).toMatchObject({ ok: false, code: "chain_not_supported" });
    expect(parseChain(name, { withVenues: true })).toEqual({ ok: true, value: 999 });
  }
  expect(parseChain("arb", { withVenues: true })).toEqual({ ok: true, value: 42161 });
  expect(parseChain("solana", { withVenues: true })).toMatchObject({
    message: expect.stringContaining("hyperevm (999)"),
  });
  expect(parseChain("solana")).toMatchObject({ message: expect.not.stringContaining("999") });
  expect(chainId.safeParse(999).success).toBe(false);
  expect(everyChainId.safeParse(999).success).toBe(true);
});

test("behavior: a contract that chain 999 lacks is an address nobody has, and no marker of anything", () => {
  const { oracle, universalRouter, stakingProxy, poolManager, wrappedNative, usdc } = chainAddresses(999);
  expect(new Set([oracle, universalRouter, stakingProxy, poolManager])).toEqual(new Set([`0x${"f".repeat(40)}`]));
  // docs/facts/venues.md 5 and the bridge's token list.
  expect(wrappedNative).toBe("0x5555555555555555555555555555555555555555");
  expect(usdc).toBe("0xb88339cb7199b77e23db6e890353e22632ba630f");
});
