import { chainOf } from "../../chain-of.ts";
import { buildVaultSwap } from "../../tools/build-vault-swap.ts";
import { crosschainTransfer } from "../../tools/crosschain-transfer.ts";
import { getSwapQuote } from "../../tools/get-swap-quote.ts";
import { editTwapOrder } from "../../twap/tools/edit-twap-order.ts";
import { isUnitOf } from "../is-unit-of.ts";
import { plainLine } from "../questions/plain-line.ts";
import { lex } from "../reader/lex.ts";
import { readingOf } from "../reader/reading-of.ts";
import type { FastPathReading } from "../run-turn.ts";
import { changeWords } from "./change-words.ts";
import { ordersMeant } from "./orders-meant.ts";
import type { Meant, Past, Reader } from "./past.ts";
import { takeQuote } from "./take-quote.ts";
import { timesShare } from "./times-share.ts";
import { chainIn, ordersIn, type ShownAmount, tradeIn } from "./trade-in.ts";

type Rule = (line: string, past: Past, reader: Reader) => Meant | undefined;

/** Said around what is changed. */
const BEFORE =
  /^(?:no|nope|oh no|oh|wait|sorry|actually|hmm?|ok|okay|good|great|nice|cool|fine|and|but|then|now|well|oops|so|yes|yeah|also|maybe|rather|better|i mean|i meant|i said|make (?:it|that|them)|let it be|have it|change (?:it|that) to|(?:move|raise|lower|set|put|bump|drop|cut|reduce|increase) (?:it|that|them|the price) to|too high|too low|too much|less|more|not that much|just|only|use|take(?! profit)|try|what about|how about|with|the)(?:,|:|\.\.\.| -)? /;
const AFTER =
  /,? ?(?:please|pls|sorry|rather|instead|then|i mean|i meant|actually|too|as well|again|though|now|for me|is enough|is fine|would do|will do|mate|thanks)$/;

/**
 * What words mean by what was said before ("do it again", "same for WBTC", "make it 12 slices", "sell half of what I bought", "pause it", "other way round"), as the
 * whole command. Undefined where nothing before them gives them one. It is words, and read again: nothing is known of what was only shown but its figures.
 * @example meantBy("double that", { words: "buy 50 usdc of link", ... }, reader) // { words: "buy 100 usdc of link" }
 */
export function meantBy(own: string, past: Past, reader: Reader, which: "refers" | "changes" | "either" = "either") {
  const line = plainLine(own.replace(/\?+$/, ""));
  if (line === undefined || (past.words === "" && past.shown.length === 0)) return undefined;
  const reading = reader.read(own);
  if (reading.kind === "call" && reading.unused === undefined) return undefined;
  for (const rule of [...(which === "changes" ? [] : REFERRING), ...(which === "refers" ? [] : CHANGING)]) {
    const isWhole = CHANGING.includes(rule);
    for (const part of isWhole ? [line] : framed(line)) {
      const meant = rule(part, past, reader);
      if (meant !== undefined && ("ask" in meant || reader.read(meant.words).kind !== "pass")) return meant;
    }
  }
  return undefined;
}

const words = (text: string | undefined): Meant | undefined => (text === undefined ? undefined : { words: text });

const REPEAT =
  /^(?:(?:do|run|send|make|place|buy|sell|swap|and|trade) )?(?:(?:it|that|this|the) )?(?:same(?: thing| trade| order| one)?(?: again)?|again|repeat(?: (?:it|that|this))?|once more|one more(?: time)?|another(?: one| round)?|(?:it|that) (?:again|once more|one more time)|ditto)$/;

const repeat: Rule = (line, { words: of }) => {
  // "Sell it again" behind a purchase sells what was bought.
  const [verb] = /^(?:buy|sell) (?:it|that)/.exec(line)?.[0].split(" ") ?? [];
  return REPEAT.test(line) && (verb === undefined || of.toLowerCase().includes(verb)) ? words(of) : undefined;
};

const TIMES: Readonly<Record<string, string>> = {
  ...{ double: "200", twice: "200", triple: "300", quadruple: "400", half: "50", halve: "50", "half of": "50" },
  ...{ "2x": "200", "3x": "300", "10x": "1000", "a quarter of": "25", "a third of": "33.3333" },
};
const SCALE = new RegExp(
  `^(?:(?:do|make|just|only|for) )?(?:it )?(${Object.keys(TIMES).join("|")})(?: (?:of )?(?:that|it|them|this|the (?:amount|size)|as much|the same))?(?: (?:amount|size|only|please))?$`,
);

