import type { Address } from "viem";
import { type BridgeCall, bridgeTokens, decodeBridgeCall } from "../calldata/bridge-call.ts";
import { boundedDecode } from "../calldata/decode-abi-strictly.ts";
import { judgeBridgeCall } from "../calldata/judge-bridge-call.ts";
import { tokenTable } from "../chain/addresses.ts";
import { chainOf, knownChain } from "../chain-of.ts";
import { type CallPlaces, callPlaces } from "../kinds/call-places.ts";
import type { ProtocolCode } from "../kinds/protocol.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { checkBridge } from "./check-bridge.ts";

/** It goes to the vault's own address on the other chain. */
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
        call.opType === "sync"
          ? { token: call.inputToken, amountBase: arriving(call, chainId) }
          : undefined,
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

function arriving(
  { inputToken, outputToken, outputAmountBase, destinationChainId }: BridgeCall,
  chainId: number,
): bigint {
  const [input, output] = [
    bridgeTokens.at(chainId, inputToken),
    bridgeTokens.at(Number(destinationChainId), outputToken),
  ];
  return input === undefined || output === undefined
    ? 0n
    : bridgeTokens.rescale(outputAmountBase, output, input);
}

function bridgeWords(call: BridgeCall, places: CallPlaces): { title: string; lines: string[] } {
  const { inputToken, inputAmountBase, outputToken, outputAmountBase, destinationChainId } = call;
  const chainThere = knownChain(Number(destinationChainId));
  const there = chainThere?.name ?? `chain ${destinationChainId}`;
  const amount = callPlaces.amount(places, inputToken, inputAmountBase);
  return {
    title:
      `${call.opType === "transfer" ? "Move" : "Sync"} ${amount} from ` +
      `${chainOf(places.chainId).name} to ${there}`,
    lines: [
      `${arrivalOf(chainThere, outputToken, outputAmountBase)} have to arrive there.`,
      `Goes to ${call.recipient} there.`,
    ],
  };
}

/** The other chain's tokens are not read for a card. */
function arrivalOf(chain: ReturnType<typeof knownChain>, token: Address, base: bigint): string {
  const known = chain && tokenTable(chain.id).find(({ address }) => address === token);
  if (known?.decimals === undefined) return `${base} base units of ${token}`;
  return `${formatUnits(base, known.decimals)} ${known.symbol}`;
}
