import { chainOf } from "../../chain-of.ts";
import { buildVaultSwap } from "../../tools/build-vault-swap.ts";
import { crosschainTransfer } from "../../tools/crosschain-transfer.ts";
import { changeWords } from "./change-words.ts";
import { draftOfCall, wordsOfDraft } from "./draft-of-trade.ts";
import { ordersMeant } from "./orders-meant.ts";
import type { Meant, Past, Reader } from "./past.ts";
import { draftWords } from "./shown-offer.ts";
import { chainIn, ordersIn, tradeIn } from "./trade-in.ts";

type Rule = (line: string, past: Past, reader: Reader) => Meant | undefined;
const words = (text: string | undefined): Meant | undefined =>
  text === undefined ? undefined : { words: text };

/** "Set it to 1%", where slippage was spoken of; "the daily one", where limits were. */
export const itMeant: Rule = (line, { shown: [text = ""], words: of }, { read }) => {
  const spoken = `${of} ${text}`.toLowerCase();
  const named = spoken.includes("slippage")
    ? line.replace(/\b(?:it|that)\b/, "slippage")
    : spoken.includes("limit")
      ? line.replace(/\bone\b/, "limit")
      : line;
  const reading = named === line ? undefined : read(named);
  return reading?.kind === "call" && reading.unused === undefined ? { words: named } : undefined;
};

/** "Is 0x better?": the same trade, only looked at. */
export const venueAsked: Rule = (line, past, reader) => {
  const venue =
    /^(?:and |what about |how about )?(?:is |on |at |via )?(0x|uniswap|uni)(?: (?:any )?(?:better|cheaper))?$/.exec(
      line.replace(/\?$/, ""),
    )?.[1];
  const reading = /^is\b/.test(line) ? reader.read(draftWords(past, reader)) : undefined;
  const draft =
    reading?.kind === "call" && reading.tool === buildVaultSwap.name
      ? draftOfCall(reading, "", reader.coins)
      : undefined;
  return venue === undefined || draft === undefined
    ? undefined
    : words(wordsOfDraft({ ...draft, isQuote: true, venue: venue === "0x" ? "0x" : "uniswap" }));
};

