import type { ChainId } from "../../../schemas/chains.ts";
import { TOOLS } from "../../tables/registry.ts";
import type { Tool } from "../../tools/tool.ts";
import { argsOf } from "./args-of.ts";
import type { FastPathContext } from "./fast-path-context.ts";
import { type Bag, bagOf, inBag } from "./in-bag.ts";
import { isFiller } from "./is-filler.ts";
import { isOld } from "./is-old.ts";
import type { Item } from "./item.ts";
import { type Pattern, pattern } from "./pattern.ts";
import type { ReadCall } from "./read-call.ts";
import { readingOf } from "./reading-of.ts";
import { scan } from "./scan.ts";
import type { Found } from "./slots.ts";
import { textOf } from "./text-of.ts";
import type { Clause } from "./trade-words.ts";
import { spelledOut } from "./word-classes.ts";

/** A call that a tool's own words say, and the items that nothing was read from. */
export type Request = {
  call: ReadCall;
  tool: Tool;
  left: readonly Item[];
  taken: readonly Item[];
  weight: number;
};

/** `needs`: of each of these one has to be in a message. */
type Saying = { tool: Tool; args: Found; needs: readonly (readonly string[])[] } & (
  | { bag: Bag; phrase?: never }
  | { phrase: Pattern; bag?: never }
);

const SAYINGS: readonly Saying[] = TOOLS.flatMap((tool) =>
  (tool.says ?? []).map((said) => {
    const [text, args] = typeof said === "string" ? [said, {}] : said;
    const spelled = spelledOut(text);
    const needs = needsOf(spelled.replace("~", ""));
    return spelled.startsWith("~")
      ? { tool, args, needs, bag: bagOf(spelled.slice(1)) }
      : { tool, args, needs, phrase: pattern(spelled) };
  }),
);

/** The words of a pattern that are in no square brackets, each with what may stand in its place. */
function needsOf(text: string): string[][] {
  const plain = text.replace(/\[[^\]]*\]/g, " ").replace(/\{[^}]*\}[:,]?/g, " ");
  return plain.split(" ").flatMap((token) => (token === "" ? [] : [token.split("|")]));
}

/** Beside what is only looked at, these say nothing. */
const LOOKING: ReadonlySet<string> = new Set(
  `show list view see check display get give tell what is are have has got do does did any all there in vault open active running current currently present latest
  state details detail how much many may can doing going look looking like know find out up info about for our we at the moment still today did everything every ? ! .
  state base token tokens wallet agent's wallet's bot's txs prices trade trading read report overview i'd which already incl including included closed too also please was were been and be then when will it's`.split(
    /\s+/,
  ),
);

/** Between the words of a request they say nothing more. */
const LINKS: ReadonlySet<string> = new Set(
  (
    "to of on for in into from at by with than as be been its it's should must may shall have " +
    "has own our their there"
  ).split(" "),
);

/** "Order 7 should": what it links says it of, and asks nothing. */
function isLink(item: Item, before: Item | undefined, behind: Item | undefined): boolean {
  const word = readingOf(item, "word") ?? "";
  const isOrder =
    readingOf(before, "order") !== undefined || readingOf(before, "trigger") !== undefined;
  return (
    before !== undefined &&
    LINKS.has(word) &&
    ((isOrder && behind !== undefined) || !/^(?:should|must|may|shall)$/.test(word))
  );
}

/**
 * The request that a tool's words account for most of; undefined where there is none, or two that
 * differ.
 */
export function readRequest(items: readonly Item[], context: FastPathContext): Request | undefined {
  let best: Request | undefined;
  let isTwo = false;
  const words = new Set(items.map(textOf));
  const paired = withPairs(items);
  // Who says what is to be done does not want to look.
  const isDoing = DOING.has(
    readingOf(
      items.find((item) => !isFiller(item)),
      "word",
    ) ?? "",
  );
  const costOf = ({ left, tool }: Request) =>
    left.length + (isDoing && tool.effect === "read" ? 2 : 0);
  for (const saying of SAYINGS) {
    if (!saying.needs.every((some) => some.some((word) => words.has(word)))) continue;
    for (const { rest, found } of placesOf(saying, items, paired)) {
      const request = requestOf(saying, items, rest, found, context);
      if (request === undefined) continue;
      if (best === undefined || costOf(request) < costOf(best)) [best, isTwo] = [request, false];
      else if (costOf(request) === costOf(best)) {
        // What asks for more words is meant where all of them stand.
        if (meaningOf(request.call) !== meaningOf(best.call)) {
          if (request.weight > best.weight) [best, isTwo] = [request, false];
          else if (request.weight === best.weight) isTwo = true;
        } else if (request.call.isExact) best = request;
      }
    }
  }
  return isTwo ? undefined : best;
}

