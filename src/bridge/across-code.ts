import { type Address, zeroAddress } from "viem";
import {
  BRIDGE_LIMITS,
  type BridgeCall,
  type BridgeToken,
  bridgeTokens,
  decodeBridgeCall,
} from "../calldata/bridge-call.ts";
import { boundedDecode } from "../calldata/decode-abi-strictly.ts";
import { tokenTable } from "../chain/addresses.ts";
import { chainOf, knownChain } from "../chain-of.ts";
import { type CallPlaces, callPlaces } from "../kinds/call-places.ts";
import type { ProtocolCode } from "../kinds/protocol.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { checkBridge } from "./check-bridge.ts";

/** What leaves goes to the vault's own address on the other chain, which the adapter sees to as well. */
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

/** In base units of the token that leaves. */
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

/** From the deposit's own bytes: what leaves, where to, and what has to arrive for whom. */
function bridgeWords(call: BridgeCall, places: CallPlaces): { title: string; lines: string[] } {
  const { inputToken, inputAmountBase, outputToken, outputAmountBase, destinationChainId } = call;
  const chainThere = knownChain(Number(destinationChainId));
  const there = chainThere?.name ?? `chain ${destinationChainId}`;
  const amount = callPlaces.amount(places, inputToken, inputAmountBase);
  return {
    title: `${call.opType === "transfer" ? "Move" : "Sync"} ${amount} from ${chainOf(places.chainId).name} to ${there}`,
    lines: [
      `${arrivalOf(chainThere, outputToken, outputAmountBase)} have to arrive there.`,
      `Goes to ${call.recipient} there.`,
    ],
  };
}

/** By the other chain's own table; its tokens are not read for a card. */
function arrivalOf(chain: ReturnType<typeof knownChain>, token: Address, base: bigint): string {
  const known = chain && tokenTable(chain.id).find(({ address }) => address === token);
  if (known?.decimals === undefined) return `${base} base units of ${token}`;
  return `${formatUnits(base, known.decimals)} ${known.symbol}`;
}

/** The vault it goes to, the chain it leaves, and that chain's wrapped native token. */
type Around = { vault: Address; chainId: number; wrappedNative: Address };

const { whole: BPS, maxFee: MAX_FEE_BPS } = BRIDGE_LIMITS;

/**
 * Whatever was asked for: go to anyone but the vault, arrive as another token, cost more than 2%, favour a relayer, or pay the coin in part.
 * Refuses with calldata_rejected, and names what is wrong.
 */
export function judgeBridgeCall(call: BridgeCall, { vault, chainId, wrappedNative }: Around): Verdict {
  const input = bridgeTokens.at(chainId, call.inputToken);
  const output = bridgeTokens.at(Number(call.destinationChainId), call.outputToken);
  const wrong = [
    call.depositor !== vault && "the depositor is not the vault",
    call.recipient !== vault && "the recipient is not the vault",
    call.destinationChainId === BigInt(chainId) && "source and destination are the same chain",
    (input === undefined || output === undefined || input.symbol !== output.symbol) &&
      "the token that arrives is not the one that leaves",
    input !== undefined && output !== undefined && feeProblem(call, input, output),
    (call.exclusiveRelayer !== zeroAddress || call.exclusivityDeadlineSec !== 0) && "a relayer is favoured",
    call.navToleranceBps > BPS && "the tolerance is over 100%",
    call.sourceNativeAmountBase !== 0n &&
      (call.sourceNativeAmountBase !== call.inputAmountBase || call.inputToken !== wrappedNative) &&
      "the native coin is not what leaves",
  ].find((problem) => typeof problem === "string");
  if (wrong === undefined) return allow(undefined);
  return refuse("calldata_rejected", `The call was refused: ${wrong}. Nothing was built.`, { reason: wrong });
}

function feeProblem(call: BridgeCall, input: BridgeToken, output: BridgeToken): string | false {
  const arrives = bridgeTokens.rescale(call.outputAmountBase, output, input);
  if (call.inputAmountBase === 0n) return "nothing leaves";
  if (arrives > call.inputAmountBase) return "more arrives than leaves";
  return arrives * BPS < call.inputAmountBase * (BPS - MAX_FEE_BPS) && "less than 98% of what leaves arrives";
}
