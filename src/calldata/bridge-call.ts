import { type Address, type Hex, parseAbiParameters } from "viem";
import { knownChain } from "../chain-of.ts";
import type { UnknownCall } from "../kinds/vault-call.ts";
import { rescale } from "../lib/integers.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { decodeAbiStrictly } from "./decode-abi-strictly.ts";

/**
 * Through the vault's own adapter, `depositV3((...))` 0x770d096f (docs/facts/across.md), which sets depositor, recipient, relayer and
 * deadlines itself; they are read all the same, and have to say what it will do.
 */
export type BridgeCall = {
  kind: "bridge";
  /** transfer: supply leaves with the assets, NAV per unit stays. sync: assets leave alone, and move it. */
  opType: "transfer" | "sync";
  depositor: Address;
  recipient: Address;
  inputToken: Address;
  outputToken: Address;
  /** Of the input token, and of the output token on the other chain. */
  inputAmountBase: bigint;
  outputAmountBase: bigint;
  destinationChainId: bigint;
  exclusiveRelayer: Address;
  quoteTimestampSec: number;
  fillDeadlineSec: number;
  exclusivityDeadlineSec: number;
  /** Of the vault's value that a sync may move, in basis points: the vault refuses more. */
  navToleranceBps: bigint;
  /** Paid in the native coin in place of its wrapped form; 0 where the token itself leaves. */
  sourceNativeAmountBase: bigint;
  shouldUnwrap: boolean;
};

/** In the order in which they are told. */
const SYMBOLS = ["USDC", "USDT", "WETH", "WBTC"] as const;
type BridgeSymbol = (typeof SYMBOLS)[number];
export type BridgeToken = { symbol: BridgeSymbol; address: Address; decimals: number };

/** The adapter's own list, one of a kind for the same on another chain. */
export const bridgeTokens = {
  on: (chainId: number): readonly BridgeToken[] => {
    const tokens = knownChain(chainId)?.tokens.filter(({ bridged }) => bridged) ?? [];
    return SYMBOLS.flatMap((symbol) => {
      const token = tokens.find((one) => one.symbol === symbol);
      return token === undefined || token.decimals === null
        ? []
        : // Safe: lower case takes nothing from an address.
          [{ symbol, address: token.address.toLowerCase() as Address, decimals: token.decimals }];
    });
  },
  /** By its symbol in any case. */
  named: (chainId: number, symbol: string): BridgeToken | undefined =>
    bridgeTokens.on(chainId).find((token) => token.symbol === symbol.toUpperCase()),
  at: (chainId: number, address: Address): BridgeToken | undefined =>
    bridgeTokens.on(chainId).find((token) => token.address === address),
  /** In base units of the same token on another chain: a stablecoin has 18 decimals on BNB Chain. Rounded down. */
  rescale: (amountBase: bigint, from: Pick<BridgeToken, "decimals">, to: Pick<BridgeToken, "decimals">): bigint =>
    rescale(amountBase, from.decimals, to.decimals),
};

/** In basis points of what leaves. Source: docs/facts/across.md 1. */
export const BRIDGE_LIMITS = { whole: 10_000n, maxFee: 200n } as const;

const PARAMS = parseAbiParameters(
  "(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message)",
);
const MESSAGE = parseAbiParameters(
  "(uint8 opType, uint256 navTolerance, uint256 sourceNativeAmount, bool shouldUnwrapOnDestination)",
);
const OP_TYPES = new Map<number, BridgeCall["opType"]>([
  [0, "transfer"],
  [1, "sync"],
]);

/** From its bytes alone. `unknown` for whatever is not its standard encoding, message included. */
export function decodeBridgeCall(data: Hex): BridgeCall | UnknownCall {
  const read = decodeAbiStrictly(PARAMS, `0x${data.slice(10)}`);
  if (read === null) return unknown("the arguments of depositV3 are not in the standard encoding");
  const [params] = read;
  const message = decodeAbiStrictly(MESSAGE, params.message);
  if (message === null) return unknown("the message of depositV3 is not in the standard encoding");
  const [{ opType: code, navTolerance, sourceNativeAmount, shouldUnwrapOnDestination }] = message;
  const opType = OP_TYPES.get(code);
  if (opType === undefined) return unknown(`depositV3 names operation ${code}, which is neither a transfer nor a sync`);
  return {
    kind: "bridge",
    opType,
    depositor: lowerHex(params.depositor),
    recipient: lowerHex(params.recipient),
    inputToken: lowerHex(params.inputToken),
    outputToken: lowerHex(params.outputToken),
    inputAmountBase: params.inputAmount,
    outputAmountBase: params.outputAmount,
    destinationChainId: params.destinationChainId,
    exclusiveRelayer: lowerHex(params.exclusiveRelayer),
    quoteTimestampSec: params.quoteTimestamp,
    fillDeadlineSec: params.fillDeadline,
    exclusivityDeadlineSec: params.exclusivityDeadline,
    navToleranceBps: navTolerance,
    sourceNativeAmountBase: sourceNativeAmount,
    shouldUnwrap: shouldUnwrapOnDestination,
  };
}

const unknown = (reason: string): UnknownCall => ({ kind: "unknown", reason });
