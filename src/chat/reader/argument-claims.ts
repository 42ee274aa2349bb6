import type { ChainId } from "../../../schemas/chains.ts";
import { parseChain } from "../../chain/parse-chain.ts";
import { parseUnits } from "../../lib/parse-units.ts";
import type { SpokenField } from "../../tools/spoken-field.ts";
import { parseVenue } from "../../venues/parse-venue.ts";
import { isUnitOf } from "../is-unit-of.ts";
import type { NotGrounded } from "../not-grounded.ts";
import { coinOf, plain, type SaidFigure } from "./said-figure.ts";
import type { SaidMessage } from "./said-message.ts";

export type Args = Readonly<Record<string, unknown>>;

/** What one argument needs of the words. */
export type Claim = {
  reason: NotGrounded;
  /** One of these figures is its own; none: it does not stand there. Undefined: it needs none. */
  figures?: readonly number[];
  /** Figures that go with its own. */
  alsoTakes?: readonly number[];
  isSaid?: boolean;
  /** Words that it accounts for. */
  words?: string;
};
type Of<F> = { field: F; value: string; args: Args; said: SaidMessage; chainId: ChainId };
type Kinds = { [K in Exclude<SpokenField["is"], "name" | "read">]: (of: Of<Extract<SpokenField, { is: K }>>) => Claim };

/** What one argument of a call needs of the words; undefined for one that is left out and then says nothing. */
export function argumentClaim(
  field: SpokenField,
  name: string,
  { args, said, chainId }: { args: Args; said: SaidMessage; chainId: ChainId },
): Claim | undefined {
  if (field.is === "name") return undefined;
  const given = args[name];
  if (field.is === "read") return given === undefined ? undefined : { reason: "unknown_word", isSaid: false };
  if (given === undefined ? !SPEAKING.has(field.is) : given === false && field.is !== "side") return undefined;
  // Safe: the reader is the one of the field's own kind.
  const kind = KINDS[field.is] as (of: Of<SpokenField>) => Claim;
  return kind({ field, value: given === undefined ? "" : String(given).trim(), args, said, chainId });
}
/** Left out, they still say something. */
const SPEAKING: ReadonlySet<SpokenField["is"]> = new Set(["chain", "exit", "choice", "venue"] as const);

const inList = (words: string, word: string | undefined): boolean => words.split(" ").includes(word ?? " ");
/** Which figures could be it. */
const figures = (said: SaidMessage, isIt: (figure: SaidFigure) => boolean): number[] =>
  said.figures.flatMap((figure, at) => (isIt(figure) ? [at] : []));
export const isToken = (coin: string | undefined, token: unknown): boolean => {
  if (coin === undefined || typeof token !== "string") return false;
  const wanted = token.toLowerCase();
  return coin.startsWith("0x") ? coin === token : coin === wanted || (coin === "btc" && BITCOINS.has(wanted));
};
const BITCOINS: ReadonlySet<string> = new Set(["wbtc", "cbbtc", "btcb"]);
const shareOf = (value: string): string | undefined =>
  value.toLowerCase() === "all" ? "100" : plain(/^([0-9.]+) ?%$/.exec(value)?.[1] ?? "") || undefined;
/** Whether a figure is this part of what there is; "to 20%" is what is to be left. */
const isShare = ({ unit, value, leads, isNext, of }: SaidFigure, share: string): boolean =>
  !leads.includes("to") &&
  ((unit === "all" && share === "100") ||
    (unit === "percent" && value === share && !(isNext && of !== undefined && share === "50" && leads[0] !== "by")));

/** What wrapping gives is in the word. */
const isWrapped = ({ words, items }: SaidMessage, value: string): boolean =>
  (words.includes("wrap") || words.includes("unwrap")) &&
  items.some((item) => isToken(coinOf(item), `W${value}`) || isToken(coinOf(item), value.replace(/^w/i, "")));

/** Before a figure they make another thing of it than an amount. */
const NO_AMOUNT =
  "at limit price below above under over @ than least most stop trigger until max maximum min minimum about";
/** Behind a figure without a token they begin something else. */
const BEHIND = "in into to on from for please now at";
/** Behind a number they make a quantity of it: "close 12 positions" is not position 12. */
const QUANTITY =
  "of my our the lp nft position positions nfts orders sync syncs fees slice slices strategies active open";
