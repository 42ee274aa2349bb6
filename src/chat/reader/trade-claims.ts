import { parseChain } from "../../chain/parse-chain.ts";
import { parseVenue } from "../../venues/parse-venue.ts";
import { isUnitOf } from "../is-unit-of.ts";
import { DEFAULT_COUNTER } from "./default-counter.ts";
import { type Args, type Claims, figuresWhere, inList, isToken } from "./figures-where.ts";
import { coinOf, plain, type SaidFigure } from "./said-figures.ts";
import type { SaidMessage } from "./said-message.ts";

/** What wrapping gives is in the word. */
const isWrapped = ({ words, items }: SaidMessage, value: string): boolean =>
  (words.includes("wrap") || words.includes("unwrap")) &&
  items.some(
    (item) => isToken(coinOf(item), `W${value}`) || isToken(coinOf(item), value.replace(/^w/i, "")),
  );

/** Before a figure they make another thing of it than an amount. */
const NO_AMOUNT =
  "at limit price below above under over @ than least most stop trigger until max maximum " +
  "min minimum about";
/** Behind a figure without a token they begin something else. */
const BEHIND = "in into to on from for please now at";
/** Behind a number they make a quantity of it: "close 12 positions" is not position 12. */
const QUANTITY =
  "of my our the lp nft position positions nfts orders sync syncs fees slice slices " +
  "strategies active open";

type Kind = "amount" | "token" | "chain" | "venue" | "number" | "count" | "minutes" | "condition";

