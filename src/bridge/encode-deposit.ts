import { encodeAbiParameters, encodeFunctionData, type Hex, parseAbi, parseAbiParameters } from "viem";
import type { BridgeCall } from "../calldata/bridge-call.ts";

/** The vault's own method (docs/facts/across.md 1). */
const abi = parseAbi([
  "struct AcrossParams { address depositor; address recipient; address inputToken; address outputToken; uint256 inputAmount; uint256 outputAmount; uint256 destinationChainId; address exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityDeadline; bytes message; }",
  "function depositV3(AcrossParams params)",
]);
const message = parseAbiParameters("(uint8 opType, uint256 navTolerance, uint256 sourceNativeAmount, bool unwrap)");

/** It is decoded again before it goes anywhere. */
export const encodeDeposit = (call: BridgeCall): Hex =>
  encodeFunctionData({
    abi,
    functionName: "depositV3",
    args: [
      {
        depositor: call.depositor,
        recipient: call.recipient,
        inputToken: call.inputToken,
        outputToken: call.outputToken,
        inputAmount: call.inputAmountBase,
        outputAmount: call.outputAmountBase,
        destinationChainId: call.destinationChainId,
        exclusiveRelayer: call.exclusiveRelayer,
        quoteTimestamp: call.quoteTimestampSec,
        fillDeadline: call.fillDeadlineSec,
        exclusivityDeadline: call.exclusivityDeadlineSec,
        message: encodeAbiParameters(message, [
          {
            opType: call.opType === "transfer" ? 0 : 1,
            navTolerance: call.navToleranceBps,
            sourceNativeAmount: call.sourceNativeAmountBase,
            unwrap: call.shouldUnwrap,
          },
        ]),
      },
    ],
  });
