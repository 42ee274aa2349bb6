import { describe, expect, it } from "vitest";
import { chainAddresses } from "../../../src/chain/addresses.ts";
import { routerVersion } from "../../../src/chain/router-version.ts";

const known = chainAddresses(8453).uniswapRouterAdapterUr20;

describe("routerVersion (docs/facts/venues.md 3)", () => {
  it.each([
    ["the adapter from before the upgrade", known, "2.0"],
    ["the same in checksum case", "0x2b75aD5cB2fa53fF93D20F38b5f3264Fbd1A6f82", "2.0"],
    ["any other adapter", "0x1111111111111111111111111111111111111111", "2.1.2"],
    ["no adapter", "0x0000000000000000000000000000000000000000", "2.0"],
    ["unreadable", undefined, "2.0"],
  ] as const)("%s", (_name, adapter, version) => {
    expect(routerVersion(adapter, known)).toBe(version);
  });
});
