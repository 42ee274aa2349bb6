import type { ChainId } from "../../../schemas/chains.ts";
import { parseChain } from "../../chain/parse-chain.ts";
import type { NotGrounded } from "./not-grounded.ts";

/** Words that turn an order to stop round, or make a question or a report of it, in the languages of most keyboards. */
const TURNS = new Set(
  `not no non nao não ne nie nicht kein keine keinen never without don't dont doesn't didn't won't wont can't cant cannot
  shouldn't isn't aren't unfreeze unfreezes unfroze thaw resume lift undo if unless when until before after how what why
  who where which whether should would could might may did does was were had about explain mean means meaning say
  says said asks asked told tells think thinks suppose pretend imagine instead hypothetically maybe perhaps yesterday
  pas jamais niente jamas nunca mai sin sans ohne jangan tidak bukan neden hayir değil niet geen ikke inte`.split(
    /\s+/,
  ),
);

/**
 * Whether a message orders a freeze. In an emergency people write more than two words, and stopping is what is safe, so
 * unlike with trades unknown words pass: but no word that could turn it round, and no letter outside ASCII.
 */
export function groundFreeze(
  own: string,
  chain: string | undefined,
  chainId: ChainId,
): { reason: NotGrounded; word?: string } | undefined {
  const words = own
    .replaceAll("’", "'")
    .toLowerCase()
    .split(/[^\p{L}\p{N}'_]+/u)
    .filter((word) => word !== "");
  if (own.includes("?")) return { reason: "question" };
  const strange = words.find((word) => TURNS.has(word) || /[^\x20-\x7e]/.test(word));
  if (strange !== undefined) return { reason: "unknown_word", word: strange };
  // What was cut out between words might have turned them round.
  if (own.includes("\ufffc")) return { reason: "unreadable" };
  const follows = (first: string, second: string) =>
    words.some((word, at) => word === first && words[at + 1] === second);
  if (!words.includes("freeze") && !follows("stop", "everything") && !follows("emergency", "stop"))
    return { reason: "other_tool" };
  if (chain === undefined) return undefined;
  const wanted = parseChain(chain);
  const isNamed = (word: string) => {
    const named = parseChain(word);
    return named.ok && wanted.ok && named.value === wanted.value;
  };
  return wanted.ok && (wanted.value === chainId || words.some(isNamed)) ? undefined : { reason: "chain" };
}
