import { chainOf } from "../../chain-of.ts";
import { unwrap } from "../../errors.ts";
import { findTool } from "../../tables/find-tool.ts";
import { buildVaultSwap } from "../../tools/build-vault-swap.ts";
import { getSwapQuote } from "../../tools/get-swap-quote.ts";
import type { Tool } from "../../tools/tool.ts";
import { createTriggerOrder } from "../../triggers/tools/create-trigger-order.ts";
import { createTwapOrder } from "../../twap/tools/create-twap-order.ts";
import { editTwapOrder } from "../../twap/tools/edit-twap-order.ts";
import { type Answer, askedIn, helpAbout } from "../answers/answer-of.ts";
import { coinsOf } from "../reader/coins-of.ts";
import { compareCall } from "../reader/compare-call.ts";
import type { Described } from "../reader/described.ts";
import { DESCRIBED, withDescribed } from "../reader/described.ts";
import type { FastPathContext } from "../reader/fast-path-context.ts";
import { OF_OTHERS, SECOND, SUBJECTS, VAGUE } from "../reader/guarded.ts";
import type { Item } from "../reader/item.ts";
import type { KnownOrder } from "../reader/known-order.ts";
import { lex } from "../reader/lex.ts";
import type { ReadCall } from "../reader/read-call.ts";
import { DOING, MOST_ITEMS, OPENER } from "../reader/read-words.ts";
import { readingOf } from "../reader/reading-of.ts";
import { withoutOwned } from "../without-owned.ts";
import { callOfParts } from "./call-of-parts.ts";
import { featuresOfMessage, kindsOf } from "./features-of-message.ts";
import { fillings } from "./fillings.ts";
import { intentModel } from "./intent-model.ts";
import { FIGURES } from "./kind-of.ts";
import { probabilitiesOf } from "./linear-model.ts";
import { partsOf } from "./parts-of.ts";

/** A call with lines for its card of what stands beside it in the words. */
export type IntentCall = ReadCall & { notes?: readonly string[] };
/** `certainty`: how likely its tool is among all. */
export type Intent = { found: IntentCall | IntentAnswer | { kind: "help" }; certainty: number };

/**
 * The most that may speak for no request at all, and how likely a tool has to be among all others;
 * `filled`: among those whose arguments the message has. What is compared with the words needs less
 * belief than what is not. `parts`: of the way in which a trade's items were told apart. Chosen on
 * messages that training had not seen.
 */
export const BOUNDS = {
  write: { nothing: 0.6, share: 0.05 },
  quote: { nothing: 0.5, share: 0.15 },
  look: { nothing: 0.85, share: 0.15 },
  answer: { nothing: 0.9, share: 0.1 },
  filled: 0.6,
  parts: 0.25,
} as const;
/** Tools that are tried, the likeliest first. */
const MOST_TRIED = 4;
/** Nobody means so many figures at once. */
const MOST_FIGURES = 12;
const TRADES: readonly string[] = [
  buildVaultSwap,
  getSwapQuote,
  createTwapOrder,
  createTriggerOrder,
].map(({ name }) => name);

/**
 * How likely each intent of a message is: a tool's name (an order that waits for a price with its
 * type: "create_trigger_order:stop"), "answer:pnl" and the like, or "nothing".
 */
export const intentsOf = (items: readonly Item[]): Map<string, number> =>
  probabilitiesOf(intentModel().intents, featuresOfMessage(kindsOf(items)));

/**
 * What a message that no rule reads most likely asks for, by what was learned from messages of
 * others: a call with its arguments from the message's own items, or an answer. A call that writes
 * has passed the comparison that a model's call has to pass, so its figures, tokens and numbers
 * stand in the words and no sentence with them is turned round. It never acts. Undefined below the
 * least certainty. Pure but for its weights, which are read once.
 */
