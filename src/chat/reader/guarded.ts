import type { ChainId } from "../../../schemas/chains.ts";
import { chainOf } from "../../chain-of.ts";
import { TOOLS } from "../../tables/registry.ts";
import type { PassReason } from "../fast-path/pass-reason.ts";
import { conditionsOf } from "../grounding/conditions-of.ts";
import { findTurning } from "../grounding/find-turning.ts";
import { ownItems } from "../grounding/own-items.ts";
import { BOUND_WORDS } from "./bound-words.ts";
import { firstWords } from "./first-words.ts";
import type { Item } from "./item.ts";
import type { ReadCall } from "./read-call.ts";
import { readingOf } from "./reading-of.ts";
import { TRADE_WORDS } from "./trade-words.ts";
import { spelledOut } from "./word-classes.ts";

/** More words than these that nothing was read from are no command with a remark. */
const MOST_UNUSED = 3;
/** They lead to something, and are no verbs. */
const LEADING: ReadonlySet<string> = new Set("to by with for via through on out in of as be at go let want be it".split(" "));
/** First words of a request for a change, verbs of trades, and what joins two commands or names another network: left over they are a part of another command, and no remark. */
const MEANING: ReadonlySet<string> = new Set(
  "and then also or but plus no except delegation increase raise loosen all every vault position positions limit limits trigger triggers slice slices shield per up over off for than about between guess depends thank table dozen annum nova zk sepolia testnet goerli zkevm beacon"
    .split(" ")
    .concat(
      [...TRADE_WORDS, ...BOUND_WORDS].flatMap(([text, says = {}]) =>
        ["side", "isCut", "kind"].some((name) => name in says) ? firstWords(text) : [],
      ),
      TOOLS.filter(({ effect }) => effect !== "read").flatMap(({ says = [] }) =>
        says.flatMap((said) => firstWords(spelledOut(typeof said === "string" ? said : said[0]))),
      ),
    )
    .filter((word) => !LEADING.has(word)),
);
const PICTURE = /^\p{Extended_Pictographic}$/u;
/** What belongs to a picture, and shows nothing by itself. */
const INVISIBLE = /^[\u200d\ufe0f]$/;
/** "Could I swap": courtesy, with the question mark at its end. "Some": the amount was said. */
const MAY_I = /^\P{L}*(?:(?:hi|hello|hey)\P{L}+)?(?:can|could|would) i\b|^\P{L}*(?:please )?i would\b|\bsome\b/giu;
const NEGATED = /n['’]t$/;

type Said = { text: string; chainId: ChainId; spans: readonly (readonly [number, number])[] };

/**
 * The call with what is left over of its message, or why that makes it none. `spans`: what it was read from, whose words turn nothing round.
 */
export function guarded(call: ReadCall, left: readonly Item[], { text, chainId, spans }: Said): ReadCall | PassReason {
  const over = left.filter(
    (item) => !/^[,;:.!?()]$/.test(readingOf(item, "mark") ?? "") && !INVISIBLE.test(text.slice(item.start, item.end)),
  );
  const said = over.map((item) => text.slice(item.start, item.end));
  if (over.some((item) => item.readings.some(({ is, value }) => is === "odd" && !PICTURE.test(String(value)))))
    return "characters";
  const isOpen = over.some((item) => item.readings.some(({ is }) => !["word", "odd"].includes(is)));
  const isMeant = over.some((item) => {
    const word = readingOf(item, "word") ?? "";
    return MEANING.has(word) || NEGATED.test(word);
  });
  (globalThis as any).WHY?.push(["over", said, isOpen, isMeant]);
  if (isOpen || isMeant || over.length > MOST_UNUSED) return "words";
  // Of what nothing was read from, with groups of thousands in one.
  const rest = blanked(text, spans, over).replace(/(\d),(?=\d)/g, "$1");
  const isCourtesy = MAY_I.test(text.trim());
  const asked = rest.replace(MAY_I, " ");
  const turned = findTurning(isCourtesy ? asked.replace(/\?\s*$/, "") : asked, ownItems(asked) ?? []);
  (globalThis as any).WHY?.push(["turned", turned, conditionsOf(said.join(" ")), asked]);
  if (turned !== undefined || conditionsOf(said.join(" ")).length > 0) return "words";
  // From a chain to itself.
  const { destinationChain: to, sourceChain: from } = call.args;
  if (to !== undefined && to === (from ?? chainOf(chainId).name)) return "unclear";
  return { ...call, ...(said.length > 0 && { unused: said }) };
}

/** A colon before which only words stand that were read speaks of nobody. */
function blanked(text: string, spans: Said["spans"], over: readonly Item[]): string {
  const colon = text.indexOf(":");
  const isOwn = colon >= 0 && over.every(({ start }) => start > colon);
  let rest = isOwn ? `${text.slice(0, colon)} ${text.slice(colon + 1)}` : text;
  for (const [start, end] of spans) rest = `${rest.slice(0, start)}${" ".repeat(end - start)}${rest.slice(end)}`;
  return rest;
}
