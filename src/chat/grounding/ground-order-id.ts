import type { ChainId } from "../../../schemas/chains.ts";
import { parseChain } from "../../chain/parse-chain.ts";
import { chainOf } from "../../chain-of.ts";
import { isTold } from "./is-told.ts";
import type { NotGrounded } from "./not-grounded.ts";
import type { WordItem } from "./word-item.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const ALL = words("all every everything");
const FILLERS = words(
  "please pls plz hi hey hello ok okay yes now the my our a an of i we i'd want like need to wanna let let's go ahead and just immediately twap dca order orders strategy strategies active open running number no. id vault vault's chain network thanks",
);

const PARTS = words("slice slices");

/** Behind a number they make a quantity of it: "cancel 3 of my orders" is not order 3. */
const COUNTED = words("of the my our a an twap dca order orders strategy strategies active open running");

/**
 * Whether a sentence names this one order, and by one of these verbs what to do with it: "cancel order 3". Id 0 is "all", in letters. These tools act on the
 * request's chain, so another one may not be named.
 */
export function groundOrderId(
  { verbs, noun, also = "" }: { verbs: readonly string[]; noun?: string; also?: string },
  id: number,
  items: readonly WordItem[],
  chainId: ChainId,
): { reason: NotGrounded; word?: string } | undefined {
  const ids: string[] = [];
  const known = new Set([...(noun ?? "").split(" "), ...also.split(" ")]);
  let [isAsked, isAll, isPolite] = [false, false, false];
  for (const [at, item] of items.entries()) {
    if (item.kind === "break") continue;
    if (item.kind === "ask") {
      if (!isPolite) return { reason: "question" };
    } else if (item.kind === "number") {
      // Nor is "slice 3" one, or "3 slices".
      if (COUNTED.has(textAt(items, at + 1) ?? "") || PARTS.has(textAt(items, at - 1) ?? ""))
        return { reason: "order_id" };
      ids.push(item.value);
    } else {
      const word = item.text;
      const before = textAt(items, at - 1);
      const isCourtesy = (word === "can" || word === "could") && textAt(items, at + 1) === "you";
      const isOwnChain = before === "on" && isChain(word, chainId);
      if (isCourtesy) isPolite = true;
      else if (verbs.includes(word) && !isTold(items, at)) isAsked = true;
      else if (ALL.has(word)) isAll = true;
      else if (before === "on" && !isOwnChain && parseChain(word).ok) return { reason: "chain", word };
      else if (!FILLERS.has(word) && !known.has(word) && !isOwnChain && !isPhrase(word, before, textAt(items, at + 1)))
        return { reason: "unknown_word", word };
    }
  }
  const isOf = noun === undefined || items.some((_, at) => noun.split(" ").includes(textAt(items, at) ?? " "));
  if (!isAsked || !isOf) return { reason: "other_tool" };
  const isNamed = id === 0 ? isAll && ids.length === 0 : !isAll && ids.length === 1 && ids[0] === String(id);
  return isNamed ? undefined : { reason: "order_id" };
}

const textAt = (items: readonly WordItem[], at: number): string | undefined => {
  const item = items[at];
  return item?.kind === "word" ? item.text : undefined;
};

const isChain = (word: string, chainId: ChainId): boolean => {
  const chain = parseChain(word);
  return word === chainOf(chainId).name || (chain.ok && chain.value === chainId);
};

/** Words that stand only beside another: "can you", "thank you", "would like", "on base". */
const isPhrase = (word: string, before: string | undefined, after: string | undefined): boolean =>
  (word === "you" && (before === "can" || before === "could" || before === "thank")) ||
  (word === "thank" && after === "you") ||
  (word === "would" && after === "like") ||
  (word === "on" && after !== undefined);
