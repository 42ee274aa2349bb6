import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { knownChains } from "../src/chain-of.ts";
import {
  featuresOfItem,
  featuresOfMessage,
  kindsOf,
} from "../src/chat/intent/features-of-message.ts";
import { partsOfKind } from "../src/chat/intent/parts-of.ts";
import type { Item } from "../src/chat/reader/item.ts";
import { lex } from "../src/chat/reader/lex.ts";
import { readingOf } from "../src/chat/reader/reading-of.ts";
import { spelledOut } from "../src/chat/reader/word-classes.ts";
import { findTool } from "../src/tables/find-tool.ts";
import { TOOLS } from "../src/tables/registry.ts";
import { CLEAR_COMMANDS } from "../test/unit/chat/corpus/clear-commands.ts";
import { NOT_COMMANDS } from "../test/unit/chat/corpus/not-commands.ts";
import { OFFERS } from "../test/unit/chat/corpus/offers.ts";
import {
  DOOR_CARDS,
  DOOR_COMMANDS,
  DOOR_NOT_COMMANDS,
} from "../test/unit/chat/corpus/order-doors.ts";
import { everywhere } from "../test/unit/chat/measure/judge-message.ts";
import type { Example } from "./logistic-regression.ts";

type Args = Readonly<Record<string, unknown>>;
/**
 * A message and what is meant by it: an intent of src/chat/intent/read-intent.ts, with the
 * arguments of its call.
 */
export type Message = { text: string; intent: string; args?: Args; isWritten: boolean };

const MEASURE = join(import.meta.dirname, "../test/unit/chat/measure");

type Line = {
  text: string;
  call?: { tool: string; args: Args } | null;
  note?: string;
  may?: string;
  clear?: boolean;
  turns?: readonly { who: string; text: string }[];
};
const linesOf = (path: string): Line[] =>
  readFileSync(join(MEASURE, path), "utf8")
    .split("\n")
    .flatMap((line): Line[] => (line.trim() === "" ? [] : [JSON.parse(line)]));

/**
 * All that the training may see, and the fifth of what people wrote that it is held against. The
 * closed half of the measure is never among it.
 */
export function messages(): { seen: Message[]; heldOut: Message[] } {
  const training = readdirSync(join(MEASURE, "training"))
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => `training/${name}`);
  const commands = ["open/commands.jsonl", ...training]
    .flatMap(linesOf)
    .filter(({ clear }) => clear !== false)
    .flatMap(({ text, call, note }): Message[] => {
      // Writers name tools that there are not.
      if (call)
        return findTool(call.tool).ok
          ? [{ text, intent: intentOfCall(call.tool, call.args), args: call.args, isWritten: true }]
          : [];
      const named = note === "answer:orders" ? "list_twap_orders" : note?.split(" ")[0];
      return named === undefined ? [] : [{ text, intent: named, isWritten: true }];
    });
  const others = [...linesOf("open/adversarial.jsonl"), ...linesOf("open/languages.jsonl")]
    .filter(({ may }) => may !== "card" && may !== "read")
    .map(({ text }): Message => ({ text, intent: "nothing", isWritten: true }));
  // What refers to something before it says nothing by itself.
  const turns = linesOf("open/conversations.jsonl")
    .flatMap(({ turns = [] }) => turns.slice(1).filter(({ who }) => who === "operator"))
    .filter(({ text }) => text.split(" ").length < 4)
    .map(({ text }): Message => ({ text, intent: "nothing", isWritten: true }));
  const own: Message[] = [
    ...CLEAR_COMMANDS.filter(({ of }) => of !== "other languages").map(({ text, wants }) =>
      ownMessage(text, wants),
    ),
    ...[...DOOR_COMMANDS, ...DOOR_CARDS].map(({ text, wants }) => ownMessage(text, wants)),
    ...OFFERS.flatMap(({ tool, clear }) =>
      clear.map(([text, args]) => ownMessage(text, { tool, args })),
    ),
    ...NOT_COMMANDS.filter(({ answer }) => answer !== "card").map(({ text }) => nothing(text)),
    ...DOOR_NOT_COMMANDS.map(nothing),
    ...sayings(),
  ];
  const known = new Map(
    [...own, ...turns, ...others, ...commands].map((one) => [one.text.toLowerCase().trim(), one]),
  );
  const all = [...known.values()];
  const isHeldOut = ({ text, isWritten }: Message) => isWritten && hashOf(text) % 5 === 0;
  return { seen: all.filter((one) => !isHeldOut(one)), heldOut: all.filter(isHeldOut) };
}

