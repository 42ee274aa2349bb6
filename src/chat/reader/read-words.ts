import { unwrap } from "../../errors.ts";
import { findTool } from "../../tables/find-tool.ts";
import { buildVaultSwap } from "../../tools/build-vault-swap.ts";
import { getSwapQuote } from "../../tools/get-swap-quote.ts";
import { switchChain } from "../../tools/switch-chain.ts";
import { listTriggerOrders } from "../../triggers/tools/list-trigger-orders.ts";
import { conditionsOf, findTurning } from "../languages/find-turning.ts";
import { callOfTrade } from "./call-of-trade.ts";
import { coinsOf } from "./coins-of.ts";
import { corrected } from "./corrected.ts";
import { DESCRIBED, type Described, withDescribed } from "./described.ts";
import type { FastPathContext } from "./fast-path-context.ts";
import { guarded, isFigure, OF_OTHERS, VAGUE } from "./guarded.ts";
import type { Item } from "./item.ts";
import { keyedWords } from "./keyed-words.ts";
import { lex } from "./lex.ts";
import { LEX_WORDS } from "./lex-words.ts";
import type { PassReason } from "./pass-reason.ts";
import { isAsked, quoteOf } from "./quote-of.ts";
import type { ReadCall } from "./read-call.ts";
import { type Request, readRequest } from "./read-request.ts";
import { readTrade, type TradeReading } from "./read-trade.ts";
import { readingOf } from "./reading-of.ts";
import type { Said } from "./scan.ts";

/** A longer message is no command. */
export const MOST_ITEMS = 80;
const FORBIDDING = /[🚫❌❎🙅⛔🛑✋👎✖🚷🤚🙈🤷🖐]/u;
const ASKING =
  /[?？]|\b(?:what|how|why|when|which|who|where|is|are|am|do|does|did|has|have|can|show|list|tell|give|see|any|status|left|check|reason|last|my|our|y|please|state|itemi[sz]e|report)\b/i;
const TIED = /[;\n]|\b(?:if|unless|should|then)\b/i;
/** Asks for something. */
export const OPENER = /^\W*(?:what|which|how|why|when|who)\b/i;
/** "Change stop 4 to 0.5 eth": the number is an order's, and no price of a new one. */
const EDITED =
  /\b(?:stop|limit|trigger|order|take.?profit|tp|twap|dca)(?: loss| order)? #?[0-9]{1,4} to [$.0-9]/i;
/** What goes into a pool is not swapped. */
const POOLED = /\b(?:liquidity|lp|full range)\b/i;
/** It is about more than a look. */
export const DOING =
  /\b(?:cancel|freeze|unfreeze|skip|pause|resume|stop|delete|remove|revoke|set|raise|lower|increase|decrease|change|bridge|transfer|send|stake|unstake|redeem|sell|buy|swap|convert|switch|enable|disable|kill|then)\b/i;
const MOST_AROUND = 8;

/**
 * What traders type, read by what each tool says of itself: items (lex.ts), the tools' own words
 * and the clauses of a trade (scan.ts), a call. What is left over stands in `unused`; a figure or a
 * token among it, or a word that turns its sentence round or leaves it open, makes it none. Beside
 * the one sentence that is a command others may say anything that has no figure and does not take
 * it back. A question is only ever answered by what looks. Pure, over at most 500 characters.
 */
export function readWords(text: string, context: FastPathContext): ReadCall | PassReason {
  const coins = coinsOf(context);
  const read = (words: string) => readParts(words, context, [SENTENCES, CLAUSES]);
  const keyed = keyedWords(text, coins);
  const ways = keyed === undefined ? corrected(text, coins) : [{ text: keyed, struck: "" }];
  // Three points may be a slip put right, or a pause for breath.
  const isSure = keyed !== undefined || !/\.{2}|…/.test(text);
  const plain = isSure && ways.length > 0 ? "words" : read(text);
  if (typeof plain !== "string") return plain;
  for (const { text: words, struck } of ways) {
    const reading = read(words);
    if (typeof reading === "string") continue;
    const unused = [...(struck === "" ? [] : [struck.trim()]), ...(reading.unused ?? [])];
    return { ...without(reading), ...(unused.length > 0 && { unused }) };
  }
  return isSure && ways.length > 0 ? read(text) : plain;
}

