import { buildVaultSwap } from "../../tools/build-vault-swap.ts";
import { getSwapQuote } from "../../tools/get-swap-quote.ts";
import { chainOf } from "../../chain-of.ts";
import { findTool } from "../../tables/find-tool.ts";
import { plainLine } from "../questions/plain-line.ts";
import { changeWords } from "./change-words.ts";
import { ordersMeant } from "./orders-meant.ts";
import type { Meant, Past, Reader } from "./past.ts";
import { chainIn, type ShownAmount, tradeIn } from "./shown-facts.ts";
import { timesShare } from "./times-share.ts";

type Rule = (line: string, past: Past, reader: Reader) => Meant | undefined;

/** Said around what is changed. */
const BEFORE =
  /^(?:no|nope|oh no|oh|wait|sorry|actually|hmm?|ok|okay|good|great|nice|cool|fine|and|but|then|now|well|oops|so|yes|yeah|also|maybe|rather|better|i mean|i meant|i said|make (?:it|that|them)|let it be|have it|change (?:it|that) to|too high|too low|too much|just|only|use|take|try|what about|how about|with|the)(?:,|:|\.\.\.| -)? /;
const AFTER = /,? ?(?:please|pls|sorry|rather|instead|then|i mean|i meant|actually|too|as well|again|though|now|for me|is enough|is fine|would do|will do|mate|thanks)$/;

/**
 * What words mean by what was said before ("do it again", "same for WBTC", "make it 12 slices", "sell half of what I bought", "pause it", "other way round"), as the
 * whole command. Undefined where nothing before them gives them one. It is words, and read again: nothing is known of what was only shown but its figures.
 * @example meantBy("double that", { words: "buy 50 usdc of link", ... }, reader) // { words: "buy 100 usdc of link" }
 */
export function meantBy(own: string, past: Past, reader: Reader): Meant | undefined {
  const line = plainLine(own.replace(/\?+$/, ""));
  if (line === undefined || (past.words === "" && past.shown.length === 0)) return undefined;
  const reading = reader.read(own);
  if (reading.kind === "call" && reading.unused === undefined) return undefined;
  for (const rule of RULES) {
    const meant = rule(line, past, reader);
    if (meant !== undefined && ("ask" in meant || reader.read(meant.words).kind !== "pass")) return meant;
  }
  return undefined;
}

const words = (text: string | undefined): Meant | undefined => (text === undefined ? undefined : { words: text });

const REPEAT =
  /^(?:(?:do|run|send|make|place|buy|sell|swap|and|trade) )?(?:(?:it|that|this|the) )?(?:same(?: thing| trade| order| one)?(?: again)?|again|repeat(?: (?:it|that|this))?|once more|one more(?: time)?|another(?: one| round)?|(?:it|that) (?:again|once more|one more time)|ditto)$/;

const repeat: Rule = (line, { words: of }) => (REPEAT.test(line) ? words(of) : undefined);

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
function amountOf({ call }: Past): { amount: string | undefined } {
  const { amountIn, amountOut, totalAmount, amount } = call?.args ?? {};
  const figure = amountIn ?? amountOut ?? totalAmount ?? amount;
  return { amount: typeof figure === "string" && call?.share === undefined ? figure : undefined };
}

const SAME_FOR = /^(?:(?:do )?(?:the )?(?:same|likewise|ditto)(?: thing| again| order| trade)?,? (?:for|with|in|on|but|to)(?: with| on| for| in)?|and (?:of|for|in|on|with)|and) (.+)$/;

const sameFor: Rule = (line, { words: of }, reader) => {
  const part = SAME_FOR.exec(line)?.[1];
  return part === undefined || of === "" ? undefined : words(changeWords(of, part, reader));
};

const REVERSE =
  /^(?:(?:do|now|and|go|no|then) )*(?:the )?(?:reverse(?: it| that)?|opposite|other way(?: (?:round|around))?|vice versa|(?:swap|trade|turn|change) (?:it|that|them) back(?: again)?|back again|back|reverse the (?:trade|swap)|flip it)$/;
const UNDO = /^(?:(?:please|can you|now) )?(?:undo(?: (?:it|that|this|the last one))?|take (?:it|that) back|revert(?: (?:it|that))?|roll (?:it|that) back)$/;

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
  if (call?.tool === getSwapQuote.name) return `quote ${String(amountIn ?? amountOut)} ${String(tokenOut)} to ${String(tokenIn)}`;
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