export function readIntent(text: string, context: FastPathContext): Intent | undefined {
  const items = lex(text, coinsOf(context));
  const kinds = kindsOf(items);
  const figures = kinds.filter((kind) => FIGURES.has(kind)).length;
  if (items.length === 0 || items.length > MOST_ITEMS || figures > MOST_FIGURES) return undefined;
  // A word that nobody wrote before may be the unit of what it stands behind.
  if (kinds.some((kind, at) => kinds[at - 1] === "n" && /^[a-z]{2,}$/.test(kind) && !isKnown(kind)))
    return undefined;
  const intents = intentsOf(items);
  const nothing = intents.get("nothing") ?? 0;
  if (nothing > BOUNDS.answer.nothing) return undefined;
  const tried = [...intents]
    .filter(([name]) => name !== "nothing")
    .map(([name, chance]) => ({ name, share: chance / (1 - nothing) }))
    .sort((one, other) => other.share - one.share)
    .slice(0, MOST_TRIED);
  const filled = tried.flatMap(({ name, share }) => {
    const [kind = "", of] = name.split(":");
    const tool = kind === "answer" ? undefined : unwrap(findTool(kind));
    const bounds = BOUNDS[tool === undefined ? "answer" : kindOfTool(tool)];
    if (nothing > bounds.nothing || share < bounds.share) return [];
    const found =
      tool === undefined ? answerNamed(of, text) : callOf(tool, of, { text, items, context });
    return found === undefined ? [] : [{ found, share }];
  });
  const [best] = filled;
  const all = filled.reduce((sum, { share }) => sum + share, 0);
  return best === undefined || best.share / all < BOUNDS.filled
    ? undefined
    : { found: best.found, certainty: best.share };
}

const isKnown = (word: string): boolean => intentModel().intents.weights.has(word);

const kindOfTool = ({ name, effect }: Tool): "quote" | "look" | "write" =>
  effect === "read" ? (name === getSwapQuote.name ? "quote" : "look") : "write";

type Said = { text: string; items: readonly Item[]; context: FastPathContext };

/** Asked for, and told how it is said. */
const HELPED: ReadonlySet<string> = new Set(["help", "pairing", "unpairing", "unfreeze"]);
type IntentAnswer = { kind: "answer"; answer: Answer };

function answerNamed(
  of: string | undefined,
  text: string,
): IntentAnswer | { kind: "help" } | undefined {
  if (of === "portfolio") return { kind: "answer", answer: { of } };
  if (HELPED.has(of ?? "")) {
    const topic = helpAbout(text);
    return topic === undefined
      ? { kind: "help" }
      : { kind: "answer", answer: { of: "help", text: topic } };
  }
  if (of === "pnl" || of === "fills")
    return { kind: "answer", answer: { of, ...askedIn(text.toLowerCase()) } };
  return undefined;
}

const callOf = (tool: Tool, type: string | undefined, said: Said): IntentCall | undefined =>
  TRADES.includes(tool.name) ? tradeOf(tool, type, said) : requestOf(tool, said);

const KINDS = [/\bstop/i, /\blimit\b/i, /\bprofit\b|\btp\b/i];

function tradeOf(tool: Tool, type: string | undefined, said: Said): IntentCall | undefined {
  const { items, text } = said;
  // Of two kinds of order none is meant more.
  if (tool.name === createTriggerOrder.name && KINDS.filter((kind) => kind.test(text)).length > 1)
    return undefined;
  const parts = partsOf(intentModel().parts, { items, kinds: kindsOf(items), tool: tool.name });
  if (parts === undefined || parts.certainty < BOUNDS.parts) return undefined;
  const call = callOfParts(tool.name, parts, { ...said, type });
  if (call === undefined) return undefined;
  const first = compared(tool, call, said);
  const size = readingOf(parts.figures.get("size"), "number");
  if (first !== undefined || size === undefined || call.args.sliceCount === undefined) return first;
  // Their number was worked out: their size was said.
  const { sliceCount: _, ...args } = call.args;
  return compared(tool, { ...call, args: { ...args, sliceAmount: size } }, said);
}

function requestOf(tool: Tool, said: Said): IntentCall | undefined {
  const { items, text, context } = said;
  const isNumbered = items.some(
    (item) => (readingOf(item, "order") ?? readingOf(item, "trigger")) !== undefined,
  );
  const described = isNumbered ? undefined : withDescribed(items, text);
  const found = new Map<string, IntentCall>();
  for (const args of fillings(tool, items, context)) {
    // An order that is edited has something that changes.
    if (tool.name === editTwapOrder.name && Object.keys(args).length < 2) continue;
    const call = compared(tool, { kind: "call", tool: tool.name, args }, said);
    if (call !== undefined) found.set(JSON.stringify(call.args), call);
    // What looks needs no comparison: the filling that uses most of the words.
    if (call !== undefined && tool.effect === "read") return call;
  }
  const [only, ...others] = found.values();
  if (only !== undefined) return others.length === 0 ? only : undefined;
  return described === undefined ? undefined : ofDescribed(tool, described.order, said);
}