const SENTENCES = /(?<!\b(?:no|nr|nos|e\.g|i\.e|ca|vs|approx))[.!](?=\s)|(?<=\?)\s|[;\n]/i;
const CLAUSES =
  /:\s|\s[–—-]\s|,\s+(?=(?:so|i|we|it|my|since|because|as|please|pls|plz|kindly|cause|bc|just|sell|buy|swap|wrap|unwrap|convert|cancel|pause|resume|skip|revoke|stake|set|freeze)\b)|\bso (?=please\b)/i;
/** Takes back what stands before it, or ties it to something. */
const TAKES_BACK =
  /^\W*(?:(?:but|and|so) )?(?:no|nope|nah|wait|stop|never ?mind|forget|cancel|(?:i |we )?don['’]?t|(?:i |we )?do not|not|undo|scratch|kidding|just kidding|jk|actually|if|only|unless|when|once|until|after|but|ask|should|hold)\b/i;
/** Ties what stands behind it to something. */
const NO_FIRST =
  /^\W*(?:no|nope|nah|wait|stop|never ?mind|forget|cancel|don['’]?t|do not|not|hold)\b/i;
const TIES =
  /^\W*(?:(?:and|but|so|only|just|and only) )?(?:if|when|once|unless|until|till|after|before|as soon|provided|on condition|assuming)\b/i;
/** A word alone before a colon may be who said it. */
const HEADING =
  /(?:tion|ing|ment|ance|order|request|please|pls|now|plan|try|trade|swap|sell|buy|time|task|todo|spot|fine|nice|mind|native|level|do|this|that|is|dca|twap|limit|stop|loss|profit|rush|\d)\W*$/i;

/**
 * The whole of it, or else the one part of it that is a command, where the others may stand beside
 * it.
 */
function readParts(
  text: string,
  context: FastPathContext,
  [separator, ...finer]: readonly RegExp[],
  whole = readOne(text, context),
): ReadCall | PassReason {
  if (separator === undefined) return whole;
  const parts = text.split(separator).filter((part) => /[\p{L}\p{Nd}]/u.test(part));
  if (parts.length < 2) return readParts(text, context, finer, whole);
  if (typeof whole !== "string" && separator !== SENTENCES) return whole;
  const readings = parts.map((part) => readParts(part, context, finer));
  const at = readings.findIndex((reading) => typeof reading !== "string");
  const call = readings[at];
  if (call === undefined || typeof call === "string") {
    if (typeof whole !== "string") return without(whole);
    // Two parts that are a command together.
    const last = parts.at(-1) ?? "";
    const said = withReferent(last, parts.slice(0, -1), context);
    const meant =
      said === undefined || OF_OTHERS.test(text) || VAGUE.test(text)
        ? whole
        : readOne(said, context);
    const others = parts.slice(0, -1).map((part) => part.trim());
    return typeof meant === "string"
      ? whole
      : { ...without(meant), unused: [...others, ...(meant.unused ?? [])] };
  }
  // Of several commands none is the meaning of all.
  if (readings.slice(at + 1).some((reading) => typeof reading !== "string")) return "words";
  if (typeof whole !== "string") {
    // "Sell 1 eth; price of eth": the one asks nothing of the other.
    const isOther =
      whole.tool === getSwapQuote.name && JSON.stringify(whole.args) !== JSON.stringify(call.args);
    return isOther ? "words" : without(whole);
  }
  // What comes next would be on another chain.
  if (call.tool === switchChain.name) return whole;
  const [before, behind] = [parts.slice(0, at), parts.slice(at + 1)];
  const isBeside = (part: string) => !saysMore(part, call, context);
  // A report or a wish with figures of its own, and no command.
  const isContext = (part: string) =>
    findTurning(part) !== undefined && !begins(lex(part, coinsOf(context)), context);
  const isLook = findTool(call.tool).ok && unwrap(findTool(call.tool)).effect === "read";
  const isHeaded = (part: string) =>
    !text.includes(`${part}:`) ||
    (HEADING.test(part) &&
      (isLook ||
        !/n['’]t\b|\b(?:not?|never|if|should|why|what|how|say|says|said|told|tells|wrote|asks?)\b/i.test(
          part,
        )));
  const isAlone =
    before.every(
      (part) =>
        !OF_OTHERS.test(part) &&
        !NO_FIRST.test(part) &&
        !TIES.test(part) &&
        !VAGUE.test(part) &&
        isHeaded(part) &&
        (isBeside(part) || isContext(part)),
    ) &&
    behind.every(
      (part) =>
        isBeside(part) &&
        conditionsOf(part).length === 0 &&
        (part.trim().includes(" ") || findTurning(part) === undefined) &&
        !/[?？]/.test(part) &&
        !TAKES_BACK.test(part) &&
        !OF_OTHERS.test(part),
    );
  if (!isAlone) return whole;
  const unused = [...before, ...(call.unused ?? []), ...behind].map((part) => part.trim());
  return { ...without(call), unused };
}

/** Whether a part is a command, or the beginning of one. */
const begins = (items: readonly Item[], context: FastPathContext): boolean =>
  (readTrade(items).trade.side ?? readTrade(items).trade.counter) !== undefined ||
  (readRequest(items, context)?.tool.effect ?? "read") !== "read";

/**
 * Whether a part has a figure, a token or a chain that the call has not, or says something else of
 * a trade.
 */
function saysMore(part: string, { args }: ReadCall, context: FastPathContext): boolean {
  const known = new Set(
    JSON.stringify(args)
      .toLowerCase()
      .match(/[a-z0-9.]+/g),
  );
  const items = lex(part, coinsOf(context));
  const { trade } = readTrade(items);
  const request = readRequest(items, context);
  const isRequest =
    request !== undefined && (request.call.isExact === true || request.tool.effect !== "read");
  return (
    isRequest ||
    items.some((item) => isFigure(item, known)) ||
    Object.keys(trade).some((name) => !NAMING.has(name))
  );
}
const NAMING: ReadonlySet<string> = new Set(["token", "counter", "by", "isEarly", "isNeed"]);

/**
 * "Order 9 is done. Cancel it": the part with what "it" is in an earlier one, an order or the only
 * token.
 */
function withReferent(
  part: string,
  before: readonly string[],
  context: FastPathContext,
): string | undefined {
  const found = /\b(?:(?<of>of )?(?:it|them|those)|that one|this one)\b/i.exec(part);
  if (found === null) return undefined;
  const text = before.join(". ");
  const items = lex(text, coinsOf(context));
  const { of } = found.groups ?? {};
  const meant = items.findLast(
    (item) => (readingOf(item, "order") ?? readingOf(item, "trigger")) !== undefined,
  );
  const described =
    meant === undefined && of === undefined ? withDescribed(items, text) : undefined;
  const [coin, ...others] =
    of === undefined ? [] : items.filter((item) => readingOf(item, "coin") !== undefined);
  const [start, end] = described?.span ?? [
    meant?.start ?? coin?.start ?? -1,
    meant?.end ?? coin?.end ?? -1,
  ];
  if (start < 0 || others.length > 0) return undefined;
  return `${part.slice(0, found.index)}${text.slice(start, end)}${part.slice(found.index + found[0].length)}`;
}

/**
 * What a message comes nearest to among what only looks, where nothing else was read from it: a
 * guess, for a service without a language model.
 */
export function readNearest(text: string, context: FastPathContext): ReadCall | undefined {
  const items = lex(text, coinsOf(context));
  const request = items.length > MOST_ITEMS ? undefined : readRequest(items, context);
  const isAsked = ASKING.test(text) && !TIED.test(text) && (OPENER.test(text) || !DOING.test(text));
  const isNear = request?.tool.effect === "read" && request.left.length <= MOST_AROUND && isAsked;
  return isNear &&
    request.left.every(({ readings: [first] }) => first?.is === "mark" || first?.is === "word")
    ? request.call
    : undefined;
}

function readOne(text: string, context: FastPathContext): ReadCall | PassReason {
  const items = lex(text, coinsOf(context));
  if (items.length === 0) return "empty";
  if (items.length > MOST_ITEMS || FORBIDDING.test(text)) return "words";
  const listed = readTrade(items);
  const trade = callOf(listed, text, items, context);
  const isNumbered = items.some(
    (item) => (readingOf(item, "order") ?? readingOf(item, "trigger")) !== undefined,
  );
  const described = isNumbered ? undefined : withDescribed(items, text);
  const plain = readRequest(items, context);
  const isNamed =
    plain !== undefined && (plain.call.args.id !== undefined || plain.left.length === 0);
  const request =
    (described && !isNamed
      ? byDescription(readRequest(described.items, context), described.order)
      : undefined) ?? plain;
  if (RAISES.test(text) && LOWERS.test(text)) return "unclear";
  if (request !== undefined && (request.tool.effect !== "read" || request.left.length === 0)) {
    const { call, left, taken } = request;
    const spans = taken.map(({ start, end }) => [start, end] as const);
    const asked =
      request.tool.effect === "read"
        ? call
        : guarded(call, left, { text, items, chainId: context.chainId, spans });
    // What loosens a protection is said with nothing beside it.
    if ("loosens" in request.tool && request.tool.loosens && left.length > 0) return "words";
    const isBetter = typeof trade === "string" || left.length <= listed.left.length;
    if (typeof asked !== "string" && isBetter)
      return HEDGED.test(text) || isRepaired(text) ? without(asked) : asked;
  }
  // A token that no chain lists is in the place of the one that is taken where none is named.
  const isWhole =
    typeof trade !== "string" &&
    (trade.tool === getSwapQuote.name || listed.trade.counter !== undefined);
  if (isWhole) return trade;
  const isLed = listed.left.some((item) => LEADS.test(readingOf(item, "word") ?? ""));
  if (typeof trade !== "string" && !isLed) return trade;
  // A token that no chain lists: which it is, nobody knows here.
  const open = callOf(readTrade(items, { isOpen: true }), text, items, context);
  return open === "unknown_token" ? open : trade;
}

const LEADS = /^(?:for|to|into|with|from|in|using|against|of)$/;

/** Whatever has a number for what was described has the order instead. */
function byDescription(request: Request | undefined, order: Described): Request | undefined {
  // What has no numbers may still be about one.
  if (request?.tool.name === listTriggerOrders.name) return request;
  if (request?.call.args.id !== DESCRIBED) return undefined;
  const { id: _, ...args } = request.call.args;
  return { ...request, call: { ...without(request.call), args, order } };
}

/** "Raise it down": one of them is a slip. */
const RAISES = /\b(?:raise|increase|loosen|widen)\b/i;
const LOWERS = /\b(?:down|lower|decrease|reduce|tighten)\b/i;
/** "I would pause order 7", and a slip put right, are no phrase of a tool's own. */
const HEDGED = /\b(?:i'd|would|could|can|might|want|wanna|need|like|some)\b/i;
const isRepaired = (text: string): boolean =>
  text
    .toLowerCase()
    .split(/[^a-z'-]+/)
    .some((word) => LEX_WORDS.short.has(word));
const without = ({ isExact: _, ...call }: ReadCall): ReadCall => call;

const isTrade = ({
  trade: { side, isCut, kind, token, counter, out, heldOf, sizeOf },
}: TradeReading): boolean =>
  isCut === true ||
  [side, kind, token, counter, out, heldOf, sizeOf].some((said) => said !== undefined);

function callOf(
  reading: TradeReading,
  text: string,
  items: readonly Item[],
  context: FastPathContext,
): ReadCall | PassReason {
  const { trade, left, said, isTwice } = reading;
  if (!isTrade(reading) || EDITED.test(text) || POOLED.test(text)) return "words";
  const asked = trade.isQuote
    ? { isAsked: true as const }
    : isAsked(left, items, trade.side !== undefined);
  // A price is in dollars where nothing else was said.
  const other =
    asked.isAsked && trade.counter === undefined && trade.token !== undefined
      ? { counter: "usdc" }
      : {};
  const call = isTwice ? "unclear" : callOfTrade({ ...trade, ...asked, ...other }, context);
  if (typeof call !== "string" && call.tool === buildVaultSwap.name && asked.isAsked)
    return quoteOf(call, left);
  const spans = said.flatMap(({ from, to }) => {
    const [first, last] = [items[from], items[to - 1]];
    return first === undefined || last === undefined ? [] : [[first.start, last.end] as const];
  });
  // "And" between two parts of a trade joins two of them.
  const and = left.find((item) => readingOf(item, "word") === "and")?.start;
  const joined = said.filter(({ found }) => JOINED.some((name) => name in found));
  const isBehind = ({ from }: Said) => (items[from]?.start ?? 0) > (and ?? 0);
  if (and !== undefined && joined.some(isBehind) && !joined.every(isBehind)) return "words";
  const held = guarded(typeof call === "string" ? ANY : call, left, {
    ...{ text, items, chainId: context.chainId, spans },
  });
  return typeof held === "string" || typeof call !== "string" ? held : call;
}

const JOINED = ["token", "amount", "size", "rated", "of"] as const;
const ANY: ReadCall = { kind: "call", tool: "", args: {} };
