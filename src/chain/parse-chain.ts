import { CHAIN_IDS, CHAINS, type ChainId, EVERY_CHAIN_ID } from "../../schemas/chains.ts";
import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";

/** Other words people use for the seven chains. */
const ALIASES: Record<string, ChainId> = {
  eth: 1,
  mainnet: 1,
  arb: 42161,
  op: 10,
  matic: 137,
  bnb: 56,
  binance: 56,
  uni: 130,
};

/**
 * A chain by short name, common alias or numeric id, in any case. Refuses with chain_not_supported: nothing is guessed. The chain of
 * a venue is one only with `withVenues`: what trades has no business there.
 */
export function parseChain(text: string, { withVenues = false } = {}): Verdict<ChainId> {
  const known: readonly ChainId[] = withVenues ? EVERY_CHAIN_ID : CHAIN_IDS;
  const wanted = text.trim().toLowerCase();
  const found =
    known.find((id) => String(id) === wanted || CHAINS[id].name === wanted) ??
    (Object.hasOwn(ALIASES, wanted) ? ALIASES[wanted] : undefined);
  if (found !== undefined) return allow(found);
  const names = known.map((id) => `${CHAINS[id].name} (${id})`).join(", ");
  return refuse("chain_not_supported", `Unknown chain. Use one of: ${names}.`);
}