/** "The daily buy": the number is found out when the call is made. */
function ofDescribed(tool: Tool, order: Described, said: Said): IntentCall | undefined {
  if (!("id" in tool.input.shape) || tool.name === editTwapOrder.name) return undefined;
  const call = { kind: "call" as const, tool: tool.name, args: { id: DESCRIBED } };
  const known = compared(tool, call, said, [orderLike(order)]);
  return known && { ...known, args: {}, order };
}

/** An order of which is true what is said of one, and nothing else. */
function orderLike({ type, coins, figures, everyMinutes }: Described): KnownOrder {
  const [sellSymbol = "", buySymbol = ""] = coins;
  const [totalAmount = "", price, sliceAmount] = figures;
  return {
    ...{ id: DESCRIBED, status: "active", sellSymbol, buySymbol, totalAmount },
    ...(type !== undefined && { type }),
    ...(price !== undefined && { price }),
    ...(sliceAmount !== undefined && { sliceAmount }),
    ...(everyMinutes !== undefined && { intervalMinutes: everyMinutes }),
  };
}

/** How a line of what was not used begins (compare-call.ts). */
const UNUSED = "Not used of your words: ";
/** Cut off, a rate, another vault, or taken back. */
const UNSURE =
  /[(–—-]\s*$|\btwice\b|\bvault #?[0-9]|\btriggers\b|(?<!\border )\bno\b(?! (?:rush|hurry|worries|need|longer|problem)\b)/i;
/** What begins as a trade changes no order. */
const TRADE_FIRST = /^\W*(?:please )?(?:sell|buy|swap|convert|exchange|dca)\b/i;
/** A look is of one sentence. */
const SEVERAL = /[;\n]|[.?!]\s+\S|\b(?:and|then)\b|^\W*no\b/i;
const ALONE =
  /\b(?:by (?:itself|themselves|yourself)|on (?:its|their|your) own|without (?:asking|me)|unattended)\b|\bauto/i;
/** A vault for which a share is worked out, so that the share alone can be meant. */
const HELD = 1_000n;

/** A call that writes, as it stands in the words; one that looks, as it is. */
function compared(
  tool: Tool,
  call: ReadCall,
  said: Said,
  orders?: readonly KnownOrder[],
): IntentCall | undefined {
  if (tool.effect === "read") {
    // Who says what is to be done does not want to look.
    if (SEVERAL.test(said.text)) return undefined;
    const isLook =
      tool.name === getSwapQuote.name || OPENER.test(said.text) || !DOING.test(said.text);
    return isLook ? call : undefined;
  }
  if (
    tool.needsSignature ||
    UNSURE.test(said.text) ||
    VAGUE.test(said.text) ||
    OF_OTHERS.test(said.text)
  )
    return undefined;
  const { share } = call;
  const part = share === undefined ? undefined : (Number(HELD) * Number(share.percent)) / 100;
  const verdict = compareCall(
    tool,
    {
      ...withoutOwned(tool, call.args),
      ...(share !== undefined && { [share.argument]: String(part) }),
    },
    {
      own: said.text,
      chainId: said.context.chainId,
      ...(orders !== undefined && { orders }),
      ...(share !== undefined && { held: { symbol: share.token, amount: String(HELD) } }),
    },
  );
  // Words that may leave it alone to trade are not taken for ones that only want to be told.
  if (!verdict.ok || (verdict.value.args.autoExecute === false && ALONE.test(said.text)))
    return undefined;
  const args = { ...verdict.value.args };
  if (share !== undefined) delete args[share.argument];
  const { chainId } = call;
  const {
    destinationChain: to,
    sourceChain: from = chainOf(chainId ?? said.context.chainId).name,
  } = args;
  if (to === from) return undefined;
  const [over = []] = verdict.value.notes.flatMap((note) =>
    note.startsWith(UNUSED) ? [[...note.matchAll(/"([^"]*)"/g)].map(([, word = ""]) => word)] : [],
  );
  // A figure, another subject or another verb that is left over may be meant.
  const isMore = (words: string) =>
    /[0-9]/.test(words) || SUBJECTS.test(words) || SECOND.test(words);
  if (over.some(isMore) || ("id" in args && TRADE_FIRST.test(said.text))) return undefined;
  const notes = verdict.value.notes.filter((note) => !note.startsWith(UNUSED));
  return {
    ...{ kind: "call", tool: tool.name, args, notes },
    ...(over.length > 0 && { unused: over }),
    ...(chainId !== undefined && { chainId }),
    ...(share !== undefined && { share }),
  };
}
