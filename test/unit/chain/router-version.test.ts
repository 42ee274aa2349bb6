import { describe, expect, it } from "vitest";
import { routerVersion } from "../../../src/chain/router-version.ts";
import { wholeAddresses } from "../../support/flows/whole-addresses.ts";

const NAMED = "0x2222222222222222222222222222222222222222";
const known = wholeAddresses(8453).uniswapRouterAdapterUr20;

describe("routerVersion (docs/facts/venues.md 3)", () => {
  it.each([
    ["the adapter from before the upgrade", known, "2.0"],
    ["the same in checksum case", "0x2b75aD5cB2fa53fF93D20F38b5f3264Fbd1A6f82", "2.0"],
    ["one that ADDRESSES_<chainId> names for router 2.1", NAMED, "2.1.2"],
    ["any other adapter", "0x1111111111111111111111111111111111111111", undefined],
    ["no adapter", "0x0000000000000000000000000000000000000000", undefined],
  ] as const)("%s", (_name, adapter, version) => {
    const named = { uniswapRouterAdapterUr20: known, uniswapRouterAdapterUr21: NAMED } as const;
    expect(routerVersion(adapter, named)).toBe(version);
  });

  it("knows no adapter for router 2.1 by itself", () => {
    expect(wholeAddresses(8453).uniswapRouterAdapterUr21).toBeNull();
    const overrides = JSON.stringify({ uniswapRouterAdapterUr21: NAMED });
    expect(wholeAddresses(8453, overrides).uniswapRouterAdapterUr21).toBe(NAMED);
  });
});
