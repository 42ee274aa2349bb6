import { parseChain } from "../../chain/parse-chain.ts";
import { parseVenue } from "../../venues/parse-venue.ts";
import { isUnitOf } from "../is-unit-of.ts";
import { type Args, type Claims, figuresWhere, inList, isToken } from "./figures-where.ts";
import { coinOf, plain, type SaidFigure } from "./said-figures.ts";
import type { SaidMessage } from "./said-message.ts";

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

type Kind = "amount" | "token" | "chain" | "venue" | "number" | "count" | "minutes" | "condition";

/** How the arguments of swaps, orders and transfers stand in the words. */
export const tradeClaims: Claims<Kind> = {
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
      ...{ reason: field.isSlice ? "slices" : "amount", figures: figuresWhere(said, isIt) },
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
    return { reason: "order_id", figures: others.length > 0 ? [] : figuresWhere(said, isIt), words: field.after };
  },
  count: ({ value, said }) => ({
    ...{ reason: "slices", figures: figuresWhere(said, ({ isCount, value: figure }) => isCount && figure === value) },
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
      figures: figuresWhere(said, isIt),
      words: field.over ? "over for during within in next" : "apart between intervals",
    };
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
};

const BELOW = "below under beneath falls drops dips less lower sinks slides";
const ABOVE = "above over rises climbs more higher";

const tokenOf = (of: string, args: Args): unknown =>
  of === "side" ? args[args.side === "buy" ? "buyToken" : "sellToken"] : args[of];
