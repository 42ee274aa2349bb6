import fc from "fast-check";
import type { Address, Hex } from "viem";
import { describe, expect, test } from "vitest";
import { decodeOwnerCall } from "../../../src/calldata/decode-owner-call.ts";
import { words } from "../../simulation/chain/words.ts";
import { vectorNamed } from "../../support/vector-named.ts";
import { vectorFile } from "../../support/vectors.ts";

const { roles } = vectorFile.addresses;
const place = (name: string): Address =>
  (roles[name] ?? vectorFile.addresses.tokens[name]?.address ?? name) as Address;
const PLACES = {
  vault: place("vault"),
  factory: place("factory"),
  stakingProxy: place("stakingProxy"),
  poolManager: place("poolManager"),
  oracle: place("oracle"),
};
const read = (to: Address, data: Hex) => decodeOwnerCall(to, data, PLACES);
const GRG = `0x${"77".repeat(20)}` as const;
const KEY =
  [`0x${"0".repeat(40)}`, GRG].map(words.address).join("") + words.uint(0) + words.uint(32_767);
const ORACLE_KEY = KEY + words.address(PLACES.oracle);
const POOL = {
  ...{ currency0: `0x${"0".repeat(40)}`, currency1: GRG, fee: 0, tickSpacing: 32_767 },
  hooks: PLACES.oracle.toLowerCase(),
};

/**
 * Names of the vectors, with what a reading of them has to give: calls observed on the real
 * contracts.
 */
const OBSERVED: [string, object][] = [
  [
    "factory.create-usdc",
    {
      ...{ kind: "createPool", name: "Vector USDC Vault", symbol: "VECU" },
      baseToken: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
    },
  ],
  [
    "factory.create-native",
    {
      kind: "createPool",
      name: "Vector ETH Vault",
      symbol: "VECE",
      baseToken: `0x${"0".repeat(40)}`,
    },
  ],
  [
    "fund.approve-usdc",
    {
      ...{
        kind: "approve",
        token: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
        amountBase: 1_000_000_000n,
      },
      spender: PLACES.vault.toLowerCase(),
    },
  ],
  [
    "fund.mint-owner",
    {
      ...{ kind: "mint", amountInBase: 1_000_000_000n, minOutBase: 990_000_000n },
      recipient: place("owner").toLowerCase(),
    },
  ],
  ["fund.burn-locked", { kind: "burn", amountInBase: 100_000_000n, minOutBase: 0n }],
  ["stake.endEpoch-too-early", { kind: "endEpoch" }],
];

describe("calls observed on the real contracts", () => {
  test.each(OBSERVED)("default: %s", (id, meaning) => {
    const { to, call } = vectorNamed(id);
    expect(read(place(to), call.data)).toEqual(meaning);
  });
});

describe("calls encoded by hand", () => {
  test("default: what is done at the staking proxy, the pool manager and the oracle", () => {
    const poolId: Hex = `0x${"ab".repeat(32)}`;
    expect(read(PLACES.stakingProxy, `0xff691b11${poolId.slice(2)}`)).toEqual({
      kind: "finalizePool",
      poolId,
    });
    expect(read(PLACES.poolManager, `0x6276cbbe${ORACLE_KEY}${words.uint(2n ** 96n)}`)).toEqual({
      ...{ kind: "initializePool", pool: POOL, sqrtPriceX96: 2n ** 96n },
    });
    expect(read(PLACES.oracle, `0x8f1c9217${ORACLE_KEY}${words.uint(320)}`)).toEqual({
      ...{ kind: "widenOracle", pool: POOL, slots: 320 },
    });
  });

  test("behavior: a case of the destination or of the bytes changes nothing", () => {
    const { to, call } = vectorNamed("fund.mint-owner");
    const lower = read(place(to).toLowerCase() as Address, call.data.toLowerCase() as Hex);
    expect(lower).toEqual(read(place(to), call.data.toUpperCase().replace("0X", "0x") as Hex));
  });
});

