import type { ChainId } from "../../../schemas/chains.ts";
import { VENUE_IDS } from "../../../schemas/venue-ids.ts";
import { parseChain } from "../../chain/parse-chain.ts";
import { refuse, type Verdict } from "../../lib/verdict.ts";
import type { Cursor } from "./cursor.ts";

/** A chain by name, "base", "base chain", "chain base", or by id after the word "chain": a bare number is an amount. */
export function readChain(cursor: Cursor): ChainId | undefined {
  if (cursor.word("chain") !== undefined) {
    cursor.word("id");
    const id = cursor.number();
    if (id === undefined) return cursor.parsed(parseName);
    const chain = parseChain(id);
    return chain.ok ? chain.value : undefined;
  }
  const chain = cursor.parsed(parseName);
  if (chain !== undefined) cursor.word("chain", "network");
  return chain;
}

/** "uni" is an alias of Unichain, and what people call Uniswap: a word with which a venue's name begins names no chain. */
function parseName(text: string): Verdict<ChainId> {
  const word = text.toLowerCase();
  return VENUE_IDS.some((venue) => venue.startsWith(word))
    ? refuse("chain_not_supported", "This may be a venue.")
    : parseChain(text);
}
