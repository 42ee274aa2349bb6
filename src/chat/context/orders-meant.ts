import { findTool } from "../../tables/find-tool.ts";
import { cancelTriggerOrder } from "../../triggers/tools/cancel-trigger-order.ts";
import { createTriggerOrder } from "../../triggers/tools/create-trigger-order.ts";
import { listTriggerOrders } from "../../triggers/tools/list-trigger-orders.ts";
import type { AskOption } from "../ask.ts";
import { lex } from "../reader/lex.ts";
import { readingOf } from "../reader/reading-of.ts";
import type { Meant, Past, Reader } from "./past.ts";
import { ordersIn, type ShownOrder } from "./trade-in.ts";

const PLACE: Readonly<Record<string, number>> = {
  ...{ first: 0, former: 0, "1st": 0, second: 1, "2nd": 1, third: 2, "3rd": 2 },
  ...{ last: -1, latter: -1, newest: -1, latest: -1 },
};
const IT = new RegExp(
  `\\b(?:(?:only |just )?(?:the )?(?<place>${Object.keys(PLACE).join("|")})(?: one| order| ` +
    "of (?:them|those|these))?|(?:only |just )?the (?<kind>stop|trigger|limit|twap|dca)(?: " +
    "one| order| loss)?|(?<other>(?:and )?the other(?: one| order)?)|(?<all>(?:all |both |each " +
    ")?(?:of )?(?:them|those|these)(?: (?:all|both))?|both(?: orders)?|all(?: of " +
    "it)?|everything)|(?:that|this)(?: one| order)?|it|the order)(?![a-z'])",
);

/**
 * "Pause it", "cancel the first one", "just 9": the order that was shown or named last, by its
 * number. Of several that "it" may be each is a button; of a place in what was shown the one that
 * stands there.
 */
export function ordersMeant(line: string, past: Past, reader: Reader): Meant | undefined {
  const shown = past.shown.map(ordersIn);
  const latest = shown.find((orders) => orders.length > 0) ?? [];
  const named = past.call?.args.id;
  const known: ShownOrder[] =
    typeof named === "number" && named > 0 ? [{ id: named, noun: undefined }] : [];
  const nouned = (order: ShownOrder) => ({ ...order, noun: order.noun ?? nounOf(order.id, past) });
  const orders = (
    latest.length > 0 && shown[0] === latest ? latest : known.length > 0 ? known : latest
  ).map(nouned);
  const numbered = byNumber(line, orders, reader);
  if (numbered !== undefined)
    return meantOf(numbered.line, numbered.found, [numbered.order], past, reader);
  const told = DESCRIBED.exec(line);
  const fits =
    told === null
      ? []
      : orders.filter(({ says = "" }) => new RegExp(`\\b${told[1]}\\b`, "i").test(says));
  if (told !== null && fits.length === 1) return meantOf(line, told, fits, past, reader);
  const slice = ofSlice(line, past);
  if (slice !== undefined) return slice;
  const found = IT.exec(line);
  if (found === null) return undefined;
  const { place, kind, other, all } = found.groups ?? {};
  const isOf = ({ noun }: ShownOrder) =>
    kind === undefined ||
    (/stop|trigger|limit/.test(kind) ? noun === "trigger" : noun !== "trigger");
  if (other !== undefined) {
    const every = shown
      .flat()
      .map(nouned)
      .filter((one, at, list) => list.findIndex(({ id }) => id === one.id) === at);
    const left = every.filter(({ id }) => id !== (named ?? orders[0]?.id));
    const own = left.filter(
      ({ noun }) => noun === (every.find(({ id }) => id === named)?.noun ?? "order"),
    );
    return meantOf(line, found, own.length > 0 ? own : left, past, reader);
  }
  const fitting = orders.filter(isOf);
  const one = place === undefined ? undefined : fitting.at(PLACE[place] ?? 0);
  const isNamed =
    known[0] !== undefined && place === undefined && kind === undefined && all === undefined;
  const meant =
    one !== undefined ? [one] : isNamed ? orders.filter(({ id }) => id === named) : fitting;
  return meantOf(
    line,
    found,
    meant.length === 0 ? fitting : meant,
    past,
    reader,
    all !== undefined,
  );
}

