import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from "viem";
import { describe, expect, it, test } from "vitest";
import { decodeVaultCall } from "../../../src/calldata/decode-vault-call.ts";
import { liquidityCalldata } from "../../../src/liquidity/liquidity-calldata.ts";
import { calldata, factsOf, role, safetyVectors, token, vaultOf } from "./safety-vectors.ts";

const vault = role("vault");
const facts = factsOf();
const KINDS = ["lpMint", "lpIncrease", "lpDecrease", "lpCollect", "lpBurn"];
const stranger = role("stranger");
const usdc = token("USDC");
const pool = { currency0: zeroAddress, currency1: usdc, fee: 500, tickSpacing: 10, hooks: zeroAddress } as const;
const FAR = 4_102_444_800;

/** bigints to decimal strings and addresses to lower case, as the vectors are compared. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, each) =>
      typeof each === "bigint"
        ? String(each)
        : typeof each === "string" && each.startsWith("0x")
          ? each.toLowerCase()
          : each,
    ),
  );

describe("calls observed on the real contracts", () => {
  const observed = safetyVectors.filter(({ decoded }) => KINDS.includes(decoded.kind));

  it("default: all fourteen are there", () => expect(observed).toHaveLength(14));

  test.each(observed.map((vector) => [vector.id, vector] as const))("args: %s", (_, vector) => {
    const call = plain(decodeVaultCall(vector.call.data, factsOf(vaultOf(vector)))) as Record<string, unknown>;
    const names: Record<string, string> = {
      amount0Max: "amount0MaxBase",
      amount1Max: "amount1MaxBase",
      amount0Min: "amount0MinBase",
      amount1Min: "amount1MinBase",
      deadline: "deadlineSec",
      nativeFromVault: "nativeFromVaultBase",
    };
    const { pool: named, ...decoded } = vector.decoded as Record<string, unknown>;
    for (const [field, expected] of Object.entries(decoded))
      expect.soft({ [field]: call[names[field] ?? field] }).toEqual({ [field]: plain(expected) });
    // Of an increase the bytes name no pool, only its currencies.
    if (call.kind === "lpMint") expect(call.pool).toEqual(plain(named));
  });
});

describe("what we write is what the real calls were", () => {
  const at = { vault, deadlineSec: FAR };

  it("default: mint, decrease, collect and burn, byte for byte", () => {
    expect(
      liquidityCalldata.mint(
        {
          pool,
          tickLower: -200_000,
          tickUpper: -196_000,
          liquidity: 2_000_000_000_000_000n,
          amount0MaxBase: 6_000_000_000_000_000_000n,
          amount1MaxBase: 20_000_000_000n,
        },
        at,
      ),
    ).toBe(calldata("lp.mint-eth-usdc"));
    const one = { amount0MinBase: 1n, amount1MinBase: 1n };
    const none = { amount0MinBase: 0n, amount1MinBase: 0n };
    expect(liquidityCalldata.decrease({ tokenId: 14n, pool, liquidity: 1_000_000_000_000_000n, ...one }, at)).toBe(
      calldata("lp.decrease-half"),
    );
    expect(liquidityCalldata.decrease({ tokenId: 14n, pool, liquidity: 0n, ...none }, at)).toBe(calldata("lp.collect"));
    expect(liquidityCalldata.burn({ tokenId: 14n, pool, ...one }, at)).toBe(calldata("lp.burn"));
  });

  it("default: an increase closes both currencies and sweeps the coin", () => {
    const of = { tokenId: 14n, pool, liquidity: 5n, amount0MaxBase: 6n, amount1MaxBase: 7n };
    expect(decodeVaultCall(liquidityCalldata.increase(of, at), facts)).toEqual({
      kind: "lpIncrease",
      tokenId: 14n,
      liquidity: 5n,
      amount0MaxBase: 6n,
      amount1MaxBase: 7n,
      currency0: zeroAddress,
      currency1: usdc,
      sweptTo: vault,
      actions: ["INCREASE_LIQUIDITY", "CLOSE_CURRENCY", "CLOSE_CURRENCY", "SWEEP"],
      deadlineSec: BigInt(FAR),
    });
  });
});

/** An independent encoder of the position manager's actions: parameters by hand, none of our own calldata code. */
const types = {
  mint: parseAbiParameters(
    "(address,address,uint24,int24,address), int24, int24, uint256, uint128, uint128, address, bytes",
  ),
  change: parseAbiParameters("uint256, uint256, uint128, uint128, bytes"),
  burn: parseAbiParameters("uint256, uint128, uint128, bytes"),
  two: parseAbiParameters("address, address"),
  three: parseAbiParameters("address, address, address"),
  one: parseAbiParameters("address"),
};
const key = [zeroAddress, usdc, 500, 10, zeroAddress] as const;
const minted = (owner: Hex, hookData: Hex = "0x"): Hex =>
  encodeAbiParameters(types.mint, [key, -10, 10, 1n, 2n, 3n, owner, hookData]);
