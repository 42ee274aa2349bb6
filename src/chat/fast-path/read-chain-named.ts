import { chainOf } from "../../chain-of.ts";
import type { Cursor } from "./cursor.ts";
import { readChain } from "./read-chain.ts";

/** The chain's name after "on" as a tool's `chain` argument, nothing where no "on" follows, undefined where it is no chain. */
export function readChainNamed(cursor: Cursor): { chain?: string } | undefined {
  if (cursor.word("on") === undefined) return {};
  const chainId = readChain(cursor);
  return chainId === undefined ? undefined : { chain: chainOf(chainId).name };
}
