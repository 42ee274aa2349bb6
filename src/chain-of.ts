import { type ChainId, EVERY_CHAIN_ID } from "../schemas/chains.ts";
import type { Chain } from "./chains/chain.ts";

let table: Readonly<Record<number, Chain>> = {};

/** Once and before anything is asked of one (create-worker.ts). */
export const fillChains = (chains: Readonly<Record<number, Chain>>): void => {
  table = chains;
};

/**
 * For texts, and judgements over amounts alone.
 * @throws Error for an id that is not in the table, which no parsed id is
 */
export function chainOf(id: ChainId): Chain {
  const chain = knownChain(id);
  if (chain === undefined) throw new Error(`chain ${id} is not in the table of chains`);
  return chain;
}

/** Of an id that was not parsed: calldata names any chain. */
export const knownChain = (id: number): Chain | undefined => (Object.hasOwn(table, id) ? table[id] : undefined);

/** All of them, in the order of the closed list. */
export const knownChains = (): readonly Chain[] => EVERY_CHAIN_ID.map(chainOf);
