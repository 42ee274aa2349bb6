import fc from "fast-check";
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from "viem";
import { describe, expect, test } from "vitest";
import { CHAIN_IDS, type ChainId } from "../../../schemas/chains.ts";
import { encodeDeposit } from "../../../src/bridge/encode-deposit.ts";
import { type BridgeCall, bridgeTokens } from "../../../src/calldata/bridge-call.ts";
import { checkCall } from "../../../src/calldata/check-call.ts";
import { judgeBridgeCall } from "../../../src/calldata/judge-bridge-call.ts";
import { tokenTable } from "../../../src/chain/addresses.ts";
import { decodeVaultCall } from "../../support/decode-vault-call.ts";

const VAULT: Address = "0x1111111111111111111111111111111111111111";
const OTHER: Address = "0x2222222222222222222222222222222222222222";
const WETH: Address = "0x4200000000000000000000000000000000000006";
const facts = { vault: VAULT, wrappedNative: WETH, routerVersion: "2.0" } as const;

const tokenOf = (chainId: ChainId, symbol: string): Address => {
  const found = bridgeTokens.named(chainId, symbol);
  if (found === undefined) throw new Error(`no ${symbol} on ${chainId}`);
  return found.address;
};

const CALL: BridgeCall = {
  kind: "bridge",
  opType: "sync",
  depositor: VAULT,
  recipient: VAULT,
  inputToken: tokenOf(8453, "USDC"),
  outputToken: tokenOf(42161, "USDC"),
  inputAmountBase: 1_000_000_000n,
  outputAmountBase: 999_000_000n,
  destinationChainId: 42161n,
  exclusiveRelayer: zeroAddress,
  quoteTimestampSec: 1_790_000_000,
  fillDeadlineSec: 1_790_000_300,
  exclusivityDeadlineSec: 0,
  navToleranceBps: 100n,
  sourceNativeAmountBase: 0n,
  shouldUnwrap: false,
};

// The words of the contract's own interface (IAIntents.sol), not those of the code.
const intents = parseAbi([
  "struct AcrossParams { address depositor; address recipient; address inputToken; address outputToken; uint256 inputAmount; uint256 outputAmount; uint256 destinationChainId; address exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityDeadline; bytes message; }",
  "function depositV3(AcrossParams params)",
]);
const source = parseAbiParameters(
  "(uint8 opType, uint256 navTolerance, uint256 sourceNativeAmount, bool shouldUnwrapOnDestination)",
);
const written = (message: Hex): Hex =>
  encodeFunctionData({
    abi: intents,
    functionName: "depositV3",
    args: [
      {
        depositor: VAULT,
        recipient: VAULT,
        inputToken: CALL.inputToken,
        outputToken: CALL.outputToken,
        inputAmount: 1_000_000_000n,
        outputAmount: 999_000_000n,
        destinationChainId: 42161n,
        exclusiveRelayer: zeroAddress,
        quoteTimestamp: 1_790_000_000,
        fillDeadline: 1_790_000_300,
        exclusivityDeadline: 0,
        message,
      },
    ],
  });
const messageOf = (opType: number): Hex =>
  encodeAbiParameters(source, [
    { opType, navTolerance: 100n, sourceNativeAmount: 0n, shouldUnwrapOnDestination: false },
  ]);

describe("a deposit into Across", () => {
  test("default: is read from its bytes as the contract's interface writes it", () => {
    expect(written(messageOf(1)).slice(0, 10)).toBe("0x770d096f");
    expect(decodeVaultCall(written(messageOf(1)), facts)).toEqual(CALL);
    expect(decodeVaultCall(written(messageOf(0)), facts)).toEqual({ ...CALL, opType: "transfer" });
    expect(encodeDeposit(CALL)).toBe(written(messageOf(1)));
  });

  test("error: another operation, another encoding, and bytes too many are not understood", () => {
    const good = written(messageOf(1));
    for (const data of [
      written(messageOf(2)),
      written("0x"),
      written(`${messageOf(1)}00`),
      `${good}00`,
      `${good}${"0".repeat(64)}`,
      good.slice(0, -2) as Hex,
    ] as Hex[])
      expect(decodeVaultCall(data, facts).kind, data.slice(-80)).toBe("unknown");
  });

  test("error: no field of it may differ from what was planned", () => {
    const changes: Partial<BridgeCall>[] = [
      ...[
        { recipient: OTHER },
        { depositor: OTHER },
        { inputToken: OTHER },
        { outputToken: OTHER },
      ],
      ...[
        { inputAmountBase: 1_000_000_001n },
        { outputAmountBase: 998_999_999n },
        { destinationChainId: 10n },
      ],
      ...[
        { navToleranceBps: 101n },
        { opType: "transfer" as const },
        { sourceNativeAmountBase: 1n },
        { shouldUnwrap: true },
      ],
      ...[
        { exclusiveRelayer: OTHER },
        { exclusivityDeadlineSec: 9 },
        { quoteTimestampSec: 1 },
        { fillDeadlineSec: 1 },
      ],
    ];
    for (const change of changes) {
      const [field] = Object.keys(change);
      const verdict = checkCall(
        decodeVaultCall(encodeDeposit({ ...CALL, ...change }), facts),
        CALL,
      );
      expect(verdict, field).toMatchObject({
        ok: false,
        code: "calldata_rejected",
        details: { field },
      });
    }
    expect(checkCall(decodeVaultCall(encodeDeposit(CALL), facts), CALL).ok).toBe(true);
  });

  test("behavior: every number comes back as it was written", () => {
    const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
    const seconds = fc.integer({ min: 0, max: 2 ** 32 - 1 });
    fc.assert(
      fc.property(
        uint,
        uint,
        uint,
        uint,
        seconds,
        fc.boolean(),
        (input, output, tolerance, native, sec, unwrap) => {
          const call: BridgeCall = {
            ...CALL,
            ...{
              inputAmountBase: input,
              outputAmountBase: output,
              navToleranceBps: tolerance,
              shouldUnwrap: unwrap,
            },
            ...{
              sourceNativeAmountBase: native,
              quoteTimestampSec: sec,
              fillDeadlineSec: sec,
              destinationChainId: native,
            },
          };
          expect(decodeVaultCall(encodeDeposit(call), facts)).toEqual(call);
        },
      ),
    );
  });
});

