import { buildVaultSwap } from "../../tools/build-vault-swap.ts";
import { crosschainTransfer } from "../../tools/crosschain-transfer.ts";
import { getSwapQuote } from "../../tools/get-swap-quote.ts";
import { createTriggerOrder } from "../../triggers/tools/create-trigger-order.ts";
import { createTwapOrder } from "../../twap/tools/create-twap-order.ts";
import { skipTwapSlice } from "../../twap/tools/skip-twap-slice.ts";
import type { Ask } from "../ask.ts";
import { plainLine } from "../questions/plain-line.ts";
import { changeWords } from "./change-words.ts";
import { isRead } from "./is-read.ts";
import { ordersMeant } from "./orders-meant.ts";
import type { Meant, Past, Reader } from "./past.ts";
import { draftWords, shownDone } from "./shown-offer.ts";
import { timesShare } from "./times-share.ts";
import { amountsIn, isDone, tradeIn } from "./trade-in.ts";

type Rule = (line: string, past: Past, reader: Reader) => Meant | undefined;
const words = (text: string | undefined): Meant | undefined =>
  text === undefined ? undefined : { words: text };

const REPEAT =
  /^(?:(?:do|run|send|make|place|buy|sell|swap|and|trade) )?(?:(?:it|that|this|the) )?(?:same(?: thing| trade| order| one)?(?: again)?|again|repeat(?: (?:it|that|this))?|once (?:more|again)|one more(?: time| of (?:those|them))?|another(?: one| round)?|(?:it|that) (?:again|once (?:more|again)|one more time)|ditto|redo(?: (?:it|that))?|rerun(?: (?:it|that))?|(?:and )?now|still|(?:check|look|refresh|update)(?: (?:it|that))?(?: again)?)$/;

/** Nothing is done by them again. */
const LOOKS = /now$|^(?:still|check|look|refresh|update)\b/;

/** The last command once more. "And now" only looks again. */
export const repeat: Rule = (line, past, reader) => {
  const { words: of, call } = past;
  const slice = ordersMeant(line, past, reader);
  if (call?.tool === skipTwapSlice.name && slice !== undefined) return slice;
  // "Sell it again" behind a purchase sells what was bought.
  const [verb] = /^(?:buy|sell) (?:it|that)/.exec(line)?.[0].split(" ") ?? [];
  if (!REPEAT.test(line) || (verb !== undefined && !of.toLowerCase().includes(verb)))
    return undefined;
  // What was made and is over has more to it than what it gave.
  if (call === undefined && /\bcompleted\b|\bfilled\b/i.test(past.shown[0] ?? "") && of === "")
    return undefined;
  if (LOOKS.test(line) && (call === undefined || !isRead(call.tool))) return undefined;
  return words(call === undefined ? (shownDone(past, reader) ?? of) : of);
};

const TIMES: Readonly<Record<string, string>> = {
  ...{
    double: "200",
    twice: "200",
    triple: "300",
    quadruple: "400",
    half: "50",
    halve: "50",
    "half of": "50",
  },
  ...{ "2x": "200", "3x": "300", "10x": "1000", "a quarter of": "25", "a third of": "33.3333" },
};
const OF_IT =
  "(?: (?:of )?(?:that|it|them|this|the (?:amount|size)|as much|the same))?(?: " +
  "(?:amount|size|only|please))?";
const SCALE = new RegExp(
  "^(?:(?:do|make|just|only|for|and) )*(?:it " +
    `)?(${Object.keys(TIMES).join("|")})${OF_IT}(?:,? (?:(?:and|but) )?(.+))?$`,
);

/**
 * "Double that", "half of it at 54000": the last command's amount times so much, with what else is
 * said of it.
 */
export const scale: Rule = (line, past, reader) => {
  const [, times = "", rest] = SCALE.exec(line) ?? [];
  const percent = TIMES[times];
  const { amount } = amountOf({ call: callOf(draftWords(past, reader), reader) });
  if (percent === undefined || amount === undefined || past.call?.tool === getSwapQuote.name)
    return undefined;
  const of = draftWords(past, reader);
  const scaled = changeWords(of, timesShare(amount, percent), reader);
  if (scaled === undefined || rest === undefined) return words(scaled);
  return /^(?:of|my|the|an?)\b/.test(rest) ? undefined : words(changeWords(scaled, rest, reader));
};

function callOf(words: string, { read }: Reader): Past["call"] {
  const reading = read(words);
  return reading.kind === "call" ? reading : undefined;
}

/** The figure of the last command that is its amount. */
export function amountOf({ call }: Pick<Past, "call">): { amount: string | undefined } {
  const { amountIn, amountOut, totalAmount, amount } = call?.args ?? {};
  const figure = amountIn ?? amountOut ?? totalAmount ?? amount;
  return { amount: typeof figure === "string" && call?.share === undefined ? figure : undefined };
}