const decreased = (hookData: Hex = "0x"): Hex => encodeAbiParameters(types.change, [14n, 1n, 1n, 1n, hookData]);
const pair = encodeAbiParameters(types.two, [zeroAddress, usdc]);
const takeTo = (to: Hex): Hex => encodeAbiParameters(types.three, [zeroAddress, usdc, to]);
const sweepTo = (to: Hex, currency: Hex = zeroAddress): Hex => encodeAbiParameters(types.two, [currency, to]);

function call(...actions: [string, Hex][]): Hex {
  const unlockData = encodeAbiParameters(parseAbiParameters("bytes, bytes[]"), [
    `0x${actions.map(([byte]) => byte).join("")}`,
    actions.map(([, params]) => params),
  ]);
  const abi = parseAbi(["function modifyLiquidities(bytes, uint256)"]);
  return encodeFunctionData({ abi, functionName: "modifyLiquidities", args: [unlockData, BigInt(FAR)] });
}

const MSG_SENDER = "0x0000000000000000000000000000000000000001";
const ADDRESS_THIS = "0x0000000000000000000000000000000000000002";

describe("recipients", () => {
  it("default: the caller is the vault", () => {
    expect(decodeVaultCall(call(["01", decreased()], ["11", takeTo(MSG_SENDER)]), facts)).toMatchObject({
      kind: "lpDecrease",
      recipient: vault,
    });
  });

  it("behavior: a stranger is named as one, for the comparison to refuse", () => {
    expect(decodeVaultCall(call(["01", decreased()], ["11", takeTo(stranger)]), facts)).toMatchObject({
      kind: "lpDecrease",
      recipient: stranger,
    });
    expect(decodeVaultCall(call(["02", minted(stranger)], ["0d", pair], ["14", sweepTo(vault)]), facts)).toMatchObject({
      kind: "lpMint",
      recipient: stranger,
    });
    expect(decodeVaultCall(call(["02", minted(vault)], ["0d", pair], ["14", sweepTo(stranger)]), facts)).toMatchObject({
      kind: "lpMint",
      sweptTo: stranger,
    });
  });
});

describe("what is not understood is refused", () => {
  const hostile: [string, Hex][] = [
    ["no action", call()],
    ["only a mint", call(["02", minted(vault)])],
    ["a mint whose native leftover stays in the position manager", call(["02", minted(vault)], ["0d", pair])],
    ["a mint that is settled twice", call(["02", minted(vault)], ["0d", pair], ["0d", pair], ["14", sweepTo(vault)])],
    ["a sweep of a token", call(["02", minted(vault)], ["0d", pair], ["14", sweepTo(vault, usdc)])],
    ["a sweep into the position manager", call(["02", minted(vault)], ["0d", pair], ["14", sweepTo(ADDRESS_THIS)])],
    ["a mint for the position manager", call(["02", minted(ADDRESS_THIS)], ["0d", pair], ["14", sweepTo(vault)])],
    ["data for a hook", call(["02", minted(vault, "0x01")], ["0d", pair], ["14", sweepTo(vault)])],
    ["data for a hook when decreasing", call(["01", decreased("0x01")], ["11", takeTo(vault)])],
    [
      "another pair than the pool's",
      call(
        ["02", minted(vault)],
        ["0d", encodeAbiParameters(types.two, [zeroAddress, token("USDT")])],
        ["14", sweepTo(vault)],
      ),
    ],
    ["a decrease that nobody takes", call(["01", decreased()])],
    ["a decrease into the position manager", call(["01", decreased()], ["11", takeTo(ADDRESS_THIS)])],
    ["a decrease and an appended sweep", call(["01", decreased()], ["11", takeTo(vault)], ["14", sweepTo(stranger)])],
    [
      "a decrease and an appended burn",
      call(["01", decreased()], ["11", takeTo(vault)], ["03", encodeAbiParameters(types.burn, [14n, 0n, 0n, "0x"])]),
    ],
    ["a decrease of two positions", call(["01", decreased()], ["01", decreased()], ["11", takeTo(vault)])],
    ["a decrease that is closed", call(["01", decreased()], ["12", encodeAbiParameters(types.one, [usdc])])],
    [
      "a decrease that may be given up",
      call(["01", decreased()], ["13", encodeAbiParameters(types.two, [usdc, MSG_SENDER])]),
    ],
    ["from deltas", call(["04", decreased()], ["0d", pair])],
    ["a settle alone", call(["0d", pair])],
    ["one currency closed twice the pair", call(["00", decreased()], ["12", encodeAbiParameters(types.one, [usdc])])],
    ["a wrap", call(["15", encodeAbiParameters(parseAbiParameters("uint256"), [1n])])],
    ["bytes behind a parameter", call(["01", concatHex([decreased(), "0x00"])], ["11", takeTo(vault)])],
    ["bytes behind the call", concatHex([calldata("lp.burn"), "0x00"])],
    ["only the selector", "0xdd46508f"],
  ];

  test.each(hostile)("error: %s", (_, data) => expect(decodeVaultCall(data, facts).kind).toBe("unknown"));
});