describe("what is not on the list", () => {
  const approve = vectorNamed("fund.approve-usdc").call.data;
  const mint = vectorNamed("fund.mint-owner").call.data;
  const burn = vectorNamed("fund.burn-locked").call.data;
  const REFUSED: [string, Address, Hex][] = [
    ["a purchase at another address than the vault", GRG, mint],
    ["a redemption at another address than the vault", GRG, burn],
    ["an approval by the vault itself", PLACES.vault, approve],
    ["an approval at the zero address", `0x${"0".repeat(40)}`, approve],
    ["a token's transfer", GRG, `0xa9059cbb${approve.slice(10)}`],
    ["a token's increaseAllowance", GRG, `0x39509351${approve.slice(10)}`],
    ["the factory's setImplementation", PLACES.factory, `0xd784d426${words.address(GRG)}`],
    ["the vault's setOwner", PLACES.vault, `0x13af4035${words.address(GRG)}`],
    ["the vault's setOperator", PLACES.vault, `0x558a7297${words.address(GRG)}${words.bool(true)}`],
    ["the staking proxy's stake", PLACES.stakingProxy, `0xa694fc3a${words.uint(1)}`],
    [
      "the pool manager's unlock",
      PLACES.poolManager,
      `0x48c89491${words.uint(32)}${words.uint(0)}`,
    ],
    ["an epoch's end with something behind it", PLACES.stakingProxy, "0x0b9663db00"],
    ["a purchase with something behind it", PLACES.vault, `${mint}00`],
    ["a purchase cut short", PLACES.vault, mint.slice(0, -2) as Hex],
    ["dirty bytes above an address", GRG, `0x095ea7b3${"f".repeat(64)}${approve.slice(74)}`],
    ["more slots than 16 bits hold", PLACES.oracle, `0x8f1c9217${ORACLE_KEY}${words.uint(65_536)}`],
    [
      "a price of more than 160 bits",
      PLACES.poolManager,
      `0x6276cbbe${ORACLE_KEY}${words.uint(2n ** 160n)}`,
    ],
    ["no bytes", PLACES.stakingProxy, "0x"],
    ["half a selector", PLACES.stakingProxy, "0x0b96"],
    ["no hex", PLACES.stakingProxy, "0x0b9663dg" as Hex],
    ["too many bytes", PLACES.factory, `0x1d7d13cc${"0".repeat(10_000)}`],
  ];
  test.each(REFUSED)("error: %s", (_, to, data) => {
    expect(read(to, data)).toEqual({ kind: "unknown", reason: expect.any(String) });
  });

  const unlisted = (selector: string, where: string) =>
    `selector ${selector} at ${where} is none of the calls that are returned for signing`;
  const noHex = "the call data is not hex bytes with a selector";
  const create = vectorNamed("factory.create-usdc").call.data;
  test.each<[Address, string, string]>([
    [GRG, mint, unlisted("0x156e29f6", "a contract that is none of the chain's own")],
    [PLACES.vault, approve, unlisted("0x095ea7b3", "the vault")],
    [`0x${"0".repeat(40)}`, approve, "it goes to the zero address"],
    // Arguments that could be read, behind another selector.
    [PLACES.factory, `0xd784d426${create.slice(10)}`, unlisted("0xd784d426", "the factory")],
    [PLACES.stakingProxy, "0xa694fc3a", unlisted("0xa694fc3a", "the staking proxy")],
    [
      PLACES.poolManager,
      `0x48c89491${ORACLE_KEY}${words.uint(1)}`,
      unlisted("0x48c89491", "the pool manager"),
    ],
    [
      PLACES.oracle,
      `0x48c89491${ORACLE_KEY}${words.uint(1)}`,
      unlisted("0x48c89491", "the oracle"),
    ],
    [PLACES.stakingProxy, "0x", noHex],
    [PLACES.stakingProxy, "0x0b96", noHex],
    [PLACES.stakingProxy, "0x0b9663db0", noHex],
    [PLACES.stakingProxy, "0x0b9663dbgg", noHex],
    [PLACES.stakingProxy, "000x0b9663db", noHex],
    [PLACES.factory, `0x1d7d13cc${"00".repeat(4_093)}`, "the call data is over 4096 bytes"],
  ])("error: at %s, %s: says why", (to, data, reason) => {
    expect(read(to, data as Hex)).toEqual({ kind: "unknown", reason });
  });

  test.each<[string, Address, string]>([
    ["createPool", PLACES.factory, `0x1d7d13cc${"00".repeat(4_092)}`],
    ["mint", PLACES.vault, `${mint}00`],
    ["burn", PLACES.vault, burn.slice(0, -2)],
    ["endEpoch", PLACES.stakingProxy, "0x0b9663db00"],
    ["finalizePool", PLACES.stakingProxy, "0xff691b11"],
    ["initialize", PLACES.poolManager, `0x6276cbbe${ORACLE_KEY}${words.uint(2n ** 160n)}`],
    ["increaseCardinalityNext", PLACES.oracle, `0x8f1c9217${ORACLE_KEY}${words.uint(65_536)}`],
    ["approve", GRG, "0x095ea7b3"],
  ])("error: arguments of %s that are not its own say so", (method, to, data) => {
    const reason = `the arguments of ${method} are not in the standard encoding`;
    expect(read(to, data as Hex)).toEqual({ kind: "unknown", reason });
  });

  test("default: without a vault nothing goes to it, and the zero address is no place", () => {
    const places = { ...PLACES, vault: `0x${"0".repeat(40)}` as Address };
    expect(decodeOwnerCall(place("vault"), mint, places).kind).toBe("unknown");
    expect(decodeOwnerCall(places.vault, mint, places).kind).toBe("unknown");
  });

  test("property: any bytes anywhere are read without an exception", () => {
    const bytes = fc
      .uint8Array({ maxLength: 300 })
      .map((all) => `0x${Buffer.from(all).toString("hex")}` as Hex);
    const selectors = fc.constantFrom(
      "1d7d13cc",
      "095ea7b3",
      "156e29f6",
      "b390c0ab",
      "0b9663db",
      "ff691b11",
      "6276cbbe",
    );
    const to = fc.constantFrom(...Object.values(PLACES), GRG);
    fc.assert(
      fc.property(to, selectors, bytes, (where, selector, rest) => {
        expect(typeof read(where, `0x${selector}${rest.slice(2)}`).kind).toBe("string");
      }),
    );
  });
});