const REVERSE =
  /^(?:(?:do|now|and|go|no|then) )*(?:the )?(?:reverse(?: it| that)?|opposite|other way(?: (?:round|around))?|vice versa|(?:swap|trade|turn|change|convert) (?:it|that|them) back(?: again)?|back again|back|reverse the (?:trade|swap)|flip it|(?:buy|sell|get) (?:it|that|them|everything) back(?: again)?)$/;
const UNDO =
  /^(?:(?:please|can you|now) )?(?:undo(?: (?:it|that|this|the last one))?|take (?:it|that) back|revert(?: (?:it|that))?|roll (?:it|that) back|(?:(?:put|set|change) (?:it|that)|go) back(?: to (?:what|how) it was)?|as it was|back to (?:what|how) it was)$/;
const WAS = /\b(?:was|from) ([0-9.]+ ?%?)/i;
/** What each change of an order is taken back by. */
const BACK: readonly (readonly [RegExp, string])[] = [
  [/^(?:pause|hold|suspend|halt|stop)\b/, "resume"],
  [/^(?:resume|unpause|restart|start|continue)\b/, "pause"],
];
/** What gives back what it took. */
const TAKES_BACK: readonly (readonly [RegExp, string])[] = [
  [/^unstake\b/, "stake"],
  [/^stake\b/, "unstake"],
  [/^enable\b/, "disable"],
  [/^disable\b/, "enable"],
];

/**
 * What was done last, the other way round: a swap, a pause, a setting of which the earlier value
 * was shown, an order that was made.
 */
export const reverse: Rule = (line, past, reader) => {
  const isUndo = UNDO.test(line);
  if (!REVERSE.test(line) && !isUndo) return undefined;
  const was = WAS.exec(past.shown[0] ?? "")?.[1];
  if (isUndo && was !== undefined) return words(changeWords(past.words, was, reader));
  const isTrade = past.call?.tool === buildVaultSwap.name || past.call?.tool === getSwapQuote.name;
  if (past.call?.tool === crosschainTransfer.name && isDone(past.shown[0] ?? "")) {
    const { token, amount, destinationChain, sourceChain } = past.call.args;
    return words(
      (
        `bridge ${String(amount)} ${String(token)} from ${String(destinationChain)} to ` +
        `${String(sourceChain ?? "base")}`
      ).toLowerCase(),
    );
  }
  if (isTrade || past.call === undefined) {
    const back = reversed(past);
    if (back !== undefined) return words(back);
  }
  const of = plainLine(past.words) ?? "";
  const [pattern, verb] = BACK.find(([said]) => said.test(of)) ?? [];
  if (pattern !== undefined && past.call?.args.id !== undefined)
    return words(`${verb} order ${String(past.call.args.id)}`);
  const [said, other = ""] = TAKES_BACK.find(([each]) => each.test(of)) ?? [];
  if (said !== undefined && reader.read(of.replace(said, other)).kind === "call")
    return words(of.replace(said, other));
  if (!isUndo) return undefined;
  const isMade =
    past.call === undefined ||
    past.call.tool === createTwapOrder.name ||
    past.call.tool === createTriggerOrder.name;
  return isMade ? ordersMeant("cancel it", past, reader) : { ask: cannotUndo(past) };
};

/** What cannot be taken back is said, with a look at what it was done to. */
function cannotUndo({ words: of, call }: Past): Ask {
  const id = call?.args.id;
  const look = typeof id === "number" ? `show order ${id}` : "list twap orders";
  return {
    text: `Nothing takes back "${of}", and nothing was changed. To see how it stands:`,
    options: [{ label: look, words: look }],
    completes: [],
    of,
  };
}

/** What a swap gave is sold for what it took. Of one that is not done its own amount is sold. */
function reversed({ call, shown: [text = ""] }: Past): string | undefined {
  const { gave, got } = tradeIn(text);
  if (call === undefined)
    return gave === undefined || got === undefined || !isDone(text)
      ? undefined
      : `sell ${got.amount} ${got.token} for ${gave.token}`;
  const { tokenIn, tokenOut, amountIn, amountOut } = call.args;
  if (call.tool === getSwapQuote.name)
    return `quote ${String(amountIn ?? amountOut)} ${String(tokenOut)} to ${String(tokenIn)}`;
  const isGot = got !== undefined && got.token.toLowerCase() === String(tokenOut).toLowerCase();
  const isOut = isGot || amountOut !== undefined;
  const shown = amountsIn(text).find(
    ({ token }) => token.toLowerCase() === String(tokenOut).toLowerCase(),
  );
  const amount = isGot
    ? got.amount
    : (amountOut ?? shown?.amount ?? (isDone(text) ? undefined : amountIn));
  return amount === undefined && !isOut
    ? undefined
    : `sell ${String(amount)} ${String(tokenOut)} for ${String(tokenIn)}`;
}
