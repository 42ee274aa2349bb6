import type { Address } from "viem";
import type { BridgeCall } from "../calldata/bridge-call.ts";
import { tokenTable } from "../chain/token-table.ts";
import { chainOf, knownChain } from "../chain-of.ts";
import { type CallPlaces, callPlaces } from "../kinds/call-places.ts";
import { formatUnits } from "../lib/format-units.ts";

/** What a card says of a deposit, from its own bytes: what leaves, where to, and what has to arrive for whom. */
export function bridgeWords(call: BridgeCall, places: CallPlaces): { title: string; lines: string[] } {
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
