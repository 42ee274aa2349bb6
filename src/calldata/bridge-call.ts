import { type Address, type Hex, parseAbiParameters } from "viem";
import { knownChain } from "../chain-of.ts";
import type { UnknownCall } from "../kinds/vault-call.ts";
import { rescale } from "../lib/integers.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { bodyOf, decodeAbiStrictly, notStandard, unknownCall } from "./decode-abi-strictly.ts";

/**
 * Call of the adapter's `depositV3((...))`, 0x770d096f (docs/facts/across.md). It sets depositor,
 * recipient, relayer and deadlines itself, which are read all the same.
 */
export type BridgeCall = {
  kind: "bridge";
  /**
   * transfer: supply leaves with the assets, NAV per unit stays. sync: assets alone leave, NAV
   * moves.
   */
  opType: "transfer" | "sync";
  depositor: Address;
  recipient: Address;
  inputToken: Address;
  outputToken: Address;
  /** Base units of each chain's own token. */
  inputAmountBase: bigint;
  outputAmountBase: bigint;
  destinationChainId: bigint;
  exclusiveRelayer: Address;
  quoteTimestampSec: number;
  fillDeadlineSec: number;
  exclusivityDeadlineSec: number;
  /** Share of the vault's value that a sync may move; the vault refuses more. */
  navToleranceBps: bigint;
  /** Paid in the coin instead of its wrapped form; 0 where the token leaves. */
  sourceNativeAmountBase: bigint;
  shouldUnwrap: boolean;
};

const SYMBOLS = ["USDC", "USDT", "WETH", "WBTC"] as const;
type BridgeSymbol = (typeof SYMBOLS)[number];
export type BridgeToken = { symbol: BridgeSymbol; address: Address; decimals: number };

/** Tokens on the adapter's list, paired across chains by symbol. */
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
  named: (chainId: number, symbol: string): BridgeToken | undefined =>
    bridgeTokens.on(chainId).find((token) => token.symbol === symbol.toUpperCase()),
  at: (chainId: number, address: Address): BridgeToken | undefined =>
    bridgeTokens.on(chainId).find((token) => token.address === address),
  /**
   * Amount in base units of the same token on another chain, rounded down: USD tokens of BNB Chain
   * have 18 decimals.
   */
  rescale: (
    amountBase: bigint,
    from: Pick<BridgeToken, "decimals">,
    to: Pick<BridgeToken, "decimals">,
  ): bigint => rescale(amountBase, from.decimals, to.decimals),
};

/** Basis points of what leaves (docs/facts/across.md 1). */
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

/** Reads a deposit; anything but the standard encoding, message included, is `unknown`. */
export function decodeBridgeCall(data: Hex): BridgeCall | UnknownCall {
  const read = decodeAbiStrictly(PARAMS, bodyOf(data));
  if (read === null) return notStandard("depositV3");
  const [params] = read;
  const message = decodeAbiStrictly(MESSAGE, params.message);
  if (message === null)
    return unknownCall("the message of depositV3 is not in the standard encoding");
  const [{ opType: code, navTolerance, sourceNativeAmount, shouldUnwrapOnDestination }] = message;
  const opType = OP_TYPES.get(code);
  if (opType === undefined)
    return unknownCall(`depositV3 names operation ${code}, which is neither a transfer nor a sync`);
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
