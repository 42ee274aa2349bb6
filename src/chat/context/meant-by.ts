import { getSwapQuote } from "../../tools/get-swap-quote.ts";
import { editTwapOrder } from "../../twap/tools/edit-twap-order.ts";
import { plainLine } from "../questions/plain-line.ts";
import { lex } from "../reader/lex.ts";
import { readingOf } from "../reader/reading-of.ts";
import type { FastPathReading } from "../run-turn.ts";
import { changeWords } from "./change-words.ts";
import { draftOfWords, isDollar } from "./draft-of-trade.ts";
import { isRead } from "./is-read.ts";
import {
  askedOf,
  bringBack,
  closeMeant,
  itMeant,
  limitOff,
  venueAsked,
  whatFits,
} from "./it-meant.ts";
import { ofResult } from "./of-result.ts";
import { ordersMeant } from "./orders-meant.ts";
import type { Meant, Past, Reader } from "./past.ts";
import { repeat, reverse, scale } from "./repeat.ts";
import { saysMore } from "./says-more.ts";
import { described, draftWords } from "./shown-offer.ts";
import { takeQuote } from "./take-quote.ts";
import { ordersIn, tradeIn } from "./trade-in.ts";

type Rule = (line: string, past: Past, reader: Reader) => Meant | undefined;

