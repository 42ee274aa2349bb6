import type { ChainId } from "../../schemas/chains.ts";
import { knownChains } from "../chain-of.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

/**
 * A chain by name, alias or id, in any case. Refuses with chain_not_supported. A chain for
 * protocols alone needs `withVenues`.
 */
export function parseChain(text: string, { withVenues = false } = {}): Verdict<ChainId> {
  const named = knownChains().filter(({ named }) => withVenues || named === "by callers");
  const wanted = text.trim().toLowerCase();
  const found = named.find(
    ({ id, name, aliases }) => String(id) === wanted || name === wanted || aliases.includes(wanted),
  );
  if (found !== undefined) return allow(found.id);
  const names = named.map(({ id, name }) => `${name} (${id})`).join(", ");
  return refuse("chain_not_supported", `Unknown chain. Use one of: ${names}.`);
}
