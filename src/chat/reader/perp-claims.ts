import { isUnitOf } from "../is-unit-of.ts";
import {
  type Args,
  type Claims,
  figuresWhere,
  inList,
  isShare,
  isToken,
  shareOf,
} from "./figures-where.ts";
import { coinOf, plain, type SaidFigure } from "./said-figures.ts";
import type { SaidMessage } from "./said-message.ts";

const MARGIN = "collateral margin";

type Kind =
  | "side"
  | "part"
  | "dollars"
  | "price"
  | "choice"
  | "leverage"
  | "backing"
  | "backed"
  | "exit"
  | "key";

/**
 * How the arguments of a perpetual's order stand in the words. Size, collateral, price and leverage
 * are all figures: each counts with its own mark alone (the coin or "$" of a size, "with" or
 * "collateral", "at", "x"), and one without a mark is nothing's.
 */
export const perpClaims: Claims<Kind> = {
  side({ field, value, args, said }) {
    if (field.of === "swap") return { reason: "side" };
    const isUp = value === "true" || value === "buy";
    // Who closes a long sells.
    const isExit = args.close === true || args.reduceOnly === true;
    const position = isUp === (field.of === "position" || !isExit) ? "long" : "short";
    const words = field.of === "position" ? [position] : [value, position];
    return {
      reason: "side",
      isSaid: words.some((word) => said.words.includes(word)),
      words: words.join(" "),
    };
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
    return { reason: "amount", figures: figuresWhere(said, isIt) };
  },
  dollars: ({ field, value, args, said }) => ({
    reason: "amount",
    figures: usdSizes(said, value, field.of === undefined ? undefined : args[field.of]),
  }),
  price({ field, value, args, said }) {
    const coin = field.of === undefined ? undefined : args[field.of];
    // Of an order that waits any figure may be it that is no amount of what is priced.
    const priced =
      args[
        String(
          args.priceOf ?? args.limitPriceOf ?? (args.side === "buy" ? "buyToken" : "sellToken"),
        )
      ];
    const isAny = ({ unit, value: figure, of, isSlice, isCount }: SaidFigure) =>
      (unit === "number" || unit === "dollars") &&
      figure === plain(value) &&
      !isSlice &&
      !isCount &&
      (!isToken(of, priced) || isUnitOf("usd", String(priced)));
    const { after } = field;
    if (after === undefined)
      return {
        reason: "price",
        isSaid: isWorst(args, said.line),
        figures: figuresWhere(said, isAny),
      };
    const isIt = ({ unit, value: figure, of, leads, at }: SaidFigure) =>
      (unit === "number" || unit === "dollars") &&
      figure === plain(value) &&
      !isToken(of, coin) &&
      !leads.includes("from") &&
      said.words[at - 1 - leads.length] !== "from" &&
      (leads.some((word) => inList(after, word)) ||
        inList(field.behind ?? "", leads[0]) ||
        (field.behind !== undefined &&
          leads.some((word) => inList("profit loss", word)) &&
          leads[0] !== "of") ||
        (field.named !== undefined &&
          leads[0] === "to" &&
          said.words.includes(field.named) &&
          !/ (?:size|notional) /.test(said.line)));
    return { reason: "price", figures: figuresWhere(said, isIt) };
  },
  choice({ field: { said: phrases, unsaid }, value: given, args, said }) {
    const otherwise = unsaid?.(args);
    const value = given === "" ? (otherwise ?? "") : given;
    if (value === "") return { reason: "field" };
    const own = Object.hasOwn(phrases, value) ? (phrases[value] ?? []) : [];
    const isSaid = value === otherwise || own.some((phrase) => said.line.includes(` ${phrase} `));
    return {
      reason: "field",
      isSaid,
      words: own.filter((phrase) => said.line.includes(` ${phrase} `)).join(" "),
    };
  },
  leverage: ({ value, said }) => ({
    reason: "figure",
    figures: figuresWhere(
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
      if (
        unit !== "number" ||
        figure !== plain(value) ||
        !isToken(of, args[token]) ||
        leads.includes("to") ||
        inList("size notional", tail[0])
      )
        return false;
      const isNamed =
        inList(MARGIN, leads[0]) ||
        inList(MARGIN, leads[1]) ||
        inList(MARGIN, tail[0]) ||
        (inList("of as", tail[0]) && inList(MARGIN, tail[1]));
      return isAdded
        ? isNamed && said.words.includes("add")
        : isNamed || (!isTaken && inList("with using", leads[0]));
    };
    return { reason: "amount", figures: figuresWhere(said, isIt) };
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
    return { reason: "token", isSaid };
  },
  exit({ field: { of }, value, args, said }) {
    const isAll = value === "" || value.toLowerCase() === "all";
    const share = isAll ? undefined : shareOf(value);
    const waits = args.orderType !== undefined && args.orderType !== "market";
    const verbs = value === "0" ? TAKE : isAll ? CLOSE : `${CLOSE} ${REDUCE}`;
    const isVerb =
      (waits && value !== "0") ||
      verbs.split(" ").some((verb) => said.line.includes(` ${verb.replace("_", " ")} `));
    const words = verbs.replaceAll("_", " ");
    if (!isVerb) return { reason: "field", isSaid: false };
    if (value === "" || value === "0") return { reason: "field", words };
    const found = isAll
      ? figuresWhere(said, ({ unit }) => unit === "all")
      : share === undefined
        ? usdSizes(said, value, args[of])
        : figuresWhere(said, (figure) => isShare(figure, share));
    return {
      reason: "amount",
      words,
      ...(isAll && found.length === 0 ? {} : { figures: found }),
    };
  },
  key: ({ value, said }) => ({
    reason: "order_id",
    figures: figuresWhere(
      said,
      ({ unit, value: key }) => unit === "key" && key === value.toLowerCase(),
    ),
  }),
};

/**
 * Whether a bound that is said is that of the worst price: a least one of what is sold, a most of
 * what is bought.
 */
function isWorst({ limitPrice, limitPriceOf, side }: Args, line: string): boolean {
  if (limitPrice === undefined || side === undefined) return true;
  const isNot = / (?:not|never|don't|no) (?:\w+ )?(?:below|under|above|over|less|more) /.test(line);
  const isDown = / (?:below|under|less|most|max|maximum) /.test(line);
  if (!isDown && !/ (?:above|over|more|least|min|minimum) /.test(line)) return true;
  const isSold = limitPriceOf === undefined ? side === "sell" : limitPriceOf === "sellToken";
  return (isDown === isNot) === isSold;
}

const CLOSE = "close exit close_out";
const REDUCE = "reduce decrease trim";
const TAKE = "take_back take_out remove withdraw";

/**
 * A size in dollars: "$500 of ETH", "500 usd ETH long", "size $500", "by $500". Never "with $500",
 * which is collateral, "to $500", which is what it comes to, nor "ETH $500" and "for $500", which
 * are anything. Without a coin it is a size that is set: "size to $500", never "by".
 */
function usdSizes(said: SaidMessage, value: string, coin: unknown): number[] {
  return figuresWhere(said, ({ unit, value: figure, of, leads, tail, at }) => {
    if (unit !== "dollars" || figure !== plain(value)) return false;
    const lead =
      leads[0] === "to" || leads[0] === "of" || leads[0] === "by" ? said.words[at - 2] : leads[0];
    const isNamed = inList("size notional", lead) && !said.line.includes(" from size ");
    const isBehind = inList("size notional", tail[0]);
    if (coin === undefined)
      return leads[0] !== "by" && (isNamed || (isBehind && leads[0] !== "to"));
    if (leads[0] === "by") return !inList(MARGIN, tail[0]);
    if (inList("with using at to from for", leads[0]) || inList(MARGIN, tail[0])) return false;
    return isNamed || isBehind || isToken(of, coin);
  });
}