const DOING: ReadonlySet<string> = new Set(
  "delegate restrict cancel set enable disable freeze revoke bridge stake".split(" "),
);

const meaningOf = ({ tool, args, chainId }: ReadCall): string =>
  JSON.stringify([tool, chainId, Object.entries(args).sort()]);

/** "Eth/usdc" as one item, for the tools of pools. */
function withPairs(items: readonly Item[]): readonly Item[] {
  const stroke = items.findIndex(
    (item, at) =>
      /^[/-]$/.test(readingOf(item, "mark") ?? "") &&
      [at - 1, at + 1].every((to) => readingOf(items[to], "coin")),
  );
  const [one, other] = [items[stroke - 1], items[stroke + 1]];
  if (stroke < 1 || one === undefined || other === undefined) return items;
  const value = `${readingOf(one, "coin")}/${readingOf(other, "coin")}`;
  const pair: Item = { readings: [{ is: "pair", value }], start: one.start, end: other.end };
  return [...items.slice(0, stroke - 1), pair, ...items.slice(stroke + 2)];
}

/**
 * Where a saying stands in a message, and what is left beside it. Of a bag the words may stand
 * apart, and in any order.
 */
function placesOf(
  { bag, phrase }: Saying,
  items: readonly Item[],
  paired: readonly Item[],
): { rest: readonly Item[]; found: Found }[] {
  if (bag !== undefined)
    return (paired === items ? [items] : [paired, items]).flatMap((all) => {
      const match = inBag(bag, all);
      return match === undefined
        ? []
        : [{ rest: all.filter((item) => !match.taken.has(item)), found: match.found }];
    });
  return items.flatMap((item, at) => {
    const match = phrase.beginsWith(item) ? phrase.match(items, at) : undefined;
    if (match === undefined || match.end === at) return [];
    return [{ rest: [...items.slice(0, at), ...items.slice(match.end)], found: match.found }];
  });
}

function requestOf(
  { tool, args, bag, needs }: Saying,
  items: readonly Item[],
  rest: readonly Item[],
  found: Found,
  context: FastPathContext,
): Request | undefined {
  const { shape } = tool.input;
  // A second chain beside the one that assets go to has to say what it is.
  const places = "destinationChain" in found ? FROM : CHAINS;
  const { said, left } = scan(rest, "dex" in shape ? PLACES : places);
  const place = Object.assign({}, ...said.map((one) => one.found)) as {
    chain?: ChainId;
    dex?: string;
  };
  const isRead = tool.effect === "read";
  const over = left.filter((item) => {
    const word = readingOf(item, "word") ?? readingOf(item, "mark") ?? "";
    return !LINKS.has(word) && !(isRead && LOOKING.has(word)) && !isOld(item, items);
  });
  const first = items.findIndex((item) => !rest.includes(item));
  // "We remove half of position 14" tells of it.
  const isTold = /^(?:we|i)$/.test(readingOf(items[first - 1], "word") ?? "");
  const isNamed =
    /^(?:my|our|a|the)$/.test(readingOf(items[first - 1], "word") ?? "") &&
    NAMED.test(readingOf(items[first], "word") ?? "");
  if (!isRead && isNamed) return undefined;
  if (!isRead && isTold && !WANTING.has(readingOf(items[first], "word") ?? "")) return undefined;
  const made = argsOf(tool, { ...args, ...found }, place, context);
  if (made === undefined) return undefined;
  const isExact = bag === undefined && over.length === 0;
  return {
    tool,
    left: over,
    weight: needs.length,
    taken: items.filter(
      (item, at) => !rest.includes(item) || isLink(item, items[at - 1], items[at + 1]),
    ),
    call: { kind: "call", ...(isExact && { isExact }), tool: tool.name, ...made },
  };
}

/** Behind "my" they name something. */
const NAMED = /^(?:stake|bridge|transfer|pause|freeze|burn|claim|deposit|end)$/;
/** "I want", "I don't": what is wished for. */
const WANTING: ReadonlySet<string> = new Set("want don't made need would".split(" "));

const CHAINS: readonly Clause[] = [
  ["go ahead [and]"],
  ["on|at|chain|network [chain] {chain:chain} [chain|network|mainnet]"],
  ["for|in {place:chain} [chain|network|mainnet]"],
  ["{place:chain} [chain|network|mainnet]"],
];
const FROM = CHAINS.slice(0, -1);
const PLACES: readonly Clause[] = [["[on|via|through|with|using|at|from] {venue:dex}"], ...CHAINS];
