import type { ChainId } from "../../schemas/chains.ts";
import { parseChain } from "../chain/parse-chain.ts";
import { chainOf } from "../chain-of.ts";
import { buildVaultSwap } from "../tools/build-vault-swap.ts";
import type { Tool } from "../tools/tool.ts";
import { createTriggerOrder } from "../triggers/tools/create-trigger-order.ts";
import { createTwapOrder } from "../twap/tools/create-twap-order.ts";
import type { ReadCall } from "./reader/read-call.ts";
import { spelledOut } from "./reader/word-classes.ts";

/** What words alone are read as, without what was said before them. */
export type ReadWords = (words: string) => ReadCall | { kind: "pass" | "ask" | "answer" };

type Args = Readonly<Record<string, unknown>>;
/** `on`: the chain of words that name none; left out, the call's own. */
type Called = { tool: Tool; args: Args; chainId: ChainId; on?: ChainId | undefined };

/**
 * A call as the plain command that `read` reads as that very call; undefined where no words say all
 * of it. It is read back before it is given, so a card never shows words that mean something else.
 * @example plainCommand({ tool, args: { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" } }, read)
 * // "sell 1 ETH for USDC"
 */
export function plainCommand(
  { tool, args, chainId, on = chainId }: Called,
  read: ReadWords,
): string | undefined {
  const given = withoutDefaults(args);
  const place = given.chain === undefined ? ` on ${chainOf(chainId).name}` : "";
  const texts = [tradeWords(tool.name, given), ...sayings(tool, given)].flatMap((text) =>
    text === undefined ? [] : [text, text + place],
  );
  return texts.find((text) => {
    const reading = read(text);
    return (
      reading.kind === "call" &&
      reading.tool === tool.name &&
      reading.share === undefined &&
      isSame(withoutDefaults({ chain: reading.chainId ?? on, ...reading.args }), {
        chain: chainId,
        ...given,
      })
    );
  });
}

/**
 * The same call with what goes unsaid left out or filled in, and a duration as the slices that it
 * has.
 */
function withoutDefaults(args: Args): Args {
  const { durationMinutes, dryRun: _, sliceCount, ...others } = args;
  // Beside a size the number of slices says the same again.
  const rest: Args = others.sliceAmount === undefined ? { ...others, sliceCount } : others;
  const slices = Number(durationMinutes) / Number(args.intervalMinutes);
  const cut = Number.isInteger(slices) ? { sliceCount: slices } : { durationMinutes };
  const of = args.type !== undefined && { priceOf: args.side === "buy" ? "buyToken" : "sellToken" };
  return Object.fromEntries(
    Object.entries({ ...of, ...rest, ...cut }).filter(
      ([name, value]) =>
        value !== undefined && !(["autoExecute", "catchUp"].includes(name) && value === false),
    ),
  );
}

function isSame(read: Args, given: Args): boolean {
  const plain = (args: Args): string =>
    JSON.stringify(
      Object.entries(args)
        .map(([name, value]) => [
          name,
          /chain$/i.test(name)
            ? chainIdOf(value)
            : RATES.has(name)
              ? percentWords(value)
              : normal(value),
        ])
        .sort(),
    );
  return plain(read) === plain(given);
}

/** A bare figure is a percentage to these, and basis points are a hundredth of one. */
const RATES: ReadonlySet<string> = new Set(["slippage", "tolerance"]);

function percentWords(value: unknown): string {
  const [, figure = "", unit] = /^([0-9.]+)(%|bps)?$/.exec(String(value)) ?? [];
  return figure === ""
    ? String(value)
    : `${unit === "bps" ? Number(figure) / 100 : Number(figure)}%`;
}

function chainIdOf(value: unknown): unknown {
  const chain = parseChain(String(value), { withVenues: true });
  return chain.ok ? chain.value : value;
}

function normal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .map(([name, one]) => [name, normal(one)])
      .sort();
  return String(value).toLowerCase();
}

/** Swaps, orders of slices and triggers share their words; undefined for every other tool. */
function tradeWords(name: string, args: Args): string | undefined {
  if (name === buildVaultSwap.name) return swapWords(args);
  if (name === createTwapOrder.name) return pairWords(args) + cutWords(args) + optionWords(args);
  return name === createTriggerOrder.name ? triggerWords(args) : undefined;
}

function swapWords({ tokenIn, tokenOut, amountIn, amountOut, dex, chain }: Args): string {
  const trade =
    amountIn === undefined
      ? `buy ${amountOut} ${tokenOut} with ${tokenIn}`
      : `sell ${amountIn} ${tokenIn} for ${tokenOut}`;
  return trade + placeWords({ dex, chain });
}

const placeWords = ({ dex, chain }: Args): string =>
  (dex === undefined ? "" : ` on ${dex}`) +
  (chain === undefined ? "" : ` on ${chainNameOf(chain)}`);

function chainNameOf(chain: unknown): string {
  const parsed = parseChain(String(chain));
  return parsed.ok ? chainOf(parsed.value).name : String(chain);
}

const pairWords = ({ side, sellToken, buyToken, totalAmount }: Args): string =>
  side === "sell"
    ? `sell ${totalAmount} ${sellToken} for ${buyToken}`
    : `buy ${totalAmount} ${buyToken} with ${sellToken}`;

function cutWords({ sliceAmount, sliceCount, durationMinutes, intervalMinutes }: Args): string {
  const count = sliceCount === undefined ? "" : ` in ${sliceCount} slices`;
  const size =
    sliceAmount === undefined
      ? ""
      : count === ""
        ? ` in slices of ${sliceAmount}`
        : ` of ${sliceAmount}`;
  const over = durationMinutes === undefined ? "" : ` over ${durationMinutes} minutes`;
  const every = intervalMinutes === undefined ? "" : ` every ${intervalMinutes} minutes`;
  return count + size + over + every;
}

