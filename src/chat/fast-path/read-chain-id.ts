import type { ChainId } from "../../../schemas/chains.ts";
import type { Cursor } from "./cursor.ts";
import { readChain } from "./read-chain.ts";

/** The chain after "on", for tools without a `chain` argument: nothing where no "on" follows, undefined where it is no chain. */
export function readChainId(cursor: Cursor): { chainId?: ChainId } | undefined {
  if (cursor.word("on") === undefined) return {};
  const chainId = readChain(cursor);
  return chainId === undefined ? undefined : { chainId };
}
