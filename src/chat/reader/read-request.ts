import type { ChainId } from "../../../schemas/chains.ts";
import { chainOf } from "../../chain-of.ts";
import { TOOLS } from "../../tables/registry.ts";
import type { Tool } from "../../tools/tool.ts";
import { inBag } from "./in-bag.ts";
import type { Item } from "./item.ts";
import { pattern } from "./pattern.ts";
import type { ReadCall } from "./read-call.ts";
import { readingOf } from "./reading-of.ts";
import { scan } from "./scan.ts";
import type { Found } from "./slots.ts";

/** A call that a tool's own words say, and the items that nothing was read from. */
export type Request = { call: ReadCall; tool: Tool; left: readonly Item[]; taken: readonly Item[] };

type Saying = { tool: Tool; text: string; args: Found };

const SAYINGS: readonly Saying[] = TOOLS.flatMap((tool) =>
  (tool.says ?? []).map((said) => {
    const [text, args] = typeof said === "string" ? [said, {}] : said;
    return { tool, text, args };
  }),
);

/** Beside what is only looked at, these say nothing. */
const LOOKING: ReadonlySet<string> = new Set(
  `show list view see check display get give tell what is are have has got do does did any all there in vault open active running current currently
  status state details detail how much many may can doing going look looking like know find out up info about for our we at the moment still today did everything ? ! .`.split(
    /\s+/,
  ),
);

/** Between the words of a request they say nothing more. */
const LINKS: ReadonlySet<string> = new Set("to of on for in into from at by with than".split(" "));

/** The request that a tool's words account for most of; undefined where there is none, or two that differ. */
export function readRequest(items: readonly Item[]): Request | undefined {
  let best: Request | undefined;
  let isTwo = false;
  for (const saying of SAYINGS)
    for (const { rest, found } of placesOf(saying.text, items)) {
      const request = requestOf(saying, items, rest, found);
      // What looks answers only what asks for nothing else, and a phrase is the whole message or none.
      const isWhole = request.tool.effect === "read" || !saying.text.startsWith("~");
      if (isWhole && request.left.length > 0) continue;
      if (best === undefined || request.left.length < best.left.length) [best, isTwo] = [request, false];
      else if (request.left.length === best.left.length) {
        if (meaningOf(request.call) !== meaningOf(best.call)) isTwo = true;
        else if (request.call.isExact) best = request;
      }
    }
  return isTwo ? undefined : best;
}

const meaningOf = ({ tool, args, chainId }: ReadCall): string =>
  JSON.stringify([tool, chainId, Object.entries(args).sort()]);

/** Where a saying stands in a message, and what is left beside it. "~" before it: its words may stand apart, and in any order. */
function placesOf(text: string, items: readonly Item[]): { rest: readonly Item[]; found: Found }[] {
  if (text.startsWith("~")) {
    const bag = inBag(text.slice(1), items);
    return bag === undefined ? [] : [{ rest: items.filter((item) => !bag.taken.has(item)), found: bag.found }];
  }
  const made = pattern(text);
  return items.flatMap((item, at) => {
    const match = made.beginsWith(item) ? made.match(items, at) : undefined;
    if (match === undefined || match.end === at) return [];
    return [{ rest: [...items.slice(0, at), ...items.slice(match.end)], found: match.found }];
  });
}

function requestOf({ tool, text, args }: Saying, items: readonly Item[], rest: readonly Item[], found: Found): Request {
  const { shape } = tool.input;
  const { said, left } = scan(
    rest,
    PLACES.filter((place) => place !== VENUE_PLACE || "dex" in shape),
  );
  const { chain, dex } = Object.assign({}, ...said.map((one) => one.found)) as { chain?: ChainId; dex?: string };
  const isRead = tool.effect === "read";
  const isOver = (item: Item) => {
    const word = readingOf(item, "word") ?? readingOf(item, "mark") ?? "";
    return !LINKS.has(word) && !(isRead && LOOKING.has(word));
  };
  const own = Object.fromEntries(Object.entries(found).filter(([name]) => name in shape));
  const all: Record<string, unknown> = { ...args, ...own, ...(dex !== undefined && { dex }) };
  for (const name of ["chain", "sourceChain", "destinationChain"])
    if (typeof all[name] === "number") all[name] = chainOf(all[name] as ChainId).name;
  const takesChain = "chain" in shape;
  return {
    tool,
    left: left.filter(isOver),
    taken: items.filter((item) => !rest.includes(item)),
    call: {
      kind: "call",
      ...(!text.startsWith("~") && left.filter(isOver).length === 0 && { isExact: true as const }),
      tool: tool.name,
      args: { ...all, ...(chain !== undefined && takesChain && { chain: chainOf(chain).name }) },
      ...(chain !== undefined && !takesChain && { chainId: chain }),
    },
  };
}

const VENUE_PLACE = ["[on|via|through|with|using|at|from] {venue:dex}"] as const;
const PLACES = [
  VENUE_PLACE,
  ["go ahead [and]"] as const,
  ["on|for|at [the] {chain:chain} [chain|network|mainnet]"] as const,
];