/** "The WBTC one": by what was shown of it. */
const DESCRIBED = /\bthe ([a-z0-9]{2,10}) (?:one|order|stop|limit|twap|dca|trigger)\b/;

type Found = { 0: string; index: number };

function meantOf(
  line: string,
  found: Found,
  orders: readonly ShownOrder[],
  past: Past,
  { read }: Reader,
  isAll = false,
) {
  // Who wants something done with it is not shown it instead.
  const isMeant = (text: string): boolean => {
    const reading = read(text);
    const tool = reading.kind === "call" ? findTool(reading.tool) : undefined;
    if (reading.kind === "call" && (reading.unused ?? []).length > 1) return false;
    return tool?.ok === true && (tool.value.effect !== "read" || QUESTION.test(line));
  };
  const words = (order: ShownOrder) => spoken(line, found, order, past).find(isMeant);
  const options: AskOption[] = orders.flatMap((order) => {
    const said = words(order);
    return said === undefined ? [] : [{ label: `#${order.id}`, words: said }];
  });
  const [first, second, third] = options;
  if (first === undefined) return undefined;
  // A stop may be for now or for good.
  if (second === undefined && STOPS.test(line) && orders[0]?.noun !== "trigger") {
    const id = String(orders[0]?.id);
    const choices = [`pause order ${id}`, `cancel order ${id}`].map((said) => ({
      label: said,
      words: said,
    }));
    return {
      ask: { text: `Pause #${id}, or cancel it?`, options: choices, completes: [], of: line },
    };
  }
  if (second === undefined) return { words: first.words };
  const all = `${first.words.split(" ")[0]} all orders`;
  if (isAll && isMeant(all)) options.unshift({ label: "All", words: all });
  if (isAll && third === undefined)
    options.unshift({ label: "Both", words: first.words, next: second.words });
  return { ask: { text: "Which one?", options, completes: [], of: line } };
}

/** "Skip that one", "one more", where a slice was spoken of by its number. */
function ofSlice(line: string, { shown: [text = ""] }: Past): Meant | undefined {
  const [, slice, id, state = ""] =
    /\bslice ([0-9]+) of (?:order )?#([0-9]+) is (\w+)/i.exec(text) ?? [];
  if (slice === undefined) return undefined;
  if (/^skip (?:it|that|this|that one|this one)$/.test(line) && state !== "skipped")
    return { words: `skip slice ${slice} of order ${id}` };
  const isNext =
    /^(?:(?:and )?(?:one more|another(?: one)?|again|the (?:next|following)(?: one)?(?: too)?|the one after(?: that| it)?)|skip (?:one more|another(?: one)?|the next(?: one)?(?: too)?))$/.test(
      line,
    );
  return isNext && state === "skipped"
    ? { words: `skip slice ${Number(slice) + 1} of order ${id}` }
    : undefined;
}

/**
 * "Just 9", "9 should go every 2 hours", "seven": a figure that is the number of an order which was
 * shown.
 */
function byNumber(line: string, orders: readonly ShownOrder[], { coins }: Reader) {
  if (orders.length === 0) return undefined;
  const items = lex(line, coins);
  const isId = (at: number) => {
    const item = items[at];
    const digits =
      readingOf(item, "order") ??
      (item?.isAmount || readingOf(item, "word") === "one" ? undefined : readingOf(item, "number"));
    const order = orders.find(({ id }) => String(id) === digits);
    return order === undefined || item === undefined ? [] : [{ item, order }];
  };
  const found = items.flatMap((_, at) => isId(at));
  const { item, order } = found.at(-1) ?? {};
  if (item === undefined || order === undefined) return undefined;
  const others = items.filter(
    (one) =>
      one !== item &&
      readingOf(one, "number") !== undefined &&
      readingOf(one, "word") !== "one" &&
      !found.some((each) => each.item === one),
  );
  const isLast = item === items.at(-1);
  const isFirst =
    isLast ||
    /^\W*(?:(?:no|ok|only|just|and|sorry|then|order|number|nr) ?)*$/.test(
      line.slice(0, item.start),
    );
  if (others.length > 0 && !isFirst) return undefined;
  const from =
    /\b(?:order|trigger|number|nr\.?|no\.?) ?#?$/.exec(line.slice(0, item.start))?.index ??
    item.start;
  // "The dai one, no sorry 9": what stands before the last word is put right by it.
  const isPutRight = isLast && /(?:,|\bno|\bsorry|\bmean|\bmeant) *$/.test(line.slice(0, from));
  const said = isPutRight ? line.slice(from) : line;
  return {
    line: said,
    order,
    found: { 0: line.slice(from, item.end), index: isPutRight ? 0 : from },
  };
}

