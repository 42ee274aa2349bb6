import { isAddress } from "viem";
import { describe, expect, it } from "vitest";
import { CHAIN_IDS } from "../../../schemas/chains.ts";
import { chainAddresses } from "../../../src/chain/addresses.ts";
import type { Chain } from "../../../src/chains/chain.ts";
import { ACROSS_MULTICALL_HANDLER, SAME_EVERYWHERE } from "../../../src/chains/same-everywhere.ts";
import { AppError } from "../../../src/errors.ts";
import { GMX } from "../../../src/gmx/gmx.ts";
import { TABLES } from "../../../src/tables.ts";
import { addressCopies } from "./second-copies.ts";

const OTHER = "0x1111111111111111111111111111111111111111";
const causeOf = (json: string): string => {
  try {
    chainAddresses(8453, json);
    return "accepted";
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: "not_configured", status: 503 });
    // Nothing of the configuration may be in the public text.
    expect((error as AppError).message).not.toContain("ADDRESSES");
    return String(((error as AppError).cause as Error).message);
  }
};

type Copy = { path: string; address: string };
const EVERYWHERE: Record<string, string> = {
  ...SAME_EVERYWHERE,
  acrossMulticallHandler: ACROSS_MULTICALL_HANDLER,
};
const copy = (of: string | number, [name, address]: readonly [string, string | null]): Copy[] =>
  address === null ? [] : [{ path: `${of}.${name}`, address }];
/**
 * Each address of the service once: what chains have in common, what a chain has of its own, GMX.
 */
const KNOWN: Copy[] = [
  ...Object.entries(EVERYWHERE).flatMap((one) => copy("everywhere", one)),
  ...Object.values(TABLES.chains).flatMap(ofChain),
  ...Object.entries(GMX).flatMap(([name, value]) =>
    typeof value === "string" ? copy("gmx", [name, value]) : [],
  ),
];
function ofChain({ id, contracts, tokens }: Chain): Copy[] {
  const own = Object.entries(contracts).filter(([name, address]) => address !== EVERYWHERE[name]);
  return [
    ...own.flatMap((one) => copy(id, one)),
    ...tokens.flatMap(({ symbol, address }) => copy(id, [`tokens.${symbol}`, address])),
  ];
}

describe("the files of the chains", () => {
  it("hold addresses only, each mixed-case one with its checksum", () => {
    expect(KNOWN.length).toBeGreaterThan(100);
    for (const { address, path } of KNOWN)
      expect(isAddress(address, { strict: true }), path).toBe(true);
  });
});

