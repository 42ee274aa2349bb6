import { encodeFunctionData, type Hex, parseAbi, toFunctionSelector } from "viem";
import { describe, expect, test } from "vitest";
import { SETTLER_ACTIONS } from "../../../src/calldata/settler-actions.ts";
import { decodeVaultCall } from "../../support/decode-vault-call.ts";
import { calldata, factsOf, role, token } from "./safety-vectors.ts";
import { action, exec } from "./zeroex-calldata.ts";

const [USDC, SETTLER, STRANGER, ETH] = [
  token("USDC"),
  role("settler"),
  role("stranger"),
  token("ETH"),
];
const decode = (data: Hex) => decodeVaultCall(data, factsOf());
const word = (value: number | bigint) => value.toString(16).padStart(64, "0");

describe("decodeZeroExCall", () => {
  test("default: every permit, the first action's deadline, both native markers", () => {
    expect(
      decode(
        exec([
          action.vip(USDC, 2n, 900n, STRANGER),
          action.swap(),
          action.transferFrom(USDC, 3n, 901n),
        ]),
      ),
    ).toEqual({
      kind: "swap",
      venue: "0x-allowance-holder",
      mode: "exactIn",
      tokenIn: USDC,
      tokenOut: token("USDT"),
      tokenInEncoded: USDC,
      tokenOutEncoded: token("USDT"),
      amountInBase: 5n,
      amountOutMinBase: 3n,
      recipient: role("vault"),
      operator: SETTLER,
      target: SETTLER,
      innerSelector: "0x1fff991f",
      settlerActions: ["UNISWAPV3_VIP", "UNISWAPV3", "TRANSFER_FROM"],
      deadlineSec: 900n,
      isInMulticall: false,
      permits: [
        {
          action: "UNISWAPV3_VIP",
          recipient: STRANGER,
          token: USDC,
          amountBase: 2n,
          deadlineSec: 900n,
        },
        {
          action: "TRANSFER_FROM",
          recipient: SETTLER,
          token: USDC,
          amountBase: 3n,
          deadlineSec: 901n,
        },
      ],
      payments: [],
      nativeFromVaultBase: 0n,
    });
    for (const native of [ETH, "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"] as const) {
      const call = decode(exec([action.nativeCheck(900n, 5n), action.swap()], { token: native }));
      expect(call).toMatchObject({
        tokenIn: ETH,
        tokenInEncoded: native.toLowerCase(),
        nativeFromVaultBase: 5n,
        deadlineSec: 900n,
        permits: [],
      });
    }
  });

  test("behavior: a deadline that is not in the first action is none", () => {
    expect(decode(exec([action.swap(), action.transferFrom(USDC, 5n, 900n)]))).toMatchObject({
      deadlineSec: null,
    });
    expect(decode(exec([action.swap(), action.nativeCheck(900n, 5n)]))).toMatchObject({
      deadlineSec: null,
    });
  });

  test.each<[string, Hex[], string[]]>([
    ["no action", [], []],
    ["RFQ", [action.swap(), "0xd92aadfb"], ["UNISWAPV3", "RFQ"]],
    // Seen on the real vault: ActionNotAllowed (docs/facts/vault-contracts.md 17).
    ["CHECK_SLIPPAGE", [action.swap(), `0x131ad428${word(0)}`], ["UNISWAPV3", "CHECK_SLIPPAGE"]],
    ["an unknown action", [action.swap(), "0xdeadbeef00"], ["UNISWAPV3", "0xdeadbeef"]],
    ["an empty action", ["0x"], ["0x"]],
  ])("error: %s", (_, actions, settlerActions) => {
    const reason = "the actions are not all swaps that a vault may run";
    expect(decode(exec(actions))).toEqual({
      kind: "unsupported",
      venue: "0x-allowance-holder",
      reason,
      settlerActions,
    });
  });

  test("error: another inner call is named by its selector", () => {
    expect(decode(calldata("refusal.zeroex-inner-selector"))).toEqual({
      kind: "unsupported",
      venue: "0x-allowance-holder",
      reason: "only Settler.execute may run inside exec",
      innerSelector: "0xdeadbeef",
    });
  });

  test.each<[string, Hex]>([
    [
      "a permit cut short",
      exec([action.transferFrom(USDC, 5n, 900n).slice(0, 10 + 5 * 64 - 2) as Hex]),
    ],
    ["a permit without its first word", exec(["0xc1fb425e"])],
    ["a permit without its token", exec([`0xc1fb425e${word(1)}`])],
    ["a permit without its amount", exec([`0xc1fb425e${word(1)}${word(2)}`])],
    [
      "a permit for no address",
      exec([`0xc1fb425e${word(1)}${word(1n << 160n)}${word(5)}${word(0)}${word(9)}`]),
    ],
    [
      "a permit to no address",
      exec([`0xc1fb425e${word(1n << 160n)}${word(1)}${word(5)}${word(0)}${word(9)}`]),
    ],
  ])("error: %s", (_, data) => {
    expect(decode(data)).toEqual({
      kind: "unknown",
      reason: "a permit inside the actions cannot be read",
    });
  });

  test("behavior: the largest address is one", () => {
    const largest = (1n << 160n) - 1n;
    const call = decode(
      exec([`0xc1fb425e${word(1)}${word(largest)}${word(5)}${word(0)}${word(9)}`]),
    );
    expect(call).toMatchObject({
      permits: [{ recipient: `0x${"1".padStart(40, "0")}`, token: `0x${"f".repeat(40)}` }],
    });
  });

  test("error: unreadable arguments, outside and inside", () => {
    const reason = "the arguments of exec or of Settler.execute cannot be read";
    expect(decode("0x2213bc0b")).toEqual({ kind: "unknown", reason });
    expect(decode(exec([action.swap()]).replace("1fff991f", "1fff991fffffffff") as Hex)).toEqual({
      kind: "unknown",
      reason,
    });
    const loose = {
      kind: "unknown",
      reason: "the arguments of exec or of Settler.execute are not in the standard encoding",
    };
    expect(decode(`${exec([action.swap()])}00`)).toEqual(loose);
  });
});

