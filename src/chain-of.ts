import { type ChainId, EVERY_CHAIN_ID } from "../schemas/chains.ts";
import type { Chain } from "./chains/chain.ts";

let table: Readonly<Record<number, Chain>> = {};

/** Called once, before any chain is asked for (create-worker.ts). */
export const fillChains = (chains: Readonly<Record<number, Chain>>): void => {
  table = chains;
};

/**
 * The chain's facts, for code without `deps`.
 * @throws Error for an id that is not in the table, which no parsed id is
 */
export function chainOf(id: ChainId): Chain {
  const chain = knownChain(id);
  if (chain === undefined) throw new Error(`chain ${id} is not in the table of chains`);
  return chain;
}

/** For an id that was not parsed: calldata names any chain. */
export const knownChain = (id: number): Chain | undefined =>
  Object.hasOwn(table, id) ? table[id] : undefined;

/** All chains in the order of the closed list. */
export const knownChains = (): readonly Chain[] => EVERY_CHAIN_ID.map(chainOf);
