import { chainOf } from "../../chain-of.ts";
import { getSwapQuote } from "../../tools/get-swap-quote.ts";
import { changedTrade } from "./change-words.ts";
import { isRead } from "./is-read.ts";
import type { Meant, Past, Reader } from "./past.ts";
import { timesShare } from "./times-share.ts";
import { amountsIn, chainIn, isDone, type ShownAmount, tradeIn } from "./trade-in.ts";

const FRACTION =
  "(?:half|a half|one half|a quarter|one quarter|a third|one third|two thirds|three " +
  "quarters|a tenth|[0-9.]+ ?%|all|the (?:whole|rest))";
const GOT =
  "(?:all )?(?:(?:that|it|them)(?: all)?|those|these|this|the " +
  "proceeds|(?:what|everything|the [a-z0-9]+) (?:i|we|you) (?:just )?(?:bought|got|received))";
const THAT = new RegExp(
  `\\b(?:(${FRACTION}) (?:of )?)?${GOT}\\b|\\b(${FRACTION})(?=$| (?:to|into|for|in) )`,
);
const PERCENTS: Readonly<Record<string, string>> = {
  ...{ half: "50", "a half": "50", "one half": "50", "a quarter": "25", "one quarter": "25" },
  ...{
    "a third": "33.3333",
    "one third": "33.3333",
    "two thirds": "66.6666",
    "three quarters": "75",
    "a tenth": "10",
  },
};

/**
 * What is done with what a trade gave or a balance shows ("sell half of that", "stake it", "tp at
 * 2900", "sell the dai"): so much of it. Not of what was only offered or quoted.
 */
export function ofResult(line: string, past: Past, reader: Reader): Meant | undefined {
  const [text = ""] = past.shown;
  const { call } = past;
  const isOffer = /\?|\bcard\b|\bready\b/i.test(text);
  const isThere =
    isDone(text) ||
    (!isOffer && (call === undefined || (call.tool !== getSwapQuote.name && isRead(call.tool))));
  const found = THAT.exec(line);
  const { gave, got } = tradeIn(text);
  if (got === undefined || CUT.test(line) || DENIED.test(line.replace(THAT, " "))) return undefined;
  const chain =
    /\bthere\b/.test(line) || /\barrived on\b/i.test(text)
      ? (chainIn(text) ?? undefined)
      : undefined;
  const on = chain === undefined ? "" : ` on ${chainOf(chain).name.toLowerCase()}`;
  // What is still asked about is not there yet.
  const isOf = found !== null && found[0] !== line && (isThere || !isOffer);
  const put = isOf ? placed(line, found, got) : undefined;
  if (put !== undefined) {
    const said = put
      .replace(/\bthere\b/, "")
      .replace(/^once +/, "")
      .replace(/ +/g, " ")
      .trim();
    const whole = [`${said}${on}`, `${said}${on} for ${gave?.token ?? "usdc"}`].find((each) =>
      isWholly(reader, each),
    );
    if (whole !== undefined) return { words: whole };
  }
  if (!isThere || !DOES.test(line)) return undefined;
  const said = line
    .replace(THAT, (_, one: string | undefined, other: string | undefined) => one ?? other ?? "")
    .replace(/\b(?:there|again|back|on $)\b/g, " ")
    .replace(/ +/g, " ")
    .replace(/ on$/, "")
    .trim();
  const named = amountsIn(text).find(
    ({ token }) =>
      new RegExp(`\\b${token.toLowerCase()}\\b`).test(said) &&
      /\bsell|dump|swap|convert|exchange\b/.test(said),
  );
  const of = named ?? got;
  const draft = {
    ...{ side: "sell" as const, token: of.token.toLowerCase(), amount: of.amount },
    ...(gave !== undefined && of === got && { counter: gave.token.toLowerCase() }),
    ...(chain !== undefined && { chain: chainOf(chain).name }),
  };
  const changed = changedTrade(draft, said, reader);
  return changed !== undefined && isWholly(reader, changed) ? { words: changed } : undefined;
}

/** What is cut is the trade that was spoken of, and not what it gave. */
const CUT = /^(?:split|spread|cut|divide|break)\b/;
const DENIED = /\b(?:don't|not|never|why|should|would|could|if|what|how|did)\b/;
/** A trade of something that is there. */
const DOES =
  /\b(?:sell|swap|convert|exchange|dump|put|use|throw|stick|chuck|roll|take profit|tp|stop|sl|stop loss|invest|turn|move|rotate|trade)\b/;

const isWholly = ({ read }: Reader, words: string): boolean => {
  const reading = read(words);
  return reading.kind === "call" && reading.unused === undefined;
};

function placed(line: string, found: RegExpExecArray, { amount, token }: ShownAmount): string {
  const share = found[1] ?? found[2] ?? "";
  const percent = PERCENTS[share] ?? /^([0-9.]+) ?%$/.exec(share)?.[1] ?? "100";
  const said = `${timesShare(amount, percent)} ${token}`;
  return `${line.slice(0, found.index)}${said}${line.slice(found.index + found[0].length)}`.replace(
    / again$/,
    "",
  );
}
