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
import { liquidityCalldata } from "../../../src/liquidity/liquidity-calldata.ts";
import { decodeVaultCall } from "../../support/decode-vault-call.ts";
import { calldata, factsOf, role, safetyVectors, token, vaultOf } from "./safety-vectors.ts";

const vault = role("vault");
const facts = factsOf();
const KINDS = ["lpMint", "lpIncrease", "lpDecrease", "lpCollect", "lpBurn"];
const stranger = role("stranger");
const usdc = token("USDC");
const pool = {
  currency0: zeroAddress,
  currency1: usdc,
  fee: 500,
  tickSpacing: 10,
  hooks: zeroAddress,
} as const;
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
    const call = plain(decodeVaultCall(vector.call.data, factsOf(vaultOf(vector)))) as Record<
      string,
      unknown
    >;
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
    expect(
      liquidityCalldata.decrease(
        { tokenId: 14n, pool, liquidity: 1_000_000_000_000_000n, ...one },
        at,
      ),
    ).toBe(calldata("lp.decrease-half"));
    expect(liquidityCalldata.decrease({ tokenId: 14n, pool, liquidity: 0n, ...none }, at)).toBe(
      calldata("lp.collect"),
    );
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

/**
 * An independent encoder of the position manager's actions: parameters by hand, none of our own
 * calldata code.
 */
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
const decreased = (hookData: Hex = "0x"): Hex =>
  encodeAbiParameters(types.change, [14n, 1n, 1n, 1n, hookData]);
const pair = encodeAbiParameters(types.two, [zeroAddress, usdc]);
const takeTo = (to: Hex): Hex => encodeAbiParameters(types.three, [zeroAddress, usdc, to]);
const sweepTo = (to: Hex, currency: Hex = zeroAddress): Hex =>
  encodeAbiParameters(types.two, [currency, to]);

function call(...actions: [string, Hex][]): Hex {
  const unlockData = encodeAbiParameters(parseAbiParameters("bytes, bytes[]"), [
    `0x${actions.map(([byte]) => byte).join("")}`,
    actions.map(([, params]) => params),
  ]);
  const abi = parseAbi(["function modifyLiquidities(bytes, uint256)"]);
  return encodeFunctionData({
    abi,
    functionName: "modifyLiquidities",
    args: [unlockData, BigInt(FAR)],
  });
}

const MSG_SENDER = "0x0000000000000000000000000000000000000001";
const ADDRESS_THIS = "0x0000000000000000000000000000000000000002";

describe("recipients", () => {
  it("default: the caller is the vault", () => {
    expect(
      decodeVaultCall(call(["01", decreased()], ["11", takeTo(MSG_SENDER)]), facts),
    ).toMatchObject({
      kind: "lpDecrease",
      recipient: vault,
    });
  });

  it("behavior: a stranger is named as one, for the comparison to refuse", () => {
    expect(
      decodeVaultCall(call(["01", decreased()], ["11", takeTo(stranger)]), facts),
    ).toMatchObject({
      kind: "lpDecrease",
      recipient: stranger,
    });
    expect(
      decodeVaultCall(call(["02", minted(stranger)], ["0d", pair], ["14", sweepTo(vault)]), facts),
    ).toMatchObject({
      kind: "lpMint",
      recipient: stranger,
    });
    expect(
      decodeVaultCall(call(["02", minted(vault)], ["0d", pair], ["14", sweepTo(stranger)]), facts),
    ).toMatchObject({
      kind: "lpMint",
      sweptTo: stranger,
    });
  });
});

const closed = (currency: Hex): [string, Hex] => ["12", encodeAbiParameters(types.one, [currency])];
const burned = (hookData: Hex = "0x"): Hex =>
  encodeAbiParameters(types.burn, [14n, 1n, 1n, hookData]);
const others = encodeAbiParameters(types.two, [zeroAddress, token("USDT")]);
const dollars = encodeAbiParameters(types.two, [usdc, token("USDT")]);
const cut = (params: Hex): Hex => params.slice(0, -64) as Hex;
const MINT: [string, Hex] = ["02", minted(vault)];
const SETTLE: [string, Hex] = ["0d", pair];
const SWEEP: [string, Hex] = ["14", sweepTo(vault)];
const TAKE: [string, Hex] = ["11", takeTo(vault)];

