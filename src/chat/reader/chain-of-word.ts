import type { ChainId } from "../../../schemas/chains.ts";
import { VENUE_IDS } from "../../../schemas/venue-ids.ts";
import { parseChain } from "../../chain/parse-chain.ts";

/**
 * The chain that a word names; a word with which a venue's name begins names none ("uni" is Uniswap
 * to a trader), nor does a bare number.
 */
export function chainOfWord(word: string): ChainId | undefined {
  if (word === "" || /^[0-9]/.test(word) || VENUE_IDS.some((venue) => venue.startsWith(word)))
    return undefined;
  const chain = parseChain(word);
  return chain.ok ? chain.value : undefined;
}
