import type { Address } from "viem";
import { CHAINS, type ChainId } from "../../schemas/chains.ts";
import type { BridgeCall } from "../calldata/bridge-call.ts";
import { tokenTable } from "../chain/token-table.ts";
import { formatUnits } from "../lib/format-units.ts";
import { type CallPlaces, callPlaces } from "../pipeline/call-places.ts";

/** What a card says of a deposit, from its own bytes: what leaves, where to, and what has to arrive for whom. */
export function bridgeWords(call: BridgeCall, places: CallPlaces): { title: string; lines: string[] } {
  const { inputToken, inputAmountBase, outputToken, outputAmountBase, destinationChainId } = call;
  // Safe: what is no chain of ours is found in neither table.
  const chainThere = Number(destinationChainId) as ChainId;
  const there = CHAINS[chainThere]?.name ?? `chain ${destinationChainId}`;
  const amount = callPlaces.amount(places, inputToken, inputAmountBase);
  return {
    title: `${call.opType === "transfer" ? "Move" : "Sync"} ${amount} from ${CHAINS[places.chainId].name} to ${there}`,
    lines: [
      `${arrivalOf(chainThere, outputToken, outputAmountBase)} have to arrive there.`,
      `Goes to ${call.recipient} there.`,
    ],
  };
}

/** By the other chain's own table; its tokens are not read for a card. */
function arrivalOf(chainId: ChainId, token: Address, base: bigint): string {
  const known = chainId in CHAINS ? tokenTable(chainId).find(({ address }) => address === token) : undefined;
  if (known?.decimals === undefined) return `${base} base units of ${token}`;
  return `${formatUnits(base, known.decimals)} ${known.symbol}`;
}
