import type { ChainId } from "../../../schemas/chains.ts";
import { parseChain } from "../../chain/parse-chain.ts";
import { QUOTE_MARK } from "../quote-mark.ts";
import type { NotGrounded } from "./not-grounded.ts";

/** Words that turn an order to stop round, or make a question or a report of it, in the languages of most keyboards. */
const TURNS = new Set(
  `not no non nao não ne nie nicht kein keine keinen never without don't dont doesn't didn't won't wont can't cant cannot
  shouldn't isn't aren't unfreeze unfreezes unfroze thaw resume lift undo if unless when until before after how what why
  who where which whether should would could might may did does was were had about explain mean means meaning say
  says said asks asked told tells think thinks suppose pretend imagine instead hypothetically maybe perhaps yesterday
  soon case event provided assuming assume whenever later tomorrow tonight below above under falls drops reaches hits
  minute minutes hour hours day days week weeks wrote write writes written types typed type shouts shouted once
  pas jamais niente jamas nunca mai sin sans ohne jangan tidak bukan neden hayir değil niet geen ikke inte`.split(
    /\s+/,
  ),
);

/** "Can you freeze the vault?" is no question. */
const POLITE = /^[^?]*\bcan you freeze\b[^?]*\?\s*$/;

/** "At once" sets no condition; "once it falls" does. */
const AT_ONCE = /\bat once\b/g;

/** What a clause that orders a freeze consists of. */
const CLAUSE = new Set(
  `freeze stop everything emergency please pls plz now immediately right away asap quickly just hey hi help the my
  our this vault vault's all automation automated trading orders of on and can you i want need to`.split(/\s+/),
);

/**
 * Whether a message orders a freeze. In an emergency people write more than two words, so unlike with trades other clauses
 * may stand beside the one that orders: but no question, no word that could turn it round, and no letter outside ASCII.
 */
export function groundFreeze(
  own: string,
  chain: string | undefined,
  chainId: ChainId,
): { reason: NotGrounded; word?: string } | undefined {
  const text = own.replaceAll("’", "'").toLowerCase().replace(AT_ONCE, "now");
  // What was cut out between words might have turned them round.
  if (text.includes(QUOTE_MARK)) return { reason: "unreadable" };
  if (text.includes("?") && !POLITE.test(text)) return { reason: "question" };
  const strange = text.split(/[^\p{L}\p{N}'_]+/u).find((word) => TURNS.has(word) || /[^\x20-\x7e]/.test(word));
  if (strange !== undefined) return { reason: "unknown_word", word: strange };
  // A colon parts no clauses: a speaker's name may stand before it ("Bob: freeze the vault").
  const clauses = text.split(/[.,;!?\n]/).map((clause) => clause.split(/[\s:]+/).filter((word) => word !== ""));
  if (!clauses.some(orders)) return { reason: "other_tool" };
  if (chain === undefined) return undefined;
  const wanted = parseChain(chain);
  if (!wanted.ok) return { reason: "chain" };
  const isNamed = clauses.some((words) =>
    words.some((word, at) => words[at - 1] === "on" && chainOf(word) === wanted.value),
  );
  return wanted.value === chainId || isNamed ? undefined : { reason: "chain" };
}

function orders(words: readonly string[]): boolean {
  const isKnown = words.every(
    (word, at) => CLAUSE.has(word) || (words[at - 1] === "on" && chainOf(word) !== undefined),
  );
  const follows = (first: string, second: string) =>
    words.some((word, at) => word === first && words[at + 1] === second);
  return isKnown && (words.includes("freeze") || follows("stop", "everything") || follows("emergency", "stop"));
}

function chainOf(word: string): ChainId | undefined {
  const chain = parseChain(word);
  return chain.ok ? chain.value : undefined;
}
