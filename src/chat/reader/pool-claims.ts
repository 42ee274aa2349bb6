import { parseUnits } from "../../lib/parse-units.ts";
import { type Claims, figuresWhere, inList, isShare, isToken, shareOf } from "./figures-where.ts";
import { coinOf, plain, type SaidFigure } from "./said-figures.ts";

const OF_PRICES = "range spread price prices either side";

/** How the arguments of a pool's position stand in the words. */
export const poolClaims: Claims<"fee" | "range" | "share" | "flag"> = {
  fee({ value, said }) {
    const isIt = ({ unit, value: figure, leads, tail }: SaidFigure) => {
      if (unit === "number")
        return figure === value && (inList("fee tier", leads[0]) || tail[0] === "fee");
      const places = unit === "percent" ? 4 : unit === "bps" ? 2 : undefined;
      const isOfPrices = inList(`${OF_PRICES} plusminus`, leads[0]) || inList(OF_PRICES, tail[0]);
      const read = places === undefined || isOfPrices ? undefined : parseUnits(figure, places);
      return read?.ok === true && read.value.toString() === value;
    };
    return { reason: "figure", figures: figuresWhere(said, isIt) };
  },
  range({ field: { pair }, value, args, said }) {
    if (value.toLowerCase() === "full")
      return { reason: "figure", isSaid: / (?:full range|range full) /.test(said.line) };
    const around = /^(?:\+-|\+\/-|±) ?([0-9.]+) ?%$/.exec(value)?.[1];
    if (around !== undefined) {
      const isIt = ({ unit, value: figure, leads }: SaidFigure) =>
        unit === "percent" && leads[0] === "plusminus" && figure === plain(around);
      return { reason: "figure", figures: figuresWhere(said, isIt) };
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
    if (more !== undefined || !isPair(a, b) || isPair(b, a))
      return { reason: "figure", figures: [] };
    const isIt = (figure: SaidFigure, nth: number) =>
      figure.value === low &&
      said.figures[nth + 1]?.value === high &&
      inList("to and", said.words[figure.at + 1]);
    const places = said.figures.flatMap((figure, nth) => (isIt(figure, nth) ? [nth] : []));
    return { reason: "figure", figures: places, alsoTakes: places.map((nth) => nth + 1) };
  },
  share({ value, said }) {
    const share = shareOf(value);
    const isIt = (figure: SaidFigure) =>
      share === undefined
        ? figure.unit === "number" && figure.value === plain(value) && figure.tail[0] === "units"
        : isShare(figure, share) && figure.tail[0] !== "fees";
    return { reason: "amount", figures: figuresWhere(said, isIt) };
  },
  flag: ({ field, said }) => ({
    reason: "field",
    isSaid: field.words.split(" ").some((word) => said.words.includes(word)),
    words: field.words,
  }),
};