describe("the vault's multicall with a deadline", () => {
  const native = exec([action.swap()], { token: ETH });
  const ARGUMENTS = parseAbi(["function multicall(uint256 deadline, bytes[] data)"]);
  const multicall = (...calls: Hex[]) =>
    encodeFunctionData({ abi: ARGUMENTS, functionName: "multicall", args: [900n, calls] });

  test("default: an undated native sale has the multicall's deadline, all else its own", () => {
    const alone = decode(native);
    expect(alone).toMatchObject({ kind: "swap", deadlineSec: null, isInMulticall: false });
    expect(decode(multicall(native))).toEqual({ ...alone, deadlineSec: 900n, isInMulticall: true });
    expect(decode(multicall(calldata("refusal.zeroex-too-little-received")))).toMatchObject({
      kind: "swap",
      tokenIn: ETH,
      deadlineSec: 900n,
    });
  });

  const dated = exec([action.nativeCheck(800n, 5n), action.swap()], { token: ETH });
  const shape = "the arguments of multicall are not one call in the standard encoding";
  const other = "multicall holds another call than exec";
  const sale = "multicall holds another swap than a native sale without a deadline";
  test.each<[string, Hex, string]>([
    ["no call", multicall(), shape],
    ["two calls", multicall(native, native), shape],
    ["bytes behind it", `${multicall(native)}00`, shape],
    ["cut short", multicall(native).slice(0, -2) as Hex, shape],
    ["a withdrawal", multicall(`0x2e1a7d4d${word(1)}`), other],
    ["a router's swap", multicall(calldata("swap.v4-exact-in-usdc-usdt")), other],
    ["a multicall in a multicall", multicall(multicall(native)), other],
    ["a sale that carries a deadline itself", multicall(dated), sale],
    ["a token's sale", multicall(exec([action.swap()])), sale],
    ["a token's sale with a permit", multicall(exec([action.transferFrom(USDC, 5n, 900n)])), sale],
  ])("error: %s", (_, data, reason) => {
    expect(decode(data)).toEqual({ kind: "unknown", reason });
  });

  test("error: what no vault may run is named as it is outside", () => {
    const refused = exec([action.swap(), "0xd92aadfb"], { token: ETH });
    expect(decode(multicall(refused))).toEqual(decode(refused));
    expect(decode(refused)).toMatchObject({ kind: "unsupported" });
  });

  test.each(["0xac9650d8", "0x1f0464d1"])(
    "error: %s, a multicall without a deadline",
    (selector) => {
      expect(decode(multicall(native).replace("0x5ae401dc", selector) as Hex)).toMatchObject({
        kind: "unknown",
      });
    },
  );
});