const OF_PRICES = "range spread price prices either side";
const MARGIN = "collateral margin";

const KINDS: Kinds = {
  amount({ field, value, args, said }) {
    const token =
      field.of === undefined ? undefined : field.of === field.of.toUpperCase() ? field.of : tokenOf(field.of, args);
    const isLiteral = field.of !== undefined && token === field.of;
    const isIt = ({ at, unit, value: figure, of, leads, tail, isSlice, isCount, isNext }: SaidFigure): boolean => {
      // Of two amounts with a pace one is a slice's, though nothing beside it says so.
      const isEach = isSlice || (field.isSlice === true && said.figures.some((other) => other.unit === "every"));
      // "1 eth every hour, 5 slices" may be one in all, or each time.
      const isRated = said.figures.some(
        (other) => other.unit === "every" && other.at === at + (isNext && of !== undefined ? 2 : 1),
      );
      if (isRated && field.of === "side" && field.isSlice !== true && args.sliceAmount === undefined) return false;
      if (isCount || isEach !== (field.isSlice === true)) return false;
      if (
        field.after !== undefined ? leads[0] !== field.after : inList(`${NO_AMOUNT} ${field.notAfter ?? ""}`, leads[0])
      )
        return false;
      if (value === "all") return unit === "all" && (token === undefined || of === undefined || isToken(of, token));
      if (figure !== plain(value)) return false;
      // "To 5": what it should come to, or what is bought.
      if (leads[0] === "to" && (field.notAfter !== undefined || !/out$|side/i.test(field.of ?? ""))) return false;
      if (unit === "dollars")
        return (
          token !== undefined &&
          isUnitOf("usd", String(token)) &&
          (of === undefined || isToken(of, token) || leads[0] !== "at")
        );
      if (unit !== "number") return false;
      if (of !== undefined) return token !== undefined && isToken(of, token);
      const before = coinOf(said.items[at - 1]);
      if (token === undefined)
        return field.of === undefined || ((tail[0] === "" || inList(BEHIND, tail[0])) && before === undefined);
      return (
        isLiteral ||
        field.isSlice === true ||
        (before === undefined ? said.isForeign : said.isForeign && isToken(before, token))
      );
    };
    return {
      ...{ reason: field.isSlice ? "slices" : "amount", figures: figures(said, isIt) },
      words: `${field.after ?? ""} ${field.isSlice ? "each apiece at time per slice slices of swap trade" : ""}`,
    };
  },
  token({ field, value, said }) {
    const isIt = (at: number) => field.after === undefined || inList(field.after, said.words[at - 1]);
    return {
      reason: "token",
      isSaid: said.items.some((item, at) => isToken(coinOf(item), value) && isIt(at)) || isWrapped(said, value),
      words: field.after ?? "",
    };
  },
  chain({ field, value, said, chainId }) {
    const parsed = value === "" ? undefined : parseChain(value);
    const wanted = parsed === undefined ? chainId : parsed.ok ? parsed.value : undefined;
    const named = said.places.filter(({ role }) => (role === "to") === (field.role === "to"));
    const isNeeded = field.role === "to" || wanted !== chainId;
    const isSaid = named.every(({ chain, role }) => chain === wanted && (role !== "none" || said.isForeign));
    return {
      reason: "chain",
      isSaid: isSaid && named.length <= 2 && (!isNeeded || named.length > 0),
      words: "chain network",
    };
  },
  venue({ value, args, said }) {
    const isUni = Object.values(args).some((token) => String(token).toLowerCase() === "uni");
    const named = said.words.flatMap((word) => {
      if (word === "uni" && isUni) return [];
      const venue = parseVenue(word === "uni" ? "uniswap" : word);
      return venue.ok ? [venue.value] : [];
    });
    const venue = value === "" ? undefined : parseVenue(value);
    const wanted = venue?.ok ? venue.value : undefined;
    // The service's own default is no choice of a model's, and of a purchase it has none.
    const isFree = value === "" || (wanted === "0x" && args.amountOut === undefined) || wanted === "0x";
    const isSaid = venue?.ok !== false && named.every((one) => one === wanted) && (named.length > 0 || isFree);
    return { reason: "venue", isSaid, words: "uniswap uni 0x via" };
  },
  number({ field, value, said }) {
    if (field.all && value === "0") {
      const [one, ...others] = said.figures;
      return {
        reason: "order_id",
        figures: one?.unit === "all" && others.length === 0 ? [0] : [],
        words: "orders every",
      };
    }
    const isIt = ({ unit, value: figure, leads, tail }: SaidFigure) =>
      figure === value &&
      !inList(QUANTITY, tail[0]) &&
      (unit === "id" || (unit === "number" && (inList(field.after, leads[0]) || said.isForeign))) &&
      (tail[0] !== "order" || said.isForeign);
    const [, ...others] = said.figures.filter(({ unit }) => unit === "all");
    return { reason: "order_id", figures: others.length > 0 ? [] : figures(said, isIt), words: field.after };
  },
  count: ({ value, said }) => ({
    ...{ reason: "slices", figures: figures(said, ({ isCount, value: figure }) => isCount && figure === value) },
    words:
      "slice slices part parts piece pieces chunk chunks tranche tranches portion portions clip clips in into over for during within across",
  }),
  minutes({ field, value, said }) {
    const isIt = ({ unit, value: figure, leads, tail }: SaidFigure) =>
      figure === value &&
      (field.over
        ? unit === "minutes" && leads[0] !== "every"
        : unit === "every" || (unit === "minutes" && inList("apart between intervals interval", tail[0])));
    return {
      reason: "interval",
      figures: figures(said, isIt),
      words: field.over ? "over for during within in next" : "apart between intervals",
    };
  },
  fee({ value, said }) {
    const isIt = ({ unit, value: figure, leads, tail }: SaidFigure) => {
      if (unit === "number") return figure === value && (inList("fee tier", leads[0]) || tail[0] === "fee");
      const places = unit === "percent" ? 4 : unit === "bps" ? 2 : undefined;
      const isOfPrices = inList(`${OF_PRICES} plusminus`, leads[0]) || inList(OF_PRICES, tail[0]);
      const read = places === undefined || isOfPrices ? undefined : parseUnits(figure, places);
      return read?.ok === true && read.value.toString() === value;
    };
    return { reason: "figure", figures: figures(said, isIt), words: "fee tier" };
  },
  range({ field: { pair }, value, args, said }) {
    const words = "range plusminus full between to and from";
    if (value.toLowerCase() === "full")
      return { reason: "figure", isSaid: / (?:full range|range full) /.test(said.line), words };
    const around = /^(?:\+-|\+\/-|±) ?([0-9.]+) ?%$/.exec(value)?.[1];
    if (around !== undefined) {
      const isIt = ({ unit, value: figure, leads }: SaidFigure) =>
        unit === "percent" && leads[0] === "plusminus" && figure === plain(around);
      return { reason: "figure", figures: figures(said, isIt), words };
    }
    const [low = "", high = "", more] = value.split(",").map((price) => plain(price.trim()));
    const [a, b] = [args[pair[0]], args[pair[1]]];
    const isPair = (first: unknown, second: unknown) =>
      said.items.some(
        (item, at) =>
          isToken(coinOf(item), first) &&
          isToken(coinOf(said.items[said.words[at + 1] === "and" ? at + 2 : at + 1]), second),
      );
    // Turned round, the same prices are those of the other token.
    if (more !== undefined || !isPair(a, b) || isPair(b, a)) return { reason: "figure", figures: [] };
    const isIt = (figure: SaidFigure, nth: number) =>
      figure.value === low && said.figures[nth + 1]?.value === high && inList("to and", said.words[figure.at + 1]);
    const places = said.figures.flatMap((figure, nth) => (isIt(figure, nth) ? [nth] : []));
    return { reason: "figure", figures: places, alsoTakes: places.map((nth) => nth + 1), words };
  },
  share({ value, said }) {
    const share = shareOf(value);
    const isIt = (figure: SaidFigure) =>
      share === undefined
        ? figure.unit === "number" && figure.value === plain(value) && figure.tail[0] === "units"
        : isShare(figure, share) && figure.tail[0] !== "fees";
    return { reason: "amount", figures: figures(said, isIt), words: "units of" };
  },
  flag: ({ field, said }) => ({
    reason: "field",
    isSaid: field.words.split(" ").some((word) => said.words.includes(word)),
    words: field.words,
  }),
  side({ field, value, args, said }) {
    if (field.of === "swap") return { reason: "side" };
    const isUp = value === "true" || value === "buy";
    // Who closes a long sells.
    const isExit = args.close === true || args.reduceOnly === true;
    const position = isUp === (field.of === "position" || !isExit) ? "long" : "short";
    const words = field.of === "position" ? [position] : [value, position];
    return { reason: "side", isSaid: words.some((word) => said.words.includes(word)), words: words.join(" ") };
  },
  part({ field, value, args, said }) {
    const coin = args[field.of];
    const share = shareOf(value);
    const isExit = args.close === true || args.reduceOnly === true;
    const isIt = (figure: SaidFigure) =>
      share === undefined
        ? figure.unit === "number" &&
          figure.value === plain(value) &&
          isToken(figure.of, coin) &&
          !inList("to at with using from", figure.leads[0])
        : // A share only reduces, so the words have to.
          isExit && isShare(figure, share);
    return { reason: "amount", figures: figures(said, isIt), words: "by of" };
  },
  dollars: ({ field, value, args, said }) => ({
    reason: "amount",
    figures: usdSizes(said, value, field.of === undefined ? undefined : args[field.of]),
    words: "size notional worth by usd of",
  }),
  price({ field, value, args, said }) {
    const coin = field.of === undefined ? undefined : args[field.of];
    const isIt = ({ unit, value: figure, of, leads, at }: SaidFigure) =>
      (unit === "number" || unit === "dollars") &&
      figure === plain(value) &&
      !isToken(of, coin) &&
      !leads.includes("from") &&
      said.words[at - 1 - leads.length] !== "from" &&
      (leads.some((word) => inList(field.after, word)) ||
        inList(field.behind ?? "", leads[0]) ||
        (field.behind !== undefined && leads.some((word) => inList("profit loss", word)) && leads[0] !== "of") ||
        (field.named !== undefined &&
          leads[0] === "to" &&
          said.words.includes(field.named) &&
          !/ (?:size|notional) /.test(said.line)));
    return { reason: "price", figures: figures(said, isIt), words: `${field.after} ${field.behind ?? ""} of to` };
  },
  choice({ field: { said: phrases, unsaid }, value: given, args, said }) {
    const otherwise = unsaid?.(args);
    const value = given === "" ? (otherwise ?? "") : given;
    if (value === "") return { reason: "field" };
    const own = Object.hasOwn(phrases, value) ? (phrases[value] ?? []) : [];
    const isSaid = value === otherwise || own.some((phrase) => said.line.includes(` ${phrase} `));
    return { reason: "field", isSaid, words: own.filter((phrase) => said.line.includes(` ${phrase} `)).join(" ") };
  },
  condition({ value, args, said }) {
    const has = (words: string) => words.split(" ").filter((word) => said.words.includes(word));
    const [below, above] = [has(BELOW), has(ABOVE)];
    const words = `${BELOW} ${ABOVE} when if once gets goes trades hits reaches touches breaks is its at to than of`;
    // Whose price it is, where it is not the traded token's own, only the reader tells.
    if (/token$/i.test(value))
      return { reason: "price", isSaid: (value === "sellToken") === (args.side === "sell"), words };
    const isAbove = above.length > 0;
    const type = said.words.includes("stop") ? "stop" : said.line.includes(" take profit ") ? "take-profit" : "limit";
    const isGood = isAbove === (args.side === "sell");
    const isDirected = below.length > 0 || isAbove;
    const isType = isDirected ? (value === "stop") !== isGood && (value === type || type === "limit") : value === type;
    return { reason: "price", isSaid: isType && (below.length === 0 || !isAbove), words };
  },
  leverage: ({ value, said }) => ({
    ...{ reason: "figure", words: "leverage at of x" },
    figures: figures(
      said,
      ({ unit, value: figure, leads }) =>
        figure === plain(value) &&
        leads[0] !== "to" &&
        (unit === "times" || (unit === "number" && leads.includes("leverage"))),
    ),
  }),
  backing({ field: { token, sizes, isTaken = false }, value, args, said }) {
    const isAdded = sizes?.every((size) => args[size] === undefined) === true;
    const isIt = ({ unit, value: figure, of, leads, tail }: SaidFigure) => {
      if (unit !== "number" || figure !== plain(value) || !isToken(of, args[token]) || leads.includes("to"))
        return false;
      const isNamed =
        inList(MARGIN, leads[0]) ||
        inList(MARGIN, leads[1]) ||
        inList(MARGIN, tail[0]) ||
        (inList("of as", tail[0]) && inList(MARGIN, tail[1]));
      return isAdded ? isNamed && said.words.includes("add") : isNamed || (!isTaken && inList("with using", leads[0]));
    };
    return { reason: "amount", figures: figures(said, isIt), words: `${MARGIN} with using of as add` };
  },
  backed({ field: { amount }, value, args, said }) {
    // With its amount it is read there.
    const isSaid =
      args[amount] !== undefined ||
      said.items.some(
        (item, at) =>
          isToken(coinOf(item), value) &&
          (inList(MARGIN, said.words[at + 1]) ||
            inList(MARGIN, said.words[at - 1]) ||
            (inList("in of", said.words[at - 1]) && inList(MARGIN, said.words[at - 2]))),
      );
    return { reason: "token", isSaid, words: `${MARGIN} in as` };
  },
  exit({ field: { of }, value, args, said }) {
    const isAll = value === "" || value.toLowerCase() === "all";
    const share = isAll ? undefined : shareOf(value);
    const waits = args.orderType !== undefined && args.orderType !== "market";
    const verbs = value === "0" ? TAKE : isAll ? CLOSE : `${CLOSE} ${REDUCE}`;
    const isVerb =
      (waits && value !== "0") || verbs.split(" ").some((verb) => said.line.includes(` ${verb.replace("_", " ")} `));
    const words = verbs.replaceAll("_", " ");
    if (!isVerb) return { reason: "field", isSaid: false };
    if (value === "" || value === "0") return { reason: "field", words };
    const found = isAll
      ? figures(said, ({ unit }) => unit === "all")
      : share === undefined
        ? usdSizes(said, value, args[of])
        : figures(said, (figure) => isShare(figure, share));
    return {
      reason: "amount",
      words: `${words} by for of`,
      ...(isAll && found.length === 0 ? {} : { figures: found }),
    };
  },
  key: ({ value, said }) => ({
    reason: "order_id",
    figures: figures(said, ({ unit, value: key }) => unit === "key" && key === value.toLowerCase()),
  }),
};

