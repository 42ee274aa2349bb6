import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from "viem";
import type { BridgeCall } from "../calldata/bridge-call.ts";

/** The vault's method (docs/facts/across.md 1). */
const abi = parseAbi([
  "struct AcrossParams { address depositor; address recipient; address inputToken; address outputToken; uint256 inputAmount; uint256 outputAmount; uint256 destinationChainId; address exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityDeadline; bytes message; }",
  "function depositV3(AcrossParams params)",
]);
const message = parseAbiParameters(
  "(uint8 opType, uint256 navTolerance, uint256 sourceNativeAmount, bool unwrap)",
);

/** Calldata of a deposit, which is decoded again before use. */
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

type Arrival = Record<"vault" | "handler" | "token", Address> &
  Pick<BridgeCall, "opType" | "shouldUnwrap"> & { amountBase: bigint };

const arrivalAbi = parseAbi([
  "function donate(address token, uint256 amount, (uint8 opType, bool shouldUnwrapNative) params)",
  "function transfer(address to, uint256 amount)",
  "function drainLeftoverTokens(address token, address destination)",
]);
const instructions = parseAbiParameters(
  "((address target, bytes callData, uint256 value)[] calls, address fallbackRecipient)",
);

/** docs/facts/across.md 2. It affects the price of a fill. */
export function arrivalMessage({
  vault,
  handler,
  token,
  amountBase,
  opType,
  shouldUnwrap,
}: Arrival): Hex {
  const donate = (amount: bigint): Hex => {
    const params = { opType: opType === "transfer" ? 0 : 1, shouldUnwrapNative: shouldUnwrap };
    return encodeFunctionData({
      abi: arrivalAbi,
      functionName: "donate",
      args: [token, amount, params],
    });
  };
  const calls = [
    [vault, donate(1n)],
    [
      token,
      encodeFunctionData({ abi: arrivalAbi, functionName: "transfer", args: [vault, amountBase] }),
    ],
    [
      handler,
      encodeFunctionData({
        abi: arrivalAbi,
        functionName: "drainLeftoverTokens",
        args: [token, vault],
      }),
    ],
    [vault, donate(amountBase)],
  ] as const;
  return encodeAbiParameters(instructions, [
    {
      calls: calls.map(([target, callData]) => ({ target, callData, value: 0n })),
      fallbackRecipient: zeroAddress,
    },
  ]);
}