describe("SETTLER_ACTIONS", () => {
  const permit = "((address,uint256),uint256,uint256)";
  const fills = "uint256,bytes";
  const vault = ["UNISWAPV4", "BALANCERV3", "PANCAKE_INFINITY", "EKUBO", "EKUBOV3"];
  /** ISettlerActions.sol at 0x-settler dc7f22e and 0127cd7. */
  const SIGNATURES = [
    `TRANSFER_FROM(address,${permit},bytes)`,
    "NATIVE_CHECK(uint256,uint256)",
    `METATXN_TRANSFER_FROM(address,${permit})`,
    `RFQ_VIP(address,${permit},${permit},address,bytes,bytes)`,
    `METATXN_RFQ_VIP(address,${permit},${permit},address,bytes)`,
    `RFQ(address,${permit},address,bytes,address,uint256)`,
    ...vault.map((name) => `${name}(address,address,uint256,bool,uint256,${fills},uint256)`),
    ...vault.map((name) => `${name}_VIP(address,${permit},bool,uint256,${fills},bytes,uint256)`),
    ...vault.map((name) => `METATXN_${name}_VIP(address,${permit},bool,uint256,${fills},uint256)`),
    "UNISWAPV3(address,uint256,bytes,uint256)",
    `UNISWAPV3_VIP(address,${permit},bytes,bytes,uint256)`,
    `METATXN_UNISWAPV3_VIP(address,${permit},bytes,uint256)`,
    "MAKERPSM(address,uint256,bool,uint256,address,address)",
    `CURVE_TRICRYPTO_VIP(address,${permit},uint80,bytes,uint256)`,
    `METATXN_CURVE_TRICRYPTO_VIP(address,${permit},uint80,uint256)`,
    "DODOV1(address,uint256,address,bool,uint256)",
    "DODOV2(address,address,uint256,address,bool,uint256)",
    "VELODROME(address,uint256,address,uint24,uint256)",
    "MAVERICKV2(address,address,uint256,address,bool,int32,uint256)",
    `MAVERICKV2_VIP(address,${permit},bytes32,bool,bytes,int32,uint256)`,
    `METATXN_MAVERICKV2_VIP(address,${permit},bytes32,bool,int32,uint256)`,
    "UNISWAPV2(address,address,uint256,address,uint24,uint256)",
    "POSITIVE_SLIPPAGE(address,address,uint256,uint256)",
    "BASIC(address,uint256,address,uint256,bytes)",
    "SELECT(uint256,address,uint256[],bytes[][])",
    "EULERSWAP(address,address,uint256,address,bool,uint256)",
    "RENEGADE(address,address,bytes)",
    "RENEGADE(address,address,address,uint256,bool,uint256,bytes,uint256)",
    "LFJTM(address,address,uint256,address,bool,uint256)",
    "BEBOP(address,address,(uint256,address,uint256,address,uint256,uint256,uint256),(bytes,uint256),uint256)",
    "HANJI(address,uint256,address,uint256,uint256,bool,uint256,uint256)",
    "CHECK_SLIPPAGE(bool)",
  ];

  test("default: every selector is its signature's, and carries what that says", () => {
    const expected = SIGNATURES.map((signature) => {
      const name = signature.slice(0, signature.indexOf("("));
      const allowed = !/^(RFQ|METATXN_|RENEGADE|SELECT|CHECK_SLIPPAGE)/.test(name);
      const carries = !allowed
        ? "nothing"
        : signature.startsWith(`${name}(address,${permit}`)
          ? "permit"
          : name === "NATIVE_CHECK"
            ? "nativeCheck"
            : "nothing";
      return [toFunctionSelector(signature), { name, allowed, carries }];
    });
    expect(Object.entries(SETTLER_ACTIONS).sort()).toEqual(expected.sort());
  });

  test("behavior: what only a vault, or no caller, may run is refused", () => {
    const refused = Object.values(SETTLER_ACTIONS)
      .filter((each) => !each.allowed)
      .map((each) => each.name);
    expect([...new Set(refused)].sort()).toMatchInlineSnapshot(`
      [
        "CHECK_SLIPPAGE",
        "METATXN_BALANCERV3_VIP",
        "METATXN_CURVE_TRICRYPTO_VIP",
        "METATXN_EKUBOV3_VIP",
        "METATXN_EKUBO_VIP",
        "METATXN_MAVERICKV2_VIP",
        "METATXN_PANCAKE_INFINITY_VIP",
        "METATXN_RFQ_VIP",
        "METATXN_TRANSFER_FROM",
        "METATXN_UNISWAPV3_VIP",
        "METATXN_UNISWAPV4_VIP",
        "RENEGADE",
        "RFQ",
        "RFQ_VIP",
        "SELECT",
      ]
    `);
  });
});