/**
 * The line with the order's number; what asks about one shows it, and what says no more than which
 * is the command of before.
 */
function spoken(
  line: string,
  found: Found,
  { id, noun = "order" }: ShownOrder,
  past: Past,
): string[] {
  const put = `${line.slice(0, found.index)}${noun} ${id}${line.slice(found.index + found[0].length)}`;
  if (QUESTION.test(line)) return [noun === "trigger" ? "list trigger orders" : `show order ${id}`];
  const said = line.replace(found[0], " ").trim();
  // Nothing gives a skipped slice back.
  if (/\bundo\b/.test(said)) return [];
  const verb = VERBS.find(([pattern]) => pattern.test(said))?.[1];
  const began =
    past.words === "" ? (past.shown[0] ?? "").split(" ").slice(0, 2).join(" ") : past.words;
  const before = VERBS.find(([pattern]) => pattern.test(began.toLowerCase()))?.[1];
  const isWhichOnly = verb === undefined && SAYS_NO_MORE.test(said);
  const [, again = ""] =
    /^(.*?)\b(?:order |trigger |twap )?#?[0-9]{1,9}$/.exec(past.words.toLowerCase()) ?? [];
  return [
    put,
    ...(isWhichOnly && again !== "" ? [`${again}${noun} ${id}`] : []),
    // Behind a verb and the number the rest says something of it.
    ...(found.index === 0
      ? [
          `${noun} ${id}${line.slice(found[0].length).replace(/^ (?:should|must|shall|has to|needs to|can) (?:go|run|be|trade|happen)?/, "")}`,
        ]
      : []),
    ...(verb !== undefined && !/\d/.test(said) && !DENIED.test(said)
      ? [`${verb} ${noun} ${id}`]
      : []),
    ...(isWhichOnly && before !== undefined ? [`${before} ${noun} ${id}`] : []),
  ];
}

/** What is done with an order, by the words that say it in talk. */
const VERBS: readonly (readonly [RegExp, string])[] = [
  [/\bskip|\bomit\b/, "skip"],
  [
    /\b(?:cancel|drop|kill|delete|remove|scrap|get rid of|ditch|take (?:it|that) (?:down|off)|stop it)\b/,
    "cancel",
  ],
  [/\b(?:resume|unpause|restart|start|continue|go on|carry on|reactivate|back on|run)\b/, "resume"],
  [/\b(?:pause|hold|suspend|halt|park|stop)\b/, "pause"],
];
const STOPS = /^(?:please )?stop (?:it|that|this|the order|order)\b/;
const DENIED =
  /\b(?:don't|not|never|no need|why|should|would|could|if|what|how|did|was|he|she|they|told|said|says)\b/;

const SAYS_NO_MORE =
  /^(?:for now|please|now|again|then|too|down|up|already|as well|instead|only|just|and|the|with|one|ones|no|sorry|i mean|i meant|ok|yes|order|number|first|,|\.| )*$/;
const QUESTION =
  /^(?:and )?(?:what|what's|how|how's|when|why|is|has|did|does|where|status|show|progress|list|view|check|see|open)\b/;

/** What kind of order a list or a command of before was about. */
function nounOf(id: number, { call, shown, own }: Past): NonNullable<ShownOrder["noun"]> {
  if (new RegExp(`\\b(?:stop|trigger|limit|tp)(?: loss| order)? #?${id}\\b`, "i").test(own))
    return "trigger";
  const known = shown
    .flatMap(ordersIn)
    .find((order) => order.id === id && order.noun !== undefined)?.noun;
  return known ?? (OF_TRIGGERS.has(call?.tool ?? "") ? "trigger" : "order");
}

const OF_TRIGGERS: ReadonlySet<string> = new Set(
  [createTriggerOrder, listTriggerOrders, cancelTriggerOrder].map(({ name }) => name),
);