const ownMessage = (text: string, { tool, args }: { tool: string; args: Args }): Message => ({
  ...{ text, args, isWritten: false },
  intent: intentOfCall(tool, args),
});
const nothing = (text: string): Message => ({ text, intent: "nothing", isWritten: false });

function intentOfCall(tool: string, args: Args): string {
  if (tool === "list_strategies") return "list_twap_orders";
  return tool === "create_trigger_order" ? `${tool}:${args.type}` : tool;
}

/** FNV-1a of the text, so that a message stays on its side whatever is added. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text.toLowerCase())
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash >>> 8;
}

const PLACES: Readonly<Record<string, string>> = {
  ...{
    order: "7",
    named: "order 7",
    trigger: "trigger order 4",
    nft: "29944",
    nth: "3",
    count: "12",
    tally: "12",
  },
  ...{
    amount: "500",
    number: "500",
    price: "2500",
    dollars: "$500",
    share: "50%",
    fraction: "1/3",
    percent: "0.5%",
  },
  ...{
    minutes: "30 minutes",
    every: "every 30 minutes",
    pace: "a day",
    time: "tomorrow at 10:00 utc",
    gwei: "20 gwei",
  },
  ...{
    coin: "usdc",
    token: "usdc",
    asset: "eth",
    dollar: "usdc",
    market: "eth",
    pair: "eth/usdc",
    unit: "usdc",
  },
  ...{
    chain: "arbitrum",
    place: "arbitrum",
    bigChain: "ethereum",
    chainId: "10",
    venue: "uniswap",
    dex: "uniswap",
  },
  ...{
    range: "+-10%",
    fee: "0.05%",
    bps: "50 bps",
    side: "buy",
    long: "long",
    leverage: "2x",
    times: "3x",
  },
  ...{ scope: "liquidity", method: "execute", word: "please" },
};

/**
 * What each tool says of itself: its plain form, its shortest, and its words one after the other.
 */
function sayings(): Message[] {
  return TOOLS.flatMap((tool) =>
    (tool.says ?? []).flatMap((said) => {
      const text = spelledOut(typeof said === "string" ? said : said[0]).replace(/^~/, "");
      const variants = [0, 1, 2, 3].flatMap((nth) =>
        [text, text.replace(/\[[^\]]*\]/g, " ")].map((one) =>
          one
            .replace(/[[\]]/g, " ")
            .replace(/\{(\w+)(?::\w+)?\}/g, (_, kind: string) => PLACES[kind] ?? "")
            .replace(/\S*\|\S*/g, (choice) => {
              const words = choice.split("|");
              return words[nth % words.length] ?? "";
            })
            .replace(/\s+/g, " ")
            .trim(),
        ),
      );
      return [...new Set(variants)].map(
        (one): Message => ({ text: one, intent: tool.name, isWritten: false }),
      );
    }),
  );
}

const COINS: ReadonlySet<string> = new Set(
  [
    "btc",
    ...knownChains().map(({ nativeCoin }) => nativeCoin),
    ...everywhere().map(({ symbol }) => symbol),
  ].map((name) => name.toLowerCase()),
);
export const itemsOf = (text: string): Item[] => lex(text, COINS);

/** What was written by people says more than what was written beside the grammar. */
const OWN_WEIGHT = 0.5;