const scale: Rule = (line, past, reader) => {
  const percent = TIMES[SCALE.exec(line)?.[1] ?? ""];
  const { amount } = amountOf(past);
  if (percent === undefined || amount === undefined) return undefined;
  return words(changeWords(past.words, timesShare(amount, percent), reader));
};

/** The figure of the last command that is its amount. */
function amountOf({ call }: Pick<Past, "call">): { amount: string | undefined } {
  const { amountIn, amountOut, totalAmount, amount } = call?.args ?? {};
  const figure = amountIn ?? amountOut ?? totalAmount ?? amount;
  return { amount: typeof figure === "string" && call?.share === undefined ? figure : undefined };
}

const SAME_FOR =
  /^(?:(?:now|and|do|also|then) )*(?:(?:the )?(?:same|likewise|ditto)(?: thing| again| order| trade| amount)?,?|one more,?|one|another(?: one)?|once more,?|again,?)(?: (?:for|with|in|on|but|to|of))*(?: (?:with|on|for|in|of|only))? (.+)$|^and (?:(?:of|for|in|on|with) )?(.+)$/;

const sameFor: Rule = (line, { words: of }, reader) => {
  const [, same, and] = SAME_FOR.exec(line) ?? [];
  const part = same ?? and;
  return part === undefined || of === "" ? undefined : words(changeWords(of, part, reader));
};

const REVERSE =
  /^(?:(?:do|now|and|go|no|then) )*(?:the )?(?:reverse(?: it| that)?|opposite|other way(?: (?:round|around))?|vice versa|(?:swap|trade|turn|change) (?:it|that|them) back(?: again)?|back again|back|reverse the (?:trade|swap)|flip it|(?:buy|sell|get) (?:it|that|them|everything) back(?: again)?)$/;
const UNDO =
  /^(?:(?:please|can you|now) )?(?:undo(?: (?:it|that|this|the last one))?|take (?:it|that) back|revert(?: (?:it|that))?|roll (?:it|that) back)$/;

const reverse: Rule = (line, past, reader) => {
  if (!REVERSE.test(line) && !UNDO.test(line)) return undefined;
  if (past.call?.tool === buildVaultSwap.name || past.call?.tool === getSwapQuote.name) return words(reversed(past));
  const [verb = "", rest] = /^(pause|resume|hold|unpause) (.+)$/.exec(plainLine(past.words) ?? "")?.slice(1) ?? [];
  if (rest !== undefined) return words(`${verb === "pause" || verb === "hold" ? "resume" : "pause"} ${rest}`);
  return UNDO.test(line) ? ordersMeant("cancel it", past, reader) : undefined;
};

/** What a swap gave is sold for what it took. */
function reversed({ call, shown }: Past): string | undefined {
  const { tokenIn, tokenOut, amountIn, amountOut } = call?.args ?? {};
  const { got } = tradeIn(shown[0] ?? "");
  if (call?.tool === getSwapQuote.name)
    return `quote ${String(amountIn ?? amountOut)} ${String(tokenOut)} to ${String(tokenIn)}`;
  const isGot = got !== undefined && got.token.toLowerCase() === String(tokenOut).toLowerCase();
  const amount = isGot ? got.amount : amountOut;
  return amount === undefined ? undefined : `sell ${String(amount)} ${String(tokenOut)} for ${String(tokenIn)}`;
}

const insteadOf: Rule = (line, { words: of }, reader) => {
  const [, fresh, old] = /^(?:no,? )?(.+?) (?:instead of|not|and not) (.+)$/.exec(line) ?? [];
  const command = plainLine(of);
  if (fresh === undefined || old === undefined || command === undefined) return undefined;
  const at = ` ${command} `.indexOf(` ${old} `);
  if (at < 0) return undefined;
  const changed = ` ${command} `.replace(` ${old} `, ` ${fresh} `).trim();
  return reader.read(changed).kind === "pass" ? words(changeWords(of, fresh, reader)) : words(changed);
};

const FRACTION =
  "(?:half|a half|a quarter|one quarter|a third|one third|two thirds|three quarters|a tenth|[0-9.]+ ?%|all|the (?:whole|rest))";
