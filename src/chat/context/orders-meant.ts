import { findTool } from "../../tables/find-tool.ts";
import { cancelTriggerOrder } from "../../triggers/tools/cancel-trigger-order.ts";
import { createTriggerOrder } from "../../triggers/tools/create-trigger-order.ts";
import { listTriggerOrders } from "../../triggers/tools/list-trigger-orders.ts";
import type { AskOption } from "../ask.ts";
import type { Meant, Past, Reader } from "./past.ts";
import { ordersIn, type ShownOrder } from "./trade-in.ts";

const PLACE: Readonly<Record<string, number>> = {
  first: 0,
  former: 0,
  second: 1,
  third: 2,
  last: -1,
  latter: -1,
  newest: -1,
  latest: -1,
};
const IT =
  /\b(?:the (?<place>first|second|third|last|latter|former|newest|latest)(?: one| order)?|(?:only )?the (?<kind>stop|trigger|limit|twap|dca)(?: one| order)?|(?:that|this)(?: one| order)?|it|them|both|the order|the other one)\b/;

/**
 * "Pause it", "cancel the first one": the order that was shown or named last, by its number. Of several that "it" may be each is a button; of a place in
 * what was shown the one that stands there.
 */
export function ordersMeant(line: string, past: Past, { read }: Reader): Meant | undefined {
  const found = IT.exec(line);
  if (found === null) return undefined;
  const shown = ordersIn(past.shown[0] ?? "");
  const named = past.call?.args.id;
  const known = typeof named === "number" && named > 0 ? [{ id: named, noun: undefined }] : [];
  const orders = (shown.length > 0 ? shown : known).map((order) => ({ ...order, noun: order.noun ?? nounOf(past) }));
  const { place, kind } = found.groups ?? {};
  const isOf = ({ noun }: ShownOrder) =>
    kind === undefined || (/stop|trigger|limit/.test(kind) ? noun === "trigger" : noun !== "trigger");
  const fitting = orders.filter(isOf);
  const one = place === undefined ? undefined : fitting.at(PLACE[place] ?? 0);
  const meant =
    one === undefined
      ? known[0] !== undefined && place === undefined && kind === undefined
        ? orders.filter(({ id }) => id === named)
        : fitting
      : [one];
  const all = meant.length === 0 ? fitting : meant;
  // Who wants something done with it is not shown it instead.
  const isMeant = (text: string): boolean => {
    const reading = read(text);
    const tool = reading.kind === "call" ? findTool(reading.tool) : undefined;
    if (reading.kind === "call" && (reading.unused ?? []).length > 1) return false;
    return tool?.ok === true && (tool.value.effect !== "read" || QUESTION.test(line));
  };
  const words = (order: ShownOrder) => spoken(line, found, order, past.words).find(isMeant);
  const options: AskOption[] = all.flatMap((order) => {
    const said = words(order);
    return said === undefined ? [] : [{ label: `#${order.id}`, words: said }];
  });
  const [first, ...others] = options;
  if (first === undefined) return undefined;
  if (others.length === 0) return { words: first.words };
  const [second, third] = others;
  if (second !== undefined && third === undefined && found[0] === "both")
    options.unshift({ label: "Both", words: first.words, next: second.words });
  return { ask: { text: "Which one?", options, completes: [], of: line } };
}

/** The line with the order's number; what asks about one shows it, and what says no more than which is the command of before. */
function spoken(line: string, found: RegExpExecArray, { id, noun = "order" }: ShownOrder, before: string): string[] {
  const put = `${line.slice(0, found.index)}${noun} ${id}${line.slice(found.index + found[0].length)}`;
  const [verb = ""] = line.split(" ");
  if (QUESTION.test(line)) return [noun === "trigger" ? "list trigger orders" : `show order ${id}`];
  const [verbBefore = ""] = before.toLowerCase().split(" ");
  const beside = line.replace(found[0], "").slice(verb.length).trim();
  return [
    put,
    ...(SAYS_NO_MORE.test(beside) ? [`${verb} ${noun} ${id}`] : []),
    ...(found[0] === line ? [`${verbBefore} ${noun} ${id}`] : []),
  ];
}

const SAYS_NO_MORE = /^(?:for now|please|now|again|then|too|down|up|already|as well|instead| )*$/;
const QUESTION =
  /^(?:and )?(?:what|what's|how|how's|when|why|is|has|did|does|where|status|show|progress|list|view|check|see|open)\b/;

/** What kind of order a list or a command of before was about. */
const nounOf = ({ call }: Past): "order" | "trigger" => (OF_TRIGGERS.has(call?.tool ?? "") ? "trigger" : "order");

const OF_TRIGGERS: ReadonlySet<string> = new Set(
  [createTriggerOrder, listTriggerOrders, cancelTriggerOrder].map(({ name }) => name),
);