const FITS =
  /\b(?:what(?:ever)?(?: still)? (?:fits|it can|is (?:left|there|possible|allowed))|what's (?:left|there|possible|allowed)|as much as (?:fits|possible|it can|i can|we can|allowed)|the max(?:imum)?|that much|max)$/;
const LEAVES =
  /\b(?:leaves|holds?|has|only|allows|at most|left)\b[^.;]*?\b([0-9][0-9,]*(?:\.[0-9]+)?) ([A-Z][A-Za-z0-9]{1,9})\b/i;
const REST =
  /\b([0-9][0-9,]*(?:\.[0-9]+)?) ([A-Z][A-Za-z0-9]{1,9}) (?:were |was |are |is )?(?:not (bought|sold)|left|unsold|remain)/i;

/** "Send what fits", "buy the rest": the figure that was shown for it. */
export const whatFits: Rule = (line, past, reader) => {
  const [text = ""] = past.shown;
  const [, most = "", of = ""] = (FITS.test(line) ? LEAVES.exec(text) : null) ?? [];
  if (most !== "") {
    const amount = most.replaceAll(",", "");
    return words(
      changeWords(past.words, `${amount} ${of.toLowerCase()}`, reader) ??
        changeWords(past.words, amount, reader),
    );
  }
  const [, rest = "", token = ""] =
    (/\bthe (?:rest|remainder|remaining)\b/.test(line) ? REST.exec(text) : null) ?? [];
  const [verb] = /^(?:buy|sell|swap)/.exec(line) ?? [];
  return verb === undefined || rest === ""
    ? undefined
    : words(
        `${verb} ${rest.replaceAll(",", "")} ${token} ${verb === "buy" ? "with" : "for"} usdc`.toLowerCase(),
      );
};

const ASKED =
  /^(?:and )?(?:what|what's|how|how's|when|why|is|has|did|does|where|status|show|progress)\b/;
const OF_ORDER =
  /\b(?:wait|waits|waiting|going|doing|status|run|running|fill|filled|fills|next|progress|far|left|stuck|trigger|fire|done|price|fail|failed|pause|paused)\b/;
const ARRIVED =
  /^(?:is|has|did|have)?(?: ?(?:it|they|that|the (?:money|funds|transfer|bridge)))?(?: ?(?:arrived?|landed?|there|come|came|through|in))+(?: yet| already| now)?$/;
const HOW_MUCH =
  /^(?:and )?(?:how (?:much|many)|what)(?: of (?:it|that|them))?(?: do| does)?(?: we| i| it| the vault)?(?: have| hold| own| is there| are there)?(?: of (?:it|that|them))?(?: left| now| in total| altogether)*$/;

/** What is asked about an order, a transfer or a token that was spoken of. */
export const askedOf: Rule = (line, past, reader) => {
  const { call, shown } = past;
  if (call?.tool === crosschainTransfer.name && ARRIVED.test(line))
    return words(
      `has the bridge of ${String(call.args.token)} to ${String(call.args.destinationChain)} ` +
        "arrived",
    );
  const { got } = tradeIn(shown[0] ?? "");
  if (got !== undefined && HOW_MUCH.test(line)) return words(`${got.token} balance`);
  const of = /^how (?:much|many) ([a-z]+)(?: (?:do|does|is|are|have) .*)?$/.exec(line)?.[1];
  if (of !== undefined && reader.coins.has(of)) return words(`${of} balance`);
  if (/^(?:but )?why(?: not| is that| so)?$/.test(line))
    return ordersMeant("why is it waiting", past, reader);
  if (!ASKED.test(line) || !OF_ORDER.test(line)) return undefined;
  return ordersMeant(
    /\b(?:it|that|this|one|them|order|stop|limit)\b/.test(line) ? line : `${line} it`,
    past,
    reader,
  );
};

const PERP = /\b([A-Z]{2,6})(?:[-/]USDC?)?(?: perp)? (long|short)\b/;

/** "Close half", behind a list of positions with leverage. */
/** "Take that off", behind a limit. */
export const limitOff: Rule = (line, { shown: [text = ""], words: of }, { read }) => {
  const isOff =
    /^(?:take|drop|remove|lift|get rid of|no more|without|lose) ?(?:it|that|the (?:limit|cap)(?: price)?|limit)?(?: off| away| again)?$/.test(
      line,
    );
  const [order] = ordersIn(text);
  if (
    !isOff ||
    order === undefined ||
    !/\b(?:limit|cap|or (?:lower|higher))\b/i.test(`${of} ${text}`)
  )
    return undefined;
  const off = `remove the limit price of order ${order.id}`;
  return read(off).kind === "call" ? { words: off } : undefined;
};

export const closeMeant: Rule = (line, { shown: [text = ""], words: of }, { read }) => {
  const [, market = "", side = ""] = PERP.exec(text) ?? [];
  const found =
    /^(close|reduce|exit)(?: (?:half|all|a quarter|a third|[0-9.]+ ?%))?(?: of (?:it|that))?$/.exec(
      line.replace(/ (?:it|that)(?: all)?$/, ""),
    );
  if (market === "" || found === null) return undefined;
  const venue = /\b(?:hl|hyperliquid)\b/i.test(`${of} ${text}`) ? "hyperliquid" : "gmx";
  const [verb = "", ...share] = line.replace(/ (?:of )?(?:it|that)$/, "").split(" ");
  const whole =
    `${verb} ${share.length > 0 ? `${share.join(" ")} of ` : ""}my ${market.toLowerCase()} ` +
    `${side} on ${venue}`;
  return read(whole).kind === "call" ? { words: whole } : undefined;
};

/** "Bring them back", behind what has arrived elsewhere. */
export const bringBack: Rule = (line, { shown, call }) => {
  const [, goal] =
    /^(?:bring|bridge|send|move|get) (?:it|them|that|those)(?: all)?(?: back)?(?: (?:to|over to) ([a-z]+))?$/.exec(
      line,
    ) ?? [];
  const { got } = tradeIn(shown[0] ?? "");
  const chain = chainIn(shown[0] ?? "");
  if (
    !/^(?:bring|bridge|send|move|get)\b/.test(line) ||
    !/\bback\b/.test(line) ||
    got === undefined ||
    chain === undefined
  )
    return undefined;
  const to = goal ?? String(call?.args.sourceChain ?? "base");
  return words(
    `bridge ${got.amount} ${got.token} from ${chainOf(chain).name} to ${to}`.toLowerCase(),
  );
};
