import { getCrosschainQuote } from "../../tools/get-crosschain-quote.ts";
import { getSwapQuote } from "../../tools/get-swap-quote.ts";
import { changedTrade } from "./change-words.ts";
import { draftOfCall, wordsOfDraft } from "./draft-of-trade.ts";
import type { Meant, Past, Reader } from "./past.ts";
import { shownOffer } from "./shown-offer.ts";

const GOOD =
  "(?:(?:ok|okay|good|great|fine|nice|cool|yes|perfect|sure|alright|deal|then|so|hm+),? )*";
const TAKEN = new RegExp(
  `^${GOOD}(?:do (?:it|that)|go(?: ahead| for it)?|(?:swap|trade|take|execute|buy|sell|make) ` +
    "(?:it|that|them)|execute|proceed|trade|let's do it|deal|yes|ok)(?: then| now| there)?$",
);
const DOES = new RegExp(
  `^${GOOD}(?:(?:i(?:'ll|'d)?|let's|please|just|only) ` +
    `)*(do|take|swap|trade|execute|buy|sell|get|grab|have|make it|go (?:with|for))\\b(?: ` +
    "(?:it|that|me))? ?(.*)$",
);

/** Nothing but assent, said otherwise than a bare yes. */
const AGREES =
  /^(?:(?:yes|yeah|yea|yep|yup|ya|y|ok|okay|sure|go|ahead|do|it|that|please|confirm(?:ed)?|right|correct|fine|good|great|perfect|agreed|approve|sounds|looks|to|trade|now|then|for|lets|let's|send|all|true|proceed|execute|=|,) ?)+$/;

/**
 * What was quoted, or is ready to be traded, is traded, with what is said of it beside: another
 * amount, a venue, a price to wait for.
 */
export const takeQuote = (
  line: string,
  { call, words, shown, before }: Past,
  reader: Reader,
): Meant | undefined => {
  const isTaken = TAKEN.test(line);
  const isAgreed = (isTaken && !/\b(?:buy|sell|make)\b/.test(line)) || AGREES.test(line);
  const offer = isAgreed ? shownOffer({ shown, call }, reader, true) : undefined;
  if (offer !== undefined) return { words: offer };
  if (
    call?.tool === getCrosschainQuote.name &&
    (isTaken || /^(?:ok |then )*(?:send|bridge|move)(?: (?:it|that|them))?(?: then)?$/.test(line))
  ) {
    const { token, amount, destinationChain, sourceChain } = call.args;
    return {
      words: (
        `bridge ${String(amount)} ${String(token)} ` +
        `${sourceChain === undefined ? "" : `from ${String(sourceChain)} `}to ` +
        `${String(destinationChain)}`
      ).toLowerCase(),
    };
  }
  const quoted =
    call?.tool === getSwapQuote.name ? draftOfCall(call, words, reader.coins) : undefined;
  if (quoted === undefined) return undefined;
  const { isQuote: _, ...draft } = quoted;
  const [, verb = "", rest = ""] = DOES.exec(line) ?? [];
  if (isTaken && verb !== "buy") return { words: wordsOfDraft(draft) };
  // What was about to be done before the price was asked for is changed by it.
  if (verb === "" || (before !== undefined && verb === "make it")) return undefined;
  // Of what a token costs so many are bought.
  const isBought =
    verb === "buy" || (TAKES.test(verb) && PRICED.test(words) && /^[0-9a-z.]+$/.test(rest));
  const side = isBought ? "buy " : verb === "sell" ? "sell " : "";
  const { amount, ...pair } = draft;
  const isFor = TAKES.test(verb) && PRICED.test(words) && /^for /.test(rest);
  const changed = isFor
    ? changedTrade({ ...pair, side: "buy" }, rest, reader)
    : changedTrade({ ...pair, ...(amount !== undefined && { amount }) }, `${side}${rest}`, reader);
  return changed === undefined || reader.read(changed).kind !== "call"
    ? undefined
    : { words: changed };
};

const TAKES = /^(?:buy|take|get|grab|have)$/;
/** A price was asked for, and no trade. */
const PRICED = /\b(?:price|how much|what's|cost|rate|at)\b/i;