/** How the arguments of swaps, orders and transfers stand in the words. */
export const tradeClaims: Claims<Kind> = {
  amount({ field, value, args, said }) {
    const token =
      field.of === undefined
        ? undefined
        : field.of === field.of.toUpperCase()
          ? field.of
          : tokenOf(field.of, args);
    const isLiteral = field.of !== undefined && token === field.of;
    const isIt = ({
      at,
      unit,
      value: figure,
      of,
      leads,
      tail,
      isSlice,
      isCount,
      isNext,
    }: SaidFigure): boolean => {
      // Of two amounts with a pace one is a slice's, though nothing beside it says so.
      const isEach =
        isSlice || (field.isSlice === true && said.figures.some((other) => other.unit === "every"));
      // "1 eth every hour, 5 slices" may be one in all, or each time.
      const isRated = said.figures.some(
        (other) => other.unit === "every" && other.at === at + (isNext && of !== undefined ? 2 : 1),
      );
      // "1 eth every 10 minutes for an hour".
      const isRepeated =
        said.figures.some(({ unit: one, leads: lead }) => one === "minutes" && lead[0] === "for") &&
        said.figures.some((other) => other.unit === "every") &&
        !said.figures.some((other) => other.isCount);
      if (
        (isRated || isRepeated) &&
        field.of === "side" &&
        field.isSlice !== true &&
        args.sliceAmount === undefined
      )
        return false;
      if (isCount || isEach !== (field.isSlice === true)) return false;
      if (
        field.after !== undefined
          ? leads[0] !== field.after
          : inList(`${NO_AMOUNT} ${field.notAfter ?? ""}`, leads[0])
      )
        return false;
      if (value === "all")
        return unit === "all" && (token === undefined || of === undefined || isToken(of, token));
      if (figure !== plain(value)) return false;
      // "To 5": what it should come to, or what is bought.
      if (leads[0] === "to" && (field.notAfter !== undefined || !/out$|side/i.test(field.of ?? "")))
        return false;
      if (unit === "dollars")
        return (
          token !== undefined &&
          isUnitOf("usd", String(token)) &&
          (of === undefined || isToken(of, token) || leads[0] !== "at")
        );
      if (unit !== "number") return false;
      if (of !== undefined) return token !== undefined && isToken(of, token);
      if (
        token === undefined &&
        field.of !== undefined &&
        tail[0] !== "" &&
        !inList(BEHIND, tail[0])
      )
        return false;
      // "Usdc eth 75.25" gives the first, "eth 0.95" is of it.
      const [first, before] = [coinOf(said.items[at - 2]), coinOf(said.items[at - 1])];
      return isLiteral || before === undefined || isToken(first ?? before, token);
    };
    return {
      reason: field.isSlice ? "slices" : "amount",
      figures: figuresWhere(said, isIt),
      words: field.after ?? "",
    };
  },
  token({ field, value, args, said }) {
    const isIt = (at: number) =>
      field.after === undefined || inList(field.after, said.words[at - 1]);
    // Of a trade the other token is USDC where none is named.
    const isDefault =
      (args.tokenOut ?? args.buyToken) !== undefined &&
      value.toUpperCase() === DEFAULT_COUNTER &&
      !hasCounter(said, args);
    const isNamed = said.items.some((item, at) => isToken(coinOf(item), value) && isIt(at));
    return { reason: "token", isSaid: isNamed || isDefault || isWrapped(said, value) };
  },
  chain({ field, value, args, said, chainId }) {
    const parsed = value === "" ? undefined : parseChain(value);
    const wanted = parsed === undefined ? chainId : parsed.ok ? parsed.value : undefined;
    // "To our vault on optimism".
    const isThere =
      said.places.every(({ role }) => role !== "to") && args.destinationChain !== undefined;
    const named = said.places.filter(
      ({ at, role }) =>
        (role === "to" || (isThere && said.words[at - 1] !== "from")) === (field.role === "to"),
    );
    const isNeeded = field.role === "to" || wanted !== chainId;
    const isSaid = named.every(({ chain }) => chain === wanted);
    return {
      reason: "chain",
      isSaid: isSaid && named.length <= 2 && (!isNeeded || named.length > 0),
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
    const isFree =
      value === "" || (wanted === "0x" && args.amountOut === undefined) || wanted === "0x";
    const isSaid =
      venue?.ok !== false &&
      named.every((one) => one === (wanted ?? "0x")) &&
      (named.length > 0 || isFree);
    return { reason: "venue", isSaid };
  },
  number({ field, value, said }) {
    if (field.all && value === "0") {
      const [one, ...others] = said.figures;
      return {
        reason: "order_id",
        figures: one?.unit === "all" && others.length === 0 ? [0] : [],
      };
    }
    const isIt = ({ unit, value: figure, leads, tail }: SaidFigure) =>
      figure === value &&
      !inList(QUANTITY, tail[0]) &&
      (unit === "id" ||
        (unit === "number" &&
          (field.after === undefined
            ? (leads[0] === "stop" || !inList(`${NO_AMOUNT} by to slice clip`, leads[0])) &&
              (leads[0] !== "of" ||
                inList("slice clip part piece buy sell trade run one", leads[1]))
            : inList(field.after, leads[0])))) &&
      (tail[0] !== "order" || said.isForeign);
    const [, ...others] = said.figures.filter(({ unit }) => unit === "all");
    return { reason: "order_id", figures: others.length > 0 ? [] : figuresWhere(said, isIt) };
  },
  count({ value, said }) {
    const isBare = ({ unit, of, isSlice, leads }: SaidFigure) =>
      (unit === "number" || unit === "times") &&
      of === undefined &&
      !isSlice &&
      !inList(`${NO_AMOUNT} every each`, leads[0]);
    const isIt = (figure: SaidFigure) =>
      figure.value === value && (figure.isCount || isBare(figure));
    return { reason: "slices", figures: figuresWhere(said, isIt) };
  },
  minutes({ field, value, said }) {
    const isIt = ({ unit, value: figure, leads }: SaidFigure) =>
      figure === value &&
      (field.over
        ? unit === "minutes" && leads[0] !== "every"
        : unit === "every" ||
          (unit === "minutes" && !inList("over for during within in next until after", leads[0])));
    return { reason: "interval", figures: figuresWhere(said, isIt) };
  },
  condition({ value, args, said }) {
    const has = (words: string) => words.split(" ").filter((word) => said.words.includes(word));
    const [below, above] = [has(BELOW), has(ABOVE)];
    // A price is of the token that is no dollar.
    if (/token$/i.test(value)) {
      const isDollars =
        isUnitOf("usd", String(args[value])) &&
        !isUnitOf("usd", String(args[value === "buyToken" ? "sellToken" : "buyToken"]));
      return { reason: "price", isSaid: args.side === undefined || !isDollars };
    }
    const isSold = args.priceOf === undefined ? args.side === "sell" : args.priceOf === "sellToken";
    const isAbove = above.length > 0;
    const type =
      has("stop stops protect protection").length > 0
        ? "stop"
        : has("profit profits").length > 0
          ? "take-profit"
          : "limit";
    const isGood = isAbove === isSold;
    const isDirected = below.length > 0 || isAbove;
    const isBroken =
      value === "stop" && type === "limit" && has("breaks goes breached lost").length > 0;
    const isNamed = value === type || (type === "limit" && (isDirected || value === "take-profit"));
    const isType = isNamed && (!isDirected || (value === "stop") !== isGood);
    return { reason: "price", isSaid: isBroken || (isType && (below.length === 0 || !isAbove)) };
  },
};

/** "With eth", "to dai": the other token of a trade is named. */
const hasCounter = ({ items, words }: SaidMessage, args: Args): boolean =>
  items.some((item, at) => {
    const lead = words[words[at - 1] === "" ? at - 2 : at - 1];
    const isTraded = [args.tokenIn, args.tokenOut, args.sellToken, args.buyToken].some((token) =>
      isToken(coinOf(item), token),
    );
    return (
      coinOf(item) !== undefined &&
      (inList("with using", lead) || (!isTraded && inList("for to into", lead)))
    );
  });

const BELOW =
  "lose loses down below under beneath fall falls drop drops dip dips dipping less lower " +
  "sink sinks slide slides slips tanks crashes cheaper";
const ABOVE = "above over rise rises climb climbs more higher up pumps rallies exceeds";

const tokenOf = (of: string, args: Args): unknown =>
  of === "side" ? args[args.side === "buy" ? "buyToken" : "sellToken"] : args[of];