const THAT = new RegExp(
  `\\b(?:(${FRACTION}) (?:of )?)?(?:(?:that|it|them)(?: all)?|those|these|this|the proceeds|(?:what|everything|the [a-z0-9]+) (?:i|we|you) (?:just )?(?:bought|got|received))\\b`,
);
const PERCENTS: Readonly<Record<string, string>> = {
  ...{
    half: "50",
    "a half": "50",
    "a quarter": "25",
    "one quarter": "25",
    "a third": "33.3333",
    "one third": "33.3333",
  },
  ...{ "two thirds": "66.6666", "three quarters": "75", "a tenth": "10" },
};

/** "Half of that", "the proceeds", "what I bought": so much of what the last trade gave. */
const amountMeant: Rule = (line, past, reader) => {
  const found = THAT.exec(line);
  const text = past.shown[0] ?? "";
  const { gave, got } = tradeIn(text);
  if (found === null || got === undefined || CUT.test(line)) return undefined;
  const percent = PERCENTS[found[1] ?? ""] ?? /^([0-9.]+) ?%$/.exec(found[1] ?? "")?.[1] ?? "100";
  const said = put(line, found, { ...got, amount: timesShare(got.amount, percent) }).replace(/ again$/, "");
  const isThere = /\bthere\b/.test(said);
  const chain = isThere || /\barrived on\b/i.test(text) ? chainIn(text) : undefined;
  const on = chain === undefined ? "" : `on ${chainOf(chain).name}`;
  const placed = isThere ? said.replace(/\bthere\b/, on) : `${said} ${on}`.trim();
  return words([placed, `${placed} for ${gave?.token ?? ""}`].find((each) => isWholly(reader.read(each))));
};

/** What is cut is the trade that was spoken of, and not what it gave. */
const CUT = /^(?:split|spread|cut|divide|break)\b/;

const isWholly = (reading: FastPathReading): boolean => reading.kind === "call" && reading.unused === undefined;

const put = (line: string, found: RegExpExecArray, { amount, token }: ShownAmount): string =>
  `${line.slice(0, found.index)}${amount} ${token}${line.slice(found.index + found[0].length)}`;

/** Any part of the last command said anew. */
const change: Rule = (line, past, reader) => {
  // A trade behind a quote is no other quote.
  const isTrade = past.call?.tool === getSwapQuote.name && [...framed(line)].some((part) => TRADES.test(part));
  if (past.words === "" || isTrade) return undefined;
  const reading = reader.read(past.words);
  const asked = reading.kind === "ask" ? reading.ask.completes : [];
  const parts = [...framed(line)].filter((part) => !OF_ANOTHER.test(part));
  for (const part of parts) {
    const isFramed = BEFORE.test(part) || /^#?\d+$/.test(part);
    for (const edit of isFramed ? [] : EDITS.map((each) => each.replace("{}", part))) {
      const edited = ordersMeant(edit, past, reader);
      if (edited !== undefined && "words" in edited && isEdit(reader.read(edited.words))) return edited;
    }
  }
  for (const part of parts) {
    const changed = changeWords(past.words, part, reader);
    if (changed !== undefined) return words(changed);
    const value = figureIn(part, reader);
    const filled = asked
      .map((template) => template.replace("{}", value))
      .find((each) => reader.read(each).kind === "call");
    if (filled !== undefined) return words(filled);
  }
  return undefined;
};

/** "Nine" in digits. */
function figureIn(part: string, { coins }: Reader): string {
  const [only, ...others] = lex(part, coins);
  return others.length > 0 ? part : (readingOf(only, "number") ?? part);
}

/** What is done with something that was spoken of is no part of what was said. */
const OF_ANOTHER =
  /\b(?:sell|swap|buy|stake|bridge|put|send|convert|use|stop)\b.*\b(?:that|it|them|those|there|proceeds|bought)\b/;

/** How an edit of an order is said. */
const EDITS = ["change it to {}", "cut the rest of it in {}", "{} on it", "{} of it"];

/** An order that exists is edited; a card of one is still to be changed. */
const isEdit = (reading: FastPathReading): boolean => reading.kind === "call" && reading.tool === editTwapOrder.name;

