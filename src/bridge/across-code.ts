import { boundedDecode } from "../calldata/bounded-decode.ts";
import type { BridgeCall } from "../calldata/bridge-call.ts";
import { bridgeTokens } from "../calldata/bridge-tokens.ts";
import { decodeBridgeCall } from "../calldata/decode-bridge-call.ts";
import { judgeBridgeCall } from "../calldata/judge-bridge-call.ts";
import type { ProtocolCode } from "../kinds/protocol.ts";
import { lowerHex } from "../lib/lower-hex.ts";
import { bridgeWords } from "./bridge-words.ts";
import { checkBridge } from "./check-bridge.ts";

/** What holds for a deposit: what leaves goes to the vault's own address on the other chain, which the adapter sees to as well. */
export const acrossCode: ProtocolCode<BridgeCall> = {
  decode: boundedDecode(decodeBridgeCall),
  rules: {
    bridge: {
      movesAssets: true,
      recipients: ({ depositor, recipient }) => [depositor, recipient],
      limited: ({ inputToken, inputAmountBase }) => ({
        venue: "across",
        gives: [{ token: inputToken, amountBase: inputAmountBase }],
        buys: [],
      }),
      deadlineSec: ({ fillDeadlineSec }) => BigInt(fillDeadlineSec),
      priced: ({ inputToken }) => [inputToken],
      moves: (call, { chainId }) =>
        call.opType === "sync" ? { token: call.inputToken, amountBase: arriving(call, chainId) } : undefined,
      refusal: (call, { deps, chainId, vault }) => {
        const { wrappedNative } = deps.chain(chainId).addresses;
        const judged = judgeBridgeCall(call, { vault: lowerHex(vault), chainId, wrappedNative });
        return judged.ok ? undefined : judged;
      },
      check: checkBridge,
      words: bridgeWords,
    },
  },
};

/** What is to arrive, in base units of the token that leaves. */
function arriving(
  { inputToken, outputToken, outputAmountBase, destinationChainId }: BridgeCall,
  chainId: number,
): bigint {
  const [input, output] = [
    bridgeTokens.at(chainId, inputToken),
    bridgeTokens.at(Number(destinationChainId), outputToken),
  ];
  return input === undefined || output === undefined ? 0n : bridgeTokens.rescale(outputAmountBase, output, input);
}