export const intentExamples = (seen: readonly Message[]): Example[] =>
  seen.map(({ text, intent, isWritten }) => ({
    features: featuresOfMessage(kindsOf(itemsOf(text))),
    is: intent,
    weight: isWritten ? 1 : OWN_WEIGHT,
  }));

/**
 * Each item of a trade with what it is of it, as its call says. An item that could be two of its
 * parts teaches nothing.
 */
export const partExamples = (seen: readonly Message[]): Example[] =>
  seen.flatMap(({ text, intent, args }): Example[] => {
    if (args === undefined || !("tokenIn" in args || "sellToken" in args)) return [];
    const items = itemsOf(text);
    const kinds = kindsOf(items);
    const [tool = ""] = intent.split(":");
    return items.flatMap((item, at): Example[] => {
      const among = partsOfKind(kinds[at] ?? "");
      const is = among === undefined ? undefined : partOf(item, args);
      if (among === undefined || is === undefined || !among.includes(is)) return [];
      return [{ features: featuresOfItem({ items, kinds, tool }, at), is, among }];
    });
  });

/** The part of an item, by its value; undefined where it could be two. */
function partOf(item: Item, args: Args): string | undefined {
  const coin = readingOf(item, "coin");
  if (coin !== undefined) {
    const named = (token: unknown) =>
      String(token).toLowerCase() === coin || (coin === "btc" && /btc/i.test(String(token)));
    if (named(args.tokenIn ?? args.sellToken)) return "sold";
    return named(args.tokenOut ?? args.buyToken) ? "bought" : "none";
  }
  const { amountIn, amountOut, totalAmount, side, sliceAmount, sliceCount, price, limitPrice } =
    args;
  const { intervalMinutes, durationMinutes } = args;
  const interval = Number(intervalMinutes);
  const share = readingOf(item, "percent") ?? readingOf(item, "fraction");
  const minutes = readingOf(item, "every") ?? readingOf(item, "minutes");
  if (minutes !== undefined) {
    if (minutes === interval && readingOf(item, "minutes") !== interval) return "every";
    const isOver = minutes === Number(durationMinutes) || minutes === interval * Number(sliceCount);
    if (minutes === interval) return isOver ? undefined : "every";
    return isOver || (sliceAmount !== undefined && minutes > interval && minutes % interval === 0)
      ? "over"
      : "none";
  }
  const figure = Number(
    share ??
      readingOf(item, "number") ??
      readingOf(item, "dollars") ??
      readingOf(item, "times") ??
      Number.NaN,
  );
  const same = (value: unknown) =>
    typeof value === "object" && value !== null && "share" in value
      ? share !== undefined && Math.abs(percentOf(String(value.share)) - figure) < 0.01
      : share === undefined && value !== undefined && Number(value) === figure;
  const total = Number(totalAmount);
  const count =
    Number(sliceCount) || total / Number(sliceAmount) || Number(durationMinutes) / interval;
  const isSlice =
    same(sliceAmount) ||
    (totalAmount !== undefined && Math.abs(figure * count - total) < 1e-9 && count > 1);
  const parts = [
    ...(same(amountIn) || (side === "sell" && same(totalAmount)) ? ["in"] : []),
    ...(same(amountOut) || (side === "buy" && same(totalAmount)) ? ["out"] : []),
    ...(isSlice && readingOf(item, "times") === undefined ? ["size"] : []),
    ...(figure === count && (item.isAmount !== true || readingOf(item, "times") !== undefined)
      ? ["count"]
      : []),
    ...(same(price) || same(limitPrice) ? ["price"] : []),
  ];
  return parts.length > 1 ? undefined : (parts[0] ?? "none");
}

function percentOf(share: string): number {
  const [above, below] = share.replace("%", "").split("/").map(Number);
  return below === undefined ? (above ?? 0) : (100 * (above ?? 0)) / below;
}