/** Said around what is changed. */
const BEFORE =
  /^(?:no|nope|nah|oh no|oh|uh|um|er|ah|ugh|lol|haha|n|k|kk|hold on|nvm|never ?mind|meh|btw|wait|sorry|typo|oops|actually|hmm*|ok|okay|good|great|nice|cool|fine|sure|and|but|then|now|well|so|yes|yeah|yep|also|maybe|rather|better|i mean|i meant|i said|let's say|say|like|make (?:it|that|them)|let it be|have it|do it|do|change (?:it|that) to|(?:move|raise|lower|set|put|bump|drop|cut|reduce|increase) (?:it|that|them|the price) to|(?:that's |it's |is )?(?:too (?:high|low|much|little|many|few|slow|fast)|not enough)|less|more|not that much|just|only|use|take(?! profit)|try|go (?:with|for)|what about|how about|with|the|not yet|not now|(?:forget|scratch|drop|cancel|ignore|leave|nix) (?:it|that|this)|(?:changed|change) (?:my|of) mind)(?:,|:|;|\.+| -)? /;
const AFTER =
  /,? ?(?:please|pls|sorry|rather|instead|then|i mean|i meant|actually|too|as well|again|though|now|for me|(?:is|are|(?:will|would) be) (?:enough|fine|ok|better|good|nice)|would do|will do|mate|thanks|obviously|of course|in that case|for now|first|tho|lol|haha|sry|obv|(?:till|until) (?:i|we) (?:say|tell)(?: .*)?)$/;

/**
 * What words mean by what was said before ("do it again", "same for WBTC", "make it 12 slices",
 * "sell half of what I bought", "pause it", "other way round"), as the whole command. Undefined
 * where nothing before them gives them one. It is words, and read again: nothing is known of what
 * was only shown but its figures.
 * @example meantBy("double that", { words: "buy 50 usdc of link", ... }, reader)
 * // { words: "sell 100 usdc for link" }
 */
export function meantBy(
  own: string,
  past: Past,
  reader: Reader,
  which: "refers" | "changes" | "either" = "either",
): Meant | undefined {
  // "/again", "2600*": the marks of a bot's command and of a slip put right.
  const line = plainLine(own.replace(/\?+$/, "").replace(/^\/(?=[a-z])|\*+/gi, ""));
  if (line === undefined || (past.words === "" && past.shown.length === 0)) return undefined;
  const reading = reader.read(own);
  const isChange = which === "changes";
  if (reading.kind === "call" && reading.unused === undefined && !isChange) return undefined;
  // A trade with its amount and its token asks for no other's slots.
  const { side, amount, token } =
    reading.kind === "ask" ? (draftOfWords(line, reader.coins) ?? {}) : {};
  if (side !== undefined && amount !== undefined && token !== undefined) return undefined;
  for (const rule of [
    ...(which === "changes" ? [] : REFERRING),
    ...(which === "refers" ? [] : CHANGING),
  ]) {
    for (const part of rule === change ? [line] : framed(line)) {
      const meant = rule(part, past, reader);
      if (meant === undefined || !("ask" in meant || reader.read(meant.words).kind !== "pass"))
        continue;
      if ("ask" in meant) return meant;
      const isOwn = REFERRING.includes(rule) && !CHANGES.includes(rule);
      return {
        ...meant,
        isOwn,
        isGuess: !isLook(reader.read(meant.words)) && saysMore(line, reader.coins),
      };
    }
  }
  return undefined;
}

const isLook = (reading: FastPathReading): boolean =>
  reading.kind !== "call" || isRead(reading.tool);

const words = (text: string | undefined): Meant | undefined =>
  text === undefined ? undefined : { words: text };

const SAME_FOR =
  /^(?:(?:now|and|do|also|then|(?:make |put |set |open |create )?(?:a )?new one,?|make|set (?:it|that) up|open|create) )*(?:(?:the )?(?:same|likewise|ditto)(?: thing| again| order| trade| amount)?,?|(?:one|once) more(?: time| of (?:those|them|these))?,?|one|another(?: one)?|again,?|(?:a )?new one,?|repeat(?: it| that)?,?)(?: (?:for|with|w|in|on|but|to|of|at|and))*(?: (?:with|on|for|in|of|only))? (.+)$/;

/** "Same for WBTC", "another one at 2900". */
const sameFor: Rule = (line, past, reader) =>
  sameWith(SAME_FOR.exec(line)?.[1], line, past, reader);
/** "And of WBTC". */
const andFor: Rule = (line, past, reader) =>
  sameWith(/^and (?:(?:of|for|in|on|with) )?(.+)$/.exec(line)?.[1], line, past, reader);

function sameWith(
  part: string | undefined,
  line: string,
  past: Past,
  reader: Reader,
): Meant | undefined {
  const of = draftWords(past, reader);
  if (part === undefined || of === "") return undefined;
  const led = /\b(?:for|at|with|in|on|of|to|but)\b/.exec(line.slice(0, line.length - part.length));
  const scaled = scale(part, past, reader);
  if (scaled !== undefined) return scaled;
  const isFor = led?.[0] === "for" && !/[0-9]|\b(?:half|all)\b/.test(part);
  return words(
    changeWords(of, isFor ? `for ${part}` : part, reader) ?? changeWords(of, part, reader),
  );
}

/** A whole command behind words that take back what was before it. */
const behindFrame: Rule = (line, _past, { read }) => {
  const reading = read(line);
  // "Wait" is said to us, and to no order.
  return reading.kind === "call" && reading.unused === undefined && !BEFORE.test(line)
    ? { words: line }
    : undefined;
};

/** "Cancel it and set one at 2100": the one is done, and the other waits for its end. */
const firstOfTwo: Rule = (line, past, reader) => {
  const [, one = "", other = ""] =
    /^((?:cancel|drop|kill|delete|pause|skip)\b.+?),?(?: and(?: then)?| then|,) (.+)$/.exec(line) ??
    [];
  const first = one === "" ? undefined : ordersMeant(one, past, reader);
  if (first === undefined || !("words" in first)) return undefined;
  const part = other.replace(
    /^(?:i want|set|make|put|open|create|do)(?: (?:it|one|a new one|another))?(?: (?:at|to|for)(?= ))? ?/,
    "",
  );
  const second = changeWords(described(past, reader) ?? draftWords(past, reader), part, reader);
  return second === undefined ? undefined : { words: first.words, next: second };
};

const insteadOf: Rule = (line, past, reader) => {
  const of = draftWords(past, reader);
  const [, fresh, old, rest] =
    /^(?:no,? )?(.+?),? (?:instead of|not|and not|rather than) ([^,]+)(?:, (.+))?$/.exec(
      line.replace(/^not (?:on |via |in |with |to )?([^,]+), (?:but )?(.+)$/, "$2 not $1"),
    ) ?? [];
  const command = plainLine(of);
  if (fresh === undefined || old === undefined || command === undefined) return undefined;
  const at = ` ${command} `.indexOf(` ${old} `);
  if (at < 0 || rest !== undefined) {
    const changed = changeWords(of, fresh, reader);
    return words(
      changed === undefined || rest === undefined ? changed : changeWords(changed, rest, reader),
    );
  }
  const changed = ` ${command} `.replace(` ${old} `, ` ${fresh} `).trim();
  return reader.read(changed).kind === "pass"
    ? words(changeWords(of, fresh, reader))
    : words(changed);
};

/** Any part of the last command said anew. */
const change: Rule = (line, past, reader) => {
  const parts = [...framed(line)].filter((part) => !OF_ANOTHER.test(part));
  const edited = isOrderShown(past) ? editOf(parts, past, reader) : undefined;
  if (edited !== undefined) return edited;
  // A trade behind a quote is no other quote.
  const isTrade =
    past.call?.tool === getSwapQuote.name && [...framed(line)].some((part) => TRADES.test(part));
  if (draftWords(past, reader) === "" || isTrade) return undefined;
  const reading = reader.read(past.words);
  const {
    shown: [text = ""],
  } = past;
  const asked = reading.kind === "ask" ? reading.ask.completes : [];
  // A price or a pace alone belongs to what was about to be done, and to no look between.
  const of = draftWords(past, reader);
  const isLook =
    of === past.words && past.call?.tool === getSwapQuote.name && past.before !== undefined;
  const drafts = isLook ? [past.before ?? "", of] : [of];
  for (const of of drafts)
    for (const part of parts) {
      const changed = changeWords(of, part, reader, text);
      if (changed !== undefined) return words(changed);
      const value = figureIn(part, reader);
      const filled = asked
        .map((template) => template.replace("{}", value))
        .find((each) => reader.read(each).kind === "call");
      if (filled !== undefined) return words(filled);
    }
  return undefined;
};

/** An order that is there, said anew in part. */
function editOf(parts: readonly string[], past: Past, reader: Reader): Meant | undefined {
  // A number alone is another order's.
  if (parts.some((part) => /^#?[0-9]+$/.test(part))) return undefined;
  for (const part of parts)
    for (const edit of BEFORE.test(part) ? [] : EDITS.map((each) => each.replace("{}", part))) {
      const edited = ordersMeant(edit, past, reader);
      if (edited !== undefined && "words" in edited && isEdit(reader.read(edited.words)))
        return edited;
    }
  return undefined;
}

const isOrderShown = ({ shown, call }: Past): boolean =>
  ordersIn(shown[0] ?? "").length > 0 || typeof call?.args.id === "number";

/** "Nine" in digits. */
function figureIn(part: string, { coins }: Reader): string {
  const [only, ...others] = lex(part, coins);
  return others.length > 0 ? part : (readingOf(only, "number") ?? part);
}

/** What is done with something that was spoken of is no part of what was said. */
const OF_ANOTHER =
  /\b(?:sell|swap|buy|stake|bridge|put|send|convert|use|stop)\b.*\b(?:that|it|those|there|proceeds|bought)\b/;

/** How an edit of an order is said. */
const EDITS = ["change it to {}", "cut the rest of it in {}", "{} on it", "{} of it", "it {}"];

/** An order that exists is edited; a card of one is still to be changed. */
const isEdit = (reading: FastPathReading): boolean =>
  reading.kind === "call" && reading.tool === editTwapOrder.name;

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
  const verb = /^.+, ((?:sell|buy|swap|get|make it|do) .+)$/.exec(line)?.[1];
  if (verb !== undefined) yield verb;
  // Talk before it says nothing of it.
  const [, talk = "", last] = /^(.+?)[.!;] (.+)$/.exec(line) ?? [];
  if (last !== undefined && !/[0-9]|\b(?:don'?t|do not|never|if|when)\b/.test(talk))
    yield* framed(last);
}

/** "Pause", "skip the next slice", with one order in what was shown. */
const ofThisOrder: Rule = (line, past, reader) => {
  const reading = reader.read(line);
  const [order, ...others] = ordersIn(past.shown[0] ?? "");
  if (order === undefined || others.length > 0) return undefined;
  const verb =
    reading.kind === "ask" ? reading.ask.orders?.words : GOES_ON.test(line) ? "resume" : undefined;
  return verb === undefined ? undefined : ordersMeant(`${verb} it`, past, reader);
};

const GOES_ON =
  /\b(?:go on|carry on|continue|keep going)$|^(?:start|restart|resume|run)(?: again)?$/;

const TRADES = /^(?:buy|sell|swap|get|bid|dca|twap) /;
const DOES =
  /\b(?:sell|buy|swap|get|bid|dca|twap|stake|unstake|bridge|send|wrap|unwrap|limit|stop|tp|take|profit|close|quote|price|balance|convert|put|trade)\b/;

/** A trade that names no token is of the one that was spoken of. */
const tokenMeant: Rule = (line, { call, shown, own }, { read, coins }) => {
  if (!DOES.test(line) || lex(line, coins).some((item) => readingOf(item, "coin") !== undefined))
    return undefined;
  const {
    tokenIn,
    tokenOut,
    token,
    sellToken,
    buyToken,
    amountIn,
    amountOut,
    totalAmount,
    amount,
  } = call?.args ?? {};
  const last = lex(own, coins).flatMap((item) => readingOf(item, "coin") ?? []);
  const spoken = [
    token,
    tokenIn,
    tokenOut,
    sellToken,
    buyToken,
    tradeIn(shown[0] ?? "").got?.token,
    ...last,
  ];
  const named =
    spoken.find((each) => typeof each === "string" && !isDollar(each)) ??
    (line.startsWith("bridge") ? token : undefined);
  if (typeof named !== "string") return undefined;
  const bare = line.replace(/ of (?:it|them|that)$/, "");
  const figures = lex(bare, coins).filter((item) => readingOf(item, "number") !== undefined);
  const places = [...figures.map(({ end }) => end), bare.length];
  const known = amountIn ?? amountOut ?? totalAmount ?? amount;
  const whole = [
    ...places.map((at) => `${bare.slice(0, at)} ${named}${bare.slice(at)}`),
    ...(known === undefined ? [] : [`${bare} on ${String(known)} ${named}`]),
  ];
  const isWholly = (reading: FastPathReading): boolean =>
    reading.kind === "call" && reading.unused === undefined;
  return words(
    whole.find((each) => isWholly(read(each))) ??
      (TRADES.test(bare) ? whole.find((each) => read(each).kind === "ask") : undefined),
  );
};

/** What refers to something that was said or shown, which no open question asked for. */
const REFERRING: readonly Rule[] = [
  repeat,
  scale,
  reverse,
  takeQuote,
  insteadOf,
  askedOf,
  firstOfTwo,
  itMeant,
  venueAsked,
  sameFor,
  behindFrame,
  closeMeant,
  limitOff,
  whatFits,
  ordersMeant,
  bringBack,
  ofResult,
  andFor,
];
/** Of those, what says the same command otherwise. */
const CHANGES: readonly Rule[] = [scale, takeQuote, insteadOf];
const CHANGING: readonly Rule[] = [ofThisOrder, change, tokenMeant];
