import { type Hex, parseAbiParameters } from "viem";
import type { UnknownCall } from "../kinds/vault-call.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import type { BridgeCall } from "./bridge-call.ts";
import { decodeAbiStrictly } from "./decode-abi-strictly.ts";

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