/** The line without its frame, from the outside in. */
function* framed(line: string): Generator<string> {
  yield line;
  for (let left = line; ; ) {
    const next = left.replace(BEFORE, "").replace(AFTER, "");
    if (next === left || next === "") break;
    yield next;
    left = next;
  }
  if (line.includes(", ")) yield line.replaceAll(",", "");
}

/** "Pause", "skip the next slice", with one order in what was shown. */
const ofThisOrder: Rule = (line, past, reader) => {
  const reading = reader.read(line);
  const [order, ...others] = ordersIn(past.shown[0] ?? "");
  if (reading.kind !== "ask" || reading.ask.orders === undefined || order === undefined || others.length > 0)
    return undefined;
  return ordersMeant(`${reading.ask.orders.words} it`, past, reader);
};

const TRADES = /^(?:buy|sell|swap|get|bid|dca|twap) /;

/** A trade that names no token is of the one that was spoken of. */
const tokenMeant: Rule = (line, { call, shown }, { read, coins }) => {
  if (lex(line, coins).some((item) => readingOf(item, "coin") !== undefined)) return undefined;
  const { tokenIn, tokenOut, token, sellToken, buyToken } = call?.args ?? {};
  const spoken = [token, tokenIn, tokenOut, sellToken, buyToken, tradeIn(shown[0] ?? "").got?.token];
  const isOther = (each: unknown) => typeof each === "string" && !isUnitOf("usd", each.toLowerCase());
  const named = spoken.find(isOther) ?? (line.startsWith("bridge") ? token : undefined);
  if (typeof named !== "string") return undefined;
  for (const part of framed(line)) {
    const bare = part.replace(/ of (?:it|them|that)$/, "");
    const figures = lex(bare, coins).filter((item) => readingOf(item, "number") !== undefined);
    const places = [...figures.map(({ end }) => end), bare.length];
    const { amount } = amountOf({ call });
    const whole = [
      ...places.map((at) => `${bare.slice(0, at)} ${named}${bare.slice(at)}`),
      ...(amount === undefined ? [] : [`${bare} on ${amount} ${named}`]),
    ];
    const meant =
      whole.find((each) => isWholly(read(each))) ??
      (TRADES.test(bare) ? whole.find((each) => read(each).kind === "ask") : undefined);
    if (meant !== undefined) return words(meant);
  }
  return undefined;
};

const ASKED = /^(?:and )?(?:what|what's|how|how's|when|why|is|has|did|does|where|status|show|progress)\b/;
const OF_ORDER =
  /\b(?:wait|waits|waiting|going|doing|status|run|running|fill|filled|fills|next|progress|far|left|stuck|trigger|fire|done|price)\b/;
const ARRIVED =
  /^(?:is|has|did|have)?(?: ?(?:it|they|that|the (?:money|funds|transfer|bridge)))?(?: ?(?:arrived?|landed?|there|come|came|through|in))+(?: yet| already| now)?$/;
const HOW_MUCH =
  /^(?:and )?(?:how (?:much|many)|what)(?: of (?:it|that|them))?(?: do| does)?(?: we| i| it| the vault)?(?: have| hold| own| is there| are there)?(?: of (?:it|that|them))?(?: left| now| in total| altogether)*$/;

/** What is asked about an order, a transfer or a token that was spoken of. */
const askedOf: Rule = (line, past, reader) => {
  const { call, shown } = past;
  if (call?.tool === crosschainTransfer.name && ARRIVED.test(line))
    return words(`has the bridge of ${String(call.args.token)} to ${String(call.args.destinationChain)} arrived`);
  const { got } = tradeIn(shown[0] ?? "");
  if (got !== undefined && HOW_MUCH.test(line)) return words(`${got.token} balance`);
  if (/^(?:but )?why(?: not| is that)?$/.test(line)) return ordersMeant("why is it waiting", past, reader);
  if (!ASKED.test(line) || !OF_ORDER.test(line)) return undefined;
  return ordersMeant(/\b(?:it|that|this|one|them|order|stop|limit)\b/.test(line) ? line : `${line} it`, past, reader);
};

/** What refers to something that was said or shown, which no open question asked for. */
const REFERRING: readonly Rule[] = [
  repeat,
  scale,
  reverse,
  takeQuote,
  insteadOf,
  askedOf,
  ordersMeant,
  amountMeant,
  sameFor,
];
const CHANGING: readonly Rule[] = [ofThisOrder, change, tokenMeant];