describe("what is not understood is refused, and says why", () => {
  const STRANGE_MINT = "MINT_POSITION is not as this service writes it";
  const STRANGE_INCREASE = "INCREASE_LIQUIDITY is not as this service writes it";
  const STRANGE_DECREASE = "DECREASE_LIQUIDITY is not as this service writes it";
  const STRANGE_BURN = "BURN_POSITION is not as this service writes it";
  const UNSETTLED = "it does not settle what it mints";
  const UNPAID = "it does not settle what it adds";
  const LEFT = "a native leftover would stay in the position manager";
  const UNTAKEN = "it does not take out what it removes, and nothing else";
  const UNBURNED = "it does not take out what it burns, and nothing else";
  const hostile: [what: string, data: Hex, reason: string][] = [
    ["no action", call(), "it has no action"],
    [
      "more parameters than actions",
      call(["01", decreased()], ["", takeTo(vault)]),
      "another number of actions",
    ],
    ["more actions than parameters", call(["0111", decreased()]), "another number of actions"],
    ["only a mint", call(MINT), UNSETTLED],
    ["a mint cut short", call(["02", cut(minted(vault))], SETTLE, SWEEP), STRANGE_MINT],
    ["a mint whose native leftover stays in the position manager", call(MINT, SETTLE), LEFT],
    ["a mint that is settled twice", call(MINT, SETTLE, SETTLE, SWEEP), UNSETTLED],
    ["a mint that is swept twice", call(MINT, SETTLE, SWEEP, SWEEP), UNSETTLED],
    ["a sweep of a token", call(MINT, SETTLE, ["14", sweepTo(vault, usdc)]), UNSETTLED],
    [
      "a sweep into the position manager",
      call(MINT, SETTLE, ["14", sweepTo(ADDRESS_THIS)]),
      UNSETTLED,
    ],
    [
      "another action with a sweep's parameters",
      call(MINT, SETTLE, ["10", sweepTo(vault)]),
      UNSETTLED,
    ],
    [
      "a mint for the position manager",
      call(["02", minted(ADDRESS_THIS)], SETTLE, SWEEP),
      UNSETTLED,
    ],
    ["data for a hook", call(["02", minted(vault, "0x01")], SETTLE, SWEEP), STRANGE_MINT],
    ["another pair than the pool's", call(MINT, ["0d", others], SWEEP), UNSETTLED],
    [
      "a pair whose first currency is another",
      call(MINT, ["0d", encodeAbiParameters(types.two, [usdc, usdc])]),
      UNSETTLED,
    ],
    ["another action with a pair's parameters", call(MINT, ["0c", pair], SWEEP), UNSETTLED],
    ["an increase cut short", call(["00", cut(decreased())], SETTLE, SWEEP), STRANGE_INCREASE],
    [
      "an increase with data for a hook",
      call(["00", decreased("0x01")], SETTLE, SWEEP),
      STRANGE_INCREASE,
    ],
    ["only an increase", call(["00", decreased()]), UNPAID],
    ["an increase whose native leftover stays", call(["00", decreased()], SETTLE), LEFT],
    [
      "an increase of tokens that sweeps the coin",
      call(["00", decreased()], ["0d", dollars], SWEEP),
      LEFT,
    ],
    ["an increase that closes one currency", call(["00", decreased()], closed(usdc)), UNPAID],
    [
      "an increase that closes and gives up",
      call(
        ["00", decreased()],
        closed(zeroAddress),
        ["13", encodeAbiParameters(types.one, [usdc])],
        SWEEP,
      ),
      UNPAID,
    ],
    [
      "an increase that gives up and closes",
      call(
        ["00", decreased()],
        ["13", encodeAbiParameters(types.one, [zeroAddress])],
        closed(usdc),
        SWEEP,
      ),
      UNPAID,
    ],
    [
      "a second currency that cannot be read",
      call(["00", decreased()], closed(zeroAddress), ["12", "0x"], SWEEP),
      UNPAID,
    ],
    [
      "a first currency that cannot be read",
      call(["00", decreased()], ["12", "0x"], closed(usdc), SWEEP),
      UNPAID,
    ],
    ["a decrease cut short", call(["01", cut(decreased())], TAKE), STRANGE_DECREASE],
    ["a decrease with data for a hook", call(["01", decreased("0x01")], TAKE), STRANGE_DECREASE],
    ["a decrease that nobody takes", call(["01", decreased()]), UNTAKEN],
    [
      "a decrease into the position manager",
      call(["01", decreased()], ["11", takeTo(ADDRESS_THIS)]),
      UNTAKEN,
    ],
    [
      "a decrease and an appended sweep",
      call(["01", decreased()], TAKE, ["14", sweepTo(stranger)]),
      UNTAKEN,
    ],
    ["a decrease and an appended burn", call(["01", decreased()], TAKE, ["03", burned()]), UNTAKEN],
    ["a decrease of two positions", call(["01", decreased()], ["01", decreased()], TAKE), UNTAKEN],
    ["a decrease that is closed", call(["01", decreased()], closed(usdc)), UNTAKEN],
    [
      "another action with a taker's parameters",
      call(["01", decreased()], ["10", takeTo(vault)]),
      UNTAKEN,
    ],
    ["a taker that cannot be read", call(["01", decreased()], ["11", pair]), UNTAKEN],
    ["a burn cut short", call(["03", cut(burned())], TAKE), STRANGE_BURN],
    ["a burn with data for a hook", call(["03", burned("0x01")], TAKE), STRANGE_BURN],
    ["a burn that nobody takes", call(["03", burned()]), UNBURNED],
    [
      "a burn into the position manager",
      call(["03", burned()], ["11", takeTo(ADDRESS_THIS)]),
      UNBURNED,
    ],
    ["from deltas", call(["04", decreased()], SETTLE), "it begins with action 0x04"],
    ["a settle alone", call(SETTLE), "it begins with SETTLE_PAIR"],
    [
      "a wrap",
      call(["15", encodeAbiParameters(parseAbiParameters("uint256"), [1n])]),
      "it begins with action 0x15",
    ],
    [
      "bytes behind a parameter",
      call(["01", concatHex([decreased(), "0x00"])], TAKE),
      STRANGE_DECREASE,
    ],
    [
      "bytes behind the call",
      concatHex([calldata("lp.burn"), "0x00"]),
      "not in the standard encoding",
    ],
    [
      "an unlock that is no list of actions",
      unlockedWith("0x1234"),
      "not in the standard encoding",
    ],
    ["only the selector", "0xdd46508f", "not in the standard encoding"],
  ];

  test.each(hostile)("error: %s", (_, data, reason) => {
    const read = decodeVaultCall(data, facts);
    expect(read.kind).toBe("unknown");
    expect(read.kind === "unknown" && read.reason).toContain(reason);
    expect(read.kind === "unknown" && read.reason).toMatch(/^modifyLiquidities: /);
  });

  test("default: tokens alone need no sweep; closed is as good as settled", () => {
    const dollarKey = [usdc, token("USDT"), 100, 1, zeroAddress] as const;
    const mint = encodeAbiParameters(types.mint, [dollarKey, -10, 10, 1n, 2n, 3n, vault, "0x"]);
    expect(decodeVaultCall(call(["02", mint], ["0d", dollars]), facts)).toMatchObject({
      kind: "lpMint",
      sweptTo: null,
    });
    expect(decodeVaultCall(call(["00", decreased()], ["0d", dollars]), facts)).toMatchObject({
      kind: "lpIncrease",
      sweptTo: null,
    });
    expect(
      decodeVaultCall(call(MINT, closed(zeroAddress), closed(usdc), SWEEP), facts),
    ).toMatchObject({
      kind: "lpMint",
      nativeFromVaultBase: 2n,
    });
    expect(decodeVaultCall(call(["03", burned()], TAKE), facts)).toMatchObject({
      kind: "lpBurn",
      recipient: vault,
    });
  });
});

function unlockedWith(unlockData: Hex): Hex {
  const abi = parseAbi(["function modifyLiquidities(bytes, uint256)"]);
  return encodeFunctionData({
    abi,
    functionName: "modifyLiquidities",
    args: [unlockData, BigInt(FAR)],
  });
}