function optionWords(args: Args): string {
  const { side, limitPrice, startAt, expiresAt, maxGasPrice, randomize, catchUp, autoExecute } =
    args;
  const { size, time } = (randomize ?? {}) as Args;
  return [
    ...(limitPrice === undefined
      ? []
      : [`not ${side === "sell" ? "below" : "above"} ${limitPrice}`]),
    ...(startAt === undefined ? [] : [`starting on ${momentWords(startAt)}`]),
    ...(expiresAt === undefined ? [] : [`until ${momentWords(expiresAt)}`]),
    ...(maxGasPrice === undefined ? [] : [`not above ${maxGasPrice} gwei`]),
    ...(size === undefined
      ? []
      : size === time
        ? [`randomize by ${size}`]
        : [`randomize size by ${size}`]),
    ...(time === undefined || size === time ? [] : [`randomize time by ${time}`]),
    ...(catchUp === true ? ["catch up"] : []),
  ]
    .map((words) => `, ${words}`)
    .join("")
    .concat(placeWords(args), autoExecute === true ? " automatically" : "");
}

/** Seconds are no word's: such a moment is read back as another, and the command is not given. */
const momentWords = (atMs: unknown): string =>
  `${new Date(Number(atMs)).toISOString().slice(0, 16).replace("T", " at ")} utc`;

const KINDS: Readonly<Record<string, string>> = {
  stop: "stop loss",
  limit: "limit",
  "take-profit": "take profit",
};

function triggerWords(args: Args): string {
  const { type, side, price, priceOf, into, sellToken, buyToken } = args;
  const own = side === "sell" ? "sellToken" : "buyToken";
  const of = priceOf ?? own;
  // What is sold dear or bought cheap is good, and a stop is the other way round.
  const isAbove = (of === "sellToken") === (type !== "stop");
  const token = of === "sellToken" ? sellToken : buyToken;
  const when = ` if ${token} ${isAbove ? "rises above" : "drops below"} ${price}`;
  return (
    `${KINDS[String(type)]}: ` +
    `${pairWords(args)}${cutWords((into ?? {}) as Args)}${when}${optionWords(args)}`
  );
}

/** A tool's own phrases that have a place for each argument, filled. */
function sayings(tool: Tool, args: Args): string[] {
  return (tool.says ?? []).flatMap((said) => {
    const [text, fixed] = typeof said === "string" ? [said, {}] : said;
    if (text.startsWith("~")) return [];
    const filled = filledWords(spelledOut(text), args);
    const left =
      filled &&
      Object.keys(args).filter(
        (name) => !filled.named.has(name) && !(name in fixed) && !PLACES.has(name),
      );
    return filled === undefined || left?.length !== 0 ? [] : [filled.words + placeWords(args)];
  });
}

const PLACES: ReadonlySet<string> = new Set(["dex", "chain"]);

function filledWords(
  text: string,
  args: Args,
): { words: string; named: ReadonlySet<string> } | undefined {
  const named = new Set<string>();
  // What may be left out is said where it has a place for an argument that is there.
  const wanted = text.replace(/\[([^\]]*)\]/g, (_, inner: string) =>
    placesIn(inner).length > 0 &&
    placesIn(inner).every(({ name }) => argumentOf(name, args) !== undefined)
      ? inner
      : " ",
  );
  const parts = (wanted.match(/\{[^}]*\}|[^\s{}]+/g) ?? []).map((token) => {
    const [place] = placesIn(token);
    if (place === undefined) return token.split("|")[0] ?? "";
    const value = argumentOf(place.name, args);
    for (const name of NAMES[place.name] ?? [place.name]) named.add(name);
    return value === undefined
      ? undefined
      : RATES.has(place.name)
        ? percentWords(value)
        : wordsOf(place.kind, value);
  });
  if (parts.includes(undefined)) return undefined;
  return { words: parts.join(" ").replace(/ ([:,])/g, "$1"), named };
}

const placesIn = (text: string): { kind: string; name: string }[] =>
  [...text.matchAll(/\{(\w+)(?::(\w+))?\}/g)].map(([, kind = "", name = kind]) => ({ kind, name }));

/** Places that are filled from arguments of other names. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  pair: ["tokenA", "tokenB"],
  of: ["amountA", "amountB"],
  amount: ["amount", "amountA", "amountB"],
};

function argumentOf(name: string, args: Args): unknown {
  const { tokenA, tokenB, amountA, amountB } = args;
  if (name === "pair" && tokenA !== undefined && tokenB !== undefined) return `${tokenA}/${tokenB}`;
  if (name === "of") return amountA === undefined ? amountB && tokenB : tokenA;
  if (name === "amount") return args.amount ?? amountA ?? amountB;
  return args[name];
}

function wordsOf(kind: string, value: unknown): string {
  const said = WORDS[kind];
  return said === undefined ? String(value) : said(value);
}

const WORDS: Readonly<Record<string, (value: unknown) => string>> = {
  named: (id) => `order ${id}`,
  trigger: (id) => `trigger order ${id}`,
  minutes: (minutes) => `${minutes} minutes`,
  every: (minutes) => `every ${minutes} minutes`,
  bps: (bps) => `${bps} bps`,
  fee: (fee) => `${Number(fee) / 10_000}%`,
  leverage: (times) => `${times}x`,
  long: (isLong) => (isLong === true ? "long" : "short"),
  pace: () => "a day",
  chain: chainNameOf,
  place: chainNameOf,
  time: momentWords,
  range: (range) => (range === "full" ? "full range" : String(range)),
};