describe("chainAddresses", () => {
  it.each(CHAIN_IDS)("default: chain %i is in lower case, what it lacks is null", (chainId) => {
    const { tokens, ...contracts } = chainAddresses(chainId);
    for (const address of [...Object.values(contracts), ...tokens.map((token) => token.address)])
      if (address !== null) expect(address).toMatch(/^0x[0-9a-f]{40}$/);
    expect(contracts.usdc).toBe(tokens.find((token) => token.symbol === "USDC")?.address);
  });

  it.each([1, 10, 56, 130, 137, 8453, 42161] as const)(
    "default: chain %i has each contract but the router adapter of 2.1",
    (chainId) => {
      const { tokens: _, ...contracts } = chainAddresses(chainId);
      const missing = Object.entries(contracts).filter(([, address]) => address === null);
      expect(missing).toEqual([["uniswapRouterAdapterUr21", null]]);
    },
  );

  // Finding 114, the point 14: there was an address that stood for nothing, and reads went
  // there.
  it("default: what chain 999 lacks is null, what it has is there, an override fills gaps", () => {
    const { tokens: _, ...contracts } = chainAddresses(999);
    const missing = Object.entries(contracts).flatMap(([name, at]) => (at === null ? [name] : []));
    expect(missing.toSorted()).toEqual([
      ...["oracle", "poolManager", "positionManager", "stakingProxy", "stateView"],
      ...["uniswapRouterAdapterUr20", "uniswapRouterAdapterUr21", "universalRouter"],
    ]);
    for (const at of Object.values(contracts))
      if (at !== null) expect(at).toMatch(/^0x[0-9a-e][0-9a-f]{39}$/);
    // docs/facts/venues.md 5 and the bridge's token list.
    expect(contracts).toMatchObject({
      wrappedNative: "0x5555555555555555555555555555555555555555",
      usdc: "0xb88339cb7199b77e23db6e890353e22632ba630f",
    });
    expect(chainAddresses(999, JSON.stringify({ oracle: OTHER })).oracle).toBe(OTHER);
  });

  it("default: the documented contracts of Base", () => {
    // docs/facts/vault-contracts.md 12
    expect(chainAddresses(8453)).toMatchObject({
      registry: "0x06767e8090ba5c4eca89ed00c3a719909d503ed6",
      authority: "0xe35129a1e0bdb913cf6fd8332e9d3533b5f41472",
      oracle: "0x59f39091fd6f47e9d0bcb466f74e305f1709bac4",
      universalRouter: "0x6ff5693b99212da76ad316178a184ab56d299b43",
      uniswapRouterAdapterUr20: "0x2b75ad5cb2fa53ff93d20f38b5f3264fbd1a6f82",
      wrappedNative: "0x4200000000000000000000000000000000000006",
      allowanceHolder: "0x0000000000001ff3684f28c67538d4d072c22734",
      zeroExDeployer: "0x00000000000004533fe15556b1e086bb1a72ceae",
      usdc: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
    });
  });

  it("behavior: the same chain asked for without and with empty overrides", () => {
    expect(chainAddresses(10, "")).toEqual(chainAddresses(10));
    expect(chainAddresses(10, "{}")).toEqual(chainAddresses(10));
  });

  it("args: every contract can be replaced, the rest stays", () => {
    const { tokens: _tokens, usdc: _usdc, ...contracts } = chainAddresses(8453);
    for (const name of Object.keys(contracts)) {
      expect(chainAddresses(8453, JSON.stringify({ [name]: OTHER }))).toEqual({
        ...chainAddresses(8453),
        [name]: OTHER,
      });
    }
  });

  it("args: tokens are added, replaced in any case, lose decimals not theirs, keep marks", () => {
    const { tokens, usdc } = chainAddresses(
      8453,
      JSON.stringify({ tokens: { GRG: OTHER, weth: OTHER } }),
    );
    expect(tokens.filter((token) => /^(grg|weth)$/i.test(token.symbol))).toEqual([
      { symbol: "GRG", address: OTHER },
      { symbol: "weth", address: OTHER, deep: true },
    ]);
    expect(usdc).toBe("0x833589fcd6edb6e08f4c7c32d4f71b54bda02913");
  });

  it("args: a replaced USDC is the chain's usdc too, by either name", () => {
    for (const json of [
      { usdc: OTHER },
      { tokens: { USDC: OTHER } },
      { usdc: OTHER, tokens: { USDC: OTHER } },
    ]) {
      const { tokens, usdc } = chainAddresses(8453, JSON.stringify(json));
      expect(usdc).toBe(OTHER);
      expect(tokens.filter((token) => token.symbol === "USDC")).toEqual([
        { symbol: "USDC", address: OTHER, deep: true },
      ]);
    }
  });

  it.each([
    ["{", "not JSON"],
    ["[]", "ADDRESSES_8453"],
    ["null", "ADDRESSES_8453"],
    ['{"registery":"0x1111111111111111111111111111111111111111"}', "registery"],
    ['{"registry":"0x11"}', "registry"],
    ['{"registry":null}', "registry"],
    ['{"registry":"0x59F39091Fd6f47e9D0bCB466F74e305f1709BAC4"}', "checksum"],
    ['{"tokens":{"A B":"0x1111111111111111111111111111111111111111"}}', "A B"],
    ['{"tokens":{"GRG":"nope"}}', "tokens.GRG"],
    [
      `{"usdc":"${OTHER}","tokens":{"USDC":"0x2222222222222222222222222222222222222222"}}`,
      "differ",
    ],
  ])("error: %s", (json, says) => {
    expect(causeOf(json)).toContain(says);
  });
});

/* Finding 114: BNB Chain's Across pool was Linea's, and GRG was missing for two chains. */
describe("the second copy", () => {
  const spelled = ({ path, address }: Copy) => [path, address.toLowerCase()];
  const byPath = (a: Copy, b: Copy) => (a.path < b.path ? -1 : 1);

  it("behavior: each address is at its named repository line, or has no second source", () => {
    const { copies } = addressCopies;
    const without = new Set(addressCopies.without);
    const compared = KNOWN.filter(({ path }) => !without.has(path));
    expect(compared.toSorted(byPath).map(spelled)).toEqual(copies.toSorted(byPath).map(spelled));
    expect(without.size).toBeLessThan(KNOWN.length / 3);
  });

  it("default: Across's pool of BNB Chain is its own, and GRG is known where vaults stake", () => {
    expect(chainAddresses(56).acrossSpokePool).toBe("0x4e8e101924ede233c13e2d8622dc8aed2872d505");
    const grg = (chainId: 137 | 8453) =>
      chainAddresses(chainId).tokens.find(({ symbol }) => symbol === "GRG")?.address;
    expect(grg(137)).toBe("0xbc0bea8e634ec838a2a45f8a43e7e16cd2a8ba99");
    expect(grg(8453)).toBe("0x09188484e1ab980daef53a9755241d759c5b7d60");
  });
});