const TAKEN = /^(?:(?:ok|okay|good|great|fine|nice|cool|yes|perfect|sure|alright),? )*(?:do (?:it|that)|go(?: ahead| for it)?|(?:swap|trade|take|execute|buy|sell|make) (?:it|that)|let's do it|deal|yes|ok|take (?:the )?(?<venue>[a-z0-9]+))$/;

/** What was quoted is traded. */
const takeQuote: Rule = (line, { call }, reader) => {
  const found = TAKEN.exec(line);
  if (found === null || call?.tool !== getSwapQuote.name) return undefined;
  const { tokenIn, tokenOut, amountIn, amountOut, chain, dex } = call.args as Record<string, string | undefined>;
  const where = `${chain === undefined ? "" : ` on ${chain}`}${dex === undefined ? "" : ` via ${dex}`}`;
  const trade =
    amountIn === undefined ? `buy ${amountOut} ${tokenOut} with ${tokenIn}${where}` : `sell ${amountIn} ${tokenIn} for ${tokenOut}${where}`;
  const { venue } = found.groups ?? {};
  return words(venue === undefined || reader.read(`${trade} via ${venue}`).kind === "call" ? trade + (venue === undefined ? "" : ` via ${venue}`) : undefined);
};

const FRACTION = "(?:half|a half|a quarter|one quarter|a third|one third|two thirds|three quarters|a tenth|[0-9.]+ ?%|all|the (?:whole|rest))";
const THAT = new RegExp(
  `\\b(?:(${FRACTION}) (?:of )?)?(?:that|it|them|those|these|this|the proceeds|(?:what|everything|the [a-z0-9]+) (?:i|we|you) (?:just )?(?:bought|got|received))\\b`,
);
const PERCENTS: Readonly<Record<string, string>> = {
  ...{ half: "50", "a half": "50", "a quarter": "25", "one quarter": "25", "a third": "33.3333", "one third": "33.3333" },
  ...{ "two thirds": "66.6666", "three quarters": "75", "a tenth": "10" },
};

/** "Half of that", "the proceeds", "what I bought": so much of what the last trade gave. */
const amountMeant: Rule = (line, past, reader) => {
  const found = THAT.exec(line);
  const text = past.shown[0] ?? "";
  const { got } = tradeIn(text);
  if (found === null || got === undefined) return undefined;
  const percent = PERCENTS[found[1] ?? ""] ?? /^([0-9.]+) ?%$/.exec(found[1] ?? "")?.[1] ?? "100";
  const said = put(line, found, { ...got, amount: timesShare(got.amount, percent) }).replace(/ again$/, "");
  const chain = /\bthere\b/.test(said) ? chainIn(text) : undefined;
  const placed = chain === undefined ? said : said.replace(/\bthere\b/, `on ${chainOf(chain).name}`);
  return reader.read(placed).kind === "call" ? words(placed) : undefined;
};

const put = (line: string, found: RegExpExecArray, { amount, token }: ShownAmount): string =>
  `${line.slice(0, found.index)}${amount} ${token}${line.slice(found.index + found[0].length)}`;

/** Any part of the last command said anew. */
const change: Rule = (line, past, reader) => {
  if (past.words === "") return undefined;
  for (const part of framed(line)) {
    if (OF_ANOTHER.test(part)) continue;
    const created = ordersMeant(`change it to ${part}`, past, reader);
    if (created !== undefined && "words" in created && isChange(past)) return created;
    const changed = changeWords(past.words, part, reader);
    if (changed !== undefined) return words(changed);
  }
  return undefined;
};

/** What is done with something that was spoken of is no part of what was said. */
const OF_ANOTHER = /\b(?:sell|swap|buy|stake|bridge|put|send|convert|move|stop)\b.*\b(?:that|it|them|those|there|proceeds|bought)\b/;

/** An order that exists is edited; a card of one is still to be changed. */
function isChange({ call }: Past): boolean {
  const tool = call === undefined ? undefined : findTool(call.tool);
  return tool?.ok === true && /Orders$/.test(tool.value.category);
}

/** The line without its frame, from the outside in. */
function* framed(line: string): Generator<string> {
  yield line;
  for (let left = line; ; ) {
    const next = left.replace(BEFORE, "").replace(AFTER, "");
    if (next === left || next === "") return;
    yield next;
    left = next;
  }
}

const RULES: readonly Rule[] = [
  repeat,
  scale,
  reverse,
  takeQuote,
  insteadOf,
  amountMeant,
  ordersMeant,
  sameFor,
  change,
];