describe("what no deposit may do", () => {
  const judge = (change: Partial<BridgeCall>) =>
    judgeBridgeCall({ ...CALL, ...change }, { vault: VAULT, chainId: 8453, wrappedNative: WETH });

  test("default: all of it to the vault, 98% at least", () => {
    expect(judge({}).ok).toBe(true);
    expect(judge({ outputAmountBase: 980_000_000n }).ok).toBe(true);
    expect(judge({ outputAmountBase: 1_000_000_000n }).ok).toBe(true);
  });

  test.each<[string, Partial<BridgeCall>]>([
    ["the depositor is not the vault", { depositor: OTHER }],
    ["the recipient is not the vault", { recipient: OTHER }],
    ["source and destination are the same chain", { destinationChainId: 8453n }],
    ["the token that arrives is not the one that leaves", { outputToken: tokenOf(42161, "USDT") }],
    ["the token that arrives is not the one that leaves", { inputToken: OTHER }],
    ["nothing leaves", { inputAmountBase: 0n, outputAmountBase: 0n }],
    ["more arrives than leaves", { outputAmountBase: 1_000_000_001n }],
    ["less than 98% of what leaves arrives", { outputAmountBase: 979_999_999n }],
    ["a relayer is favoured", { exclusiveRelayer: OTHER }],
    ["the tolerance is over 100%", { navToleranceBps: 10_001n }],
    ["the native coin is not what leaves", { sourceNativeAmountBase: 1n }],
  ])("error: says that %s", (reason, change) => {
    expect(judge(change)).toEqual({
      ...{ ok: false, code: "calldata_rejected", details: { reason } },
      message: `The call was refused: ${reason}. Nothing was built.`,
    });
  });

  test.each<[string, Partial<BridgeCall>]>([
    ["another recipient", { recipient: OTHER }],
    ["another depositor, who would get the refund", { depositor: OTHER }],
    ["another token there", { outputToken: tokenOf(42161, "USDT") }],
    ["the token of another chain", { outputToken: tokenOf(10, "USDC") }],
    ["a token that is not listed", { inputToken: OTHER, outputToken: OTHER }],
    ["the same chain", { destinationChainId: 8453n, outputToken: CALL.inputToken }],
    ["an unknown chain", { destinationChainId: 999n }],
    ["a chain id that a number would round", { destinationChainId: 2n ** 200n }],
    ["less than 98%", { outputAmountBase: 979_999_999n }],
    ["more than leaves", { outputAmountBase: 1_000_000_001n }],
    ["nothing", { inputAmountBase: 0n, outputAmountBase: 0n }],
    ["a relayer of its own", { exclusiveRelayer: OTHER }],
    ["a time for a relayer", { exclusivityDeadlineSec: 1 }],
    ["a tolerance over 100%", { navToleranceBps: 10_001n }],
    ["the coin for another token", { sourceNativeAmountBase: 1_000_000_000n }],
    [
      "a part in the coin",
      { inputToken: WETH, outputToken: tokenOf(42161, "WETH"), sourceNativeAmountBase: 1n },
    ],
  ])("error: %s", (_what, change) => {
    expect(judge(change)).toMatchObject({ ok: false, code: "calldata_rejected" });
  });

  test("behavior: a stablecoin has 18 decimals on BNB Chain, both ways", () => {
    const there = { destinationChainId: 56n, outputToken: tokenOf(56, "USDC") };
    expect(judge({ ...there, outputAmountBase: 999_000_000n * 10n ** 12n }).ok).toBe(true);
    expect(judge({ ...there, outputAmountBase: 999_000_000n }).ok).toBe(false);
    const back = {
      ...CALL,
      inputToken: tokenOf(56, "USDC"),
      outputToken: tokenOf(8453, "USDC"),
      destinationChainId: 8453n,
    };
    const around = { vault: VAULT, chainId: 56, wrappedNative: OTHER };
    expect(
      judgeBridgeCall(
        { ...back, inputAmountBase: 10n ** 21n, outputAmountBase: 999_000_000n },
        around,
      ).ok,
    ).toBe(true);
    expect(
      judgeBridgeCall(
        { ...back, inputAmountBase: 10n ** 21n, outputAmountBase: 999n * 10n ** 18n },
        around,
      ).ok,
    ).toBe(false);
  });
});

test("behavior: the tokens are those of the token table, with its decimals", () => {
  for (const chainId of CHAIN_IDS) {
    const table = tokenTable(chainId);
    for (const { symbol, address, decimals } of bridgeTokens.on(chainId)) {
      // On BNB Chain that token stands there twice, as ETH and as WETH.
      const known = table.filter((token) => token.address === address);
      expect(
        known.map((token) => token.symbol),
        `${chainId} ${symbol}`,
      ).toContain(symbol);
      for (const one of known) if (one.decimals !== undefined) expect(decimals).toBe(one.decimals);
    }
  }
});