const BELOW = "below under beneath falls drops dips less lower sinks slides";
const ABOVE = "above over rises climbs more higher";

const CLOSE = "close exit close_out";
const REDUCE = "reduce decrease trim";
const TAKE = "take_back take_out remove withdraw";

const tokenOf = (of: string, args: Args): unknown =>
  of === "side" ? args[args.side === "buy" ? "buyToken" : "sellToken"] : args[of];

/**
 * A size in dollars: "$500 of ETH", "500 usd ETH long", "size $500", "by $500". Never "with $500", which is collateral, "to $500", which is what it comes to,
 * nor "ETH $500" and "for $500", which are anything. Without a coin it is a size that is set: "size to $500", never "by".
 */
function usdSizes(said: SaidMessage, value: string, coin: unknown): number[] {
  return figures(said, ({ unit, value: figure, of, leads, tail, at }) => {
    if (unit !== "dollars" || figure !== plain(value)) return false;
    const lead = leads[0] === "to" || leads[0] === "of" || leads[0] === "by" ? said.words[at - 2] : leads[0];
    const isNamed = inList("size notional", lead) && !said.line.includes(" from size ");
    const isBehind = inList("size notional", tail[0]);
    if (coin === undefined) return leads[0] !== "by" && (isNamed || (isBehind && leads[0] !== "to"));
    if (leads[0] === "by") return !inList(MARGIN, tail[0]);
    if (inList("with using at to from for", leads[0]) || inList(MARGIN, tail[0])) return false;
    return isNamed || isBehind || isToken(of, coin);
  });
}
