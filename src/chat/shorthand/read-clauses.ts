import { parseVenue } from "../../venues/parse-venue.ts";
import type { PassReason } from "../fast-path/pass-reason.ts";
import { chainOfWord } from "./chain-of-word.ts";
import type { TradeLine } from "./trade-line.ts";
import { TRADE_PATTERN } from "./trade-pattern.ts";

const { token: TOKEN, amount: AMOUNT } = TRADE_PATTERN;
const SLICES = "(?:equal )?(?:slices?|clips?|parts?|tranches?|pieces?|chunks?|portions?)";

type Part = Partial<TradeLine>;
type Clause = (found: Record<string, string | undefined>, trade: TradeLine) => Part | PassReason;

/** What may follow a trade's beginning, in any order and each once. `unit` is the token whose amount was said. */
function clausesFor(unit: string): readonly (readonly [string, Clause])[] {
  const OF_UNIT = `(?: ${unit})?`;
  return [
    [`(?:split )?(?:in(?:to)? )?(?<count>[0-9]+) ${SLICES} of (?<size>${AMOUNT})${OF_UNIT}(?: each)?`, counted],
    [`(?:split )?(?:in(?:to)? )?(?<count>[0-9]+) ${SLICES}`, counted],
    [`(?:split )?(?:in(?:to)? )?${SLICES} of (?<size>${AMOUNT})${OF_UNIT}`, ({ size = "" }) => ({ sliceAmount: size })],
    [`in (?<size>${AMOUNT}) ${unit} ${SLICES}`, ({ size = "" }) => ({ sliceAmount: size })],
    [`(?<size>${AMOUNT})${OF_UNIT} at a time`, ({ size = "" }) => ({ sliceAmount: size })],
    [`(?<count>[0-9]+) ?x (?:every )?~(?<minutes>[0-9]+)`, paced],
    [`(?<size>${AMOUNT})(?<unit> ${unit})? every ~(?<minutes>[0-9]+)`, sized],
    ["every ~(?<minutes>[0-9]+)", ({ minutes }) => ({ intervalMinutes: Number(minutes) })],
    ["over ~(?<minutes>[0-9]+)", ({ minutes }) => ({ durationMinutes: Number(minutes) })],
    ["(?:~(?<minutes>[0-9]+)|(?<em>[0-9]+)m)", bareTime],
    [
      "in (?<count>[0-9]+)",
      ({ count = "" }, { durationMinutes }) => (durationMinutes === undefined ? "words" : { sliceCount: count }),
    ],
    ["automatically", () => ({ isAutomatic: true })],
    ["(?:on|via|through|with|using) (?<place>[a-z0-9_]+)(?: chain)?", placed],
    [`(?:for|to|into|with|using) (?<counter>${TOKEN})`, ({ counter = "" }) => ({ counter })],
  ];
}

const counted: Clause = ({ count = "", size }, trade) => ({
  sliceCount: count,
  ...(size !== undefined && { sliceAmount: size }),
  ...(trade.intervalMinutes !== undefined && trade.durationMinutes === undefined && { isPaceFirst: true }),
});

const paced: Clause = ({ count = "", minutes }) => ({ sliceCount: count, intervalMinutes: Number(minutes) });

const sized: Clause = ({ size = "", unit, minutes }) => ({
  sliceAmount: size,
  intervalMinutes: Number(minutes),
  ...(size === "1" && unit === undefined && { isOneSlice: true }),
});

/** A time alone is the pace, where slices were counted before it. */
const bareTime: Clause = ({ minutes, em }, { sliceCount, sliceAmount }) =>
  (sliceCount ?? sliceAmount) === undefined ? "words" : { intervalMinutes: Number(minutes ?? em) };

const placed: Clause = ({ place = "" }) => {
  const venue = parseVenue(place);
  if (venue.ok) return { venue: venue.value };
  const chainId = chainOfWord(place);
  return chainId === undefined ? "words" : { chainId };
};

/** A trade with all its clauses, or why the line is none to its last word. What is said twice is unclear. */
export function readClauses(opening: TradeLine, line: string): TradeLine | PassReason {
  const clauses = clausesFor(opening.token).map(
    ([pattern, read]) => [new RegExp(`^(?: ,)?(?: and)? (?:${pattern})(?= |$)`), read] as const,
  );
  let trade = opening;
  let rest = line;
  while (rest !== "") {
    const next = nextPart(clauses, rest, trade);
    if (typeof next === "string") return next;
    // A count of slices may come with "one every hour": the figure is then of slices, not of tokens.
    const isSaidTwice = Object.keys(next.part).some(
      (name) => name in trade && !(name === "sliceAmount" && next.part.isOneSlice),
    );
    if (isSaidTwice) return "unclear";
    trade = { ...trade, ...next.part };
    rest = rest.slice(next.length);
  }
  return trade;
}

function nextPart(
  clauses: readonly (readonly [RegExp, Clause])[],
  rest: string,
  trade: TradeLine,
): { part: Part; length: number } | PassReason {
  for (const [pattern, read] of clauses) {
    const found = pattern.exec(rest);
    if (found === null) continue;
    const part = read(found.groups ?? {}, trade);
    if (typeof part !== "string") return { part, length: found[0].length };
  }
  return "words";
}
