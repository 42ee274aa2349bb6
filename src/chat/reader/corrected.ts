import type { Item } from "./item.ts";
import { lex, SLICES } from "./lex.ts";
import { readingOf } from "./reading-of.ts";

/** A slip that is put right: "1 no wait 2", "... sorry I meant". Not "no more", "order no 7". */
const SLIP =
  /(?:\s*(?:[,;.…]+|[–—-]+(?=\s))\s*|\s)(?:(?:(?:oh|hm+|um+|er+|ah|ops|oops|(?<!(?:order|twap|trigger|sync|position|number|id) )no|nah|nope|sorry|actually|wait|rather|correction|typo|scratch that|strike that|my bad|i mean(?:t)?|make (?:it|that)|not [a-z0-9.]+(?=,))\b[,:.!…]*\s*)+)(?!more|less|later|higher|lower|need|rush|limit|longer|fees?|slippage|than|one)(?=\S)|\s*(?:\.{2,}|…)\s*/gi;
const VERB =
  /^(?:sell|buy|swap|wrap|unwrap|convert|cancel|pause|resume|skip|dump|exchange|short|long)$/;
const LEADS = /^(?:to|for|into|with|on|in|at|every|use)$/;
const KINDS = [
  "order",
  "every",
  "minutes",
  "percent",
  "fraction",
  "dollars",
  "times",
  "number",
  "coin",
] as const;

/**
 * A message with its later words in the place of those that they put right, each way in which that
 * may be; none where nothing is. `struck`: what does not count any more.
 * @example corrected("sell 1 no wait 2 eth", coins) // the first is "sell 2 eth"
 */
export function corrected(
  text: string,
  coins: ReadonlySet<string>,
  depth = 2,
): { text: string; struck: string }[] {
  const slips = [...text.matchAll(SLIP)].filter(({ index }) =>
    /[a-z0-9]/i.test(text.slice(0, index)),
  );
  const [slip] = slips;
  if (slip === undefined || slips.length > 2) return [];
  const head = text.slice(0, slip.index);
  const tail = text
    .slice(slip.index + slip[0].length)
    .replace(/\s+is better, use that$|,? not \w+[.!]*$/i, "");
  const [items, later] = [lex(head, coins), lex(tail, coins)];
  const at = later.findIndex((item) => !LEADS.test(readingOf(item, "word") ?? ""));
  const kind = kindOf(later[at]);
  if (kind === undefined) return [];
  const placeOf = (unit: (item: Item | undefined) => string) =>
    items.findLastIndex(
      (item, index) =>
        kindOf(item) === kind &&
        unit(items[index + 1]) === unit(later[at + 1]) &&
        // "For dai" is in no other token's place than that of the one that was bought.
        (kind !== "coin" || at === 0 || LEADS.test(readingOf(items[index - 1], "word") ?? "")),
    );
  const same = placeOf(unitOf);
  const first = same < 0 ? placeOf((item) => (unitOf(item) === "slices" ? "slices" : "")) : same;
  const [from, to] = [items[first], later[at]];
  const whole =
    at === 0 && kind === "verb"
      ? [
          { text: tail, struck: head },
          { text: `${tail} ${head}`, struck: "" },
        ]
      : [];
  // What follows a word alone puts nothing right.
  const last = items.at(-1);
  const isLike = kindOf(last) === kind || (kind === "number" && unitOf(last) !== "");
  const isBehindValue =
    (isLike && (at === 0 || !/^ no $/i.test(slip[0]))) || /[,;.…–—-]/.test(slip[0]);
  if (!isBehindValue || items.every((item) => kindOf(item) === undefined)) return [];
  if (from === undefined || to === undefined) return whole;
  const value = tail.slice(to.start);
  // "2 eth" in the place of "1 eth", "2" in that of "1".
  const next = items[first + 1];
  const isPair = kind === "number" && kindOf(later[at + 1]) === "coin" && kindOf(next) === "coin";
  const end = isPair && next !== undefined ? next.end : from.end;
  const put = (rest: string) => ({
    text: `${head.slice(0, from.start)}${value}${rest}`,
    struck: text.slice(from.start, slip.index + slip[0].length),
  });
  const ways = [...whole, put(head.slice(end)), put("")];
  return slips.length > 1 && depth > 0
    ? ways.flatMap((way) => [...corrected(way.text, coins, depth - 1), way])
    : ways;
}

/** "5 slices" is in the place of "4 slices", and of no amount. */
const unitOf = (item: Item | undefined): string =>
  readingOf(item, "coin") !== undefined
    ? "coin"
    : SLICES.test(readingOf(item, "word") ?? "")
      ? "slices"
      : "";

function kindOf(item: Item | undefined): (typeof KINDS)[number] | "verb" | undefined {
  if (VERB.test(readingOf(item, "word") ?? "")) return "verb";
  return KINDS.find((kind) => readingOf(item, kind) !== undefined);
}
