import { type Address, zeroAddress } from "viem";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { BRIDGE_LIMITS, type BridgeCall, type BridgeToken, bridgeTokens } from "./bridge-call.ts";

const { whole: BPS, maxFee: MAX_FEE_BPS } = BRIDGE_LIMITS;

type Around = { vault: Address; chainId: number; wrappedNative: Address };

/**
 * Refuses, with calldata_rejected, deposits to strangers, of another token, with a fee over 2%, for
 * a favoured relayer, or partly in coin.
 */
export function judgeBridgeCall(
  call: BridgeCall,
  { vault, chainId, wrappedNative }: Around,
): Verdict {
  const input = bridgeTokens.at(chainId, call.inputToken);
  const output = bridgeTokens.at(Number(call.destinationChainId), call.outputToken);
  const wrong = [
    call.depositor !== vault && "the depositor is not the vault",
    call.recipient !== vault && "the recipient is not the vault",
    call.destinationChainId === BigInt(chainId) && "source and destination are the same chain",
    (input === undefined || output === undefined || input.symbol !== output.symbol) &&
      "the token that arrives is not the one that leaves",
    input !== undefined && output !== undefined && feeProblem(call, input, output),
    (call.exclusiveRelayer !== zeroAddress || call.exclusivityDeadlineSec !== 0) &&
      "a relayer is favoured",
    call.navToleranceBps > BPS && "the tolerance is over 100%",
    call.sourceNativeAmountBase !== 0n &&
      (call.sourceNativeAmountBase !== call.inputAmountBase || call.inputToken !== wrappedNative) &&
      "the native coin is not what leaves",
  ].find((problem) => typeof problem === "string");
  if (wrong === undefined) return allow(undefined);
  return refuse("calldata_rejected", `The call was refused: ${wrong}. Nothing was built.`, {
    reason: wrong,
  });
}

function feeProblem(call: BridgeCall, input: BridgeToken, output: BridgeToken): string | false {
  const arrives = bridgeTokens.rescale(call.outputAmountBase, output, input);
  if (call.inputAmountBase === 0n) return "nothing leaves";
  if (arrives > call.inputAmountBase) return "more arrives than leaves";
  return (
    arrives * BPS < call.inputAmountBase * (BPS - MAX_FEE_BPS) &&
    "less than 98% of what leaves arrives"
  );
}
