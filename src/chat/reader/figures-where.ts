import type { ChainId } from "../../../schemas/chains.ts";
import type { SpokenField } from "../../tools/spoken-field.ts";
import type { NotGrounded } from "../not-grounded.ts";
import { plain, type SaidFigure } from "./said-figures.ts";
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
  /** Words of the call's options that it accounts for (asked-for.ts). */
  words?: string;
};
/** What a claim is made of. */
export type Of<F> = { field: F; value: string; args: Args; said: SaidMessage; chainId: ChainId };
/** The claims of some types of arguments. */
export type Claims<K extends SpokenField["is"]> = {
  [T in K]: (of: Of<Extract<SpokenField, { is: T }>>) => Claim;
};

/** Whether a word is one of these. */
export const inList = (words: string, word: string | undefined): boolean =>
  words.split(" ").includes(word ?? " ");
/** Which figures could be it. */
export const figuresWhere = (said: SaidMessage, isIt: (figure: SaidFigure) => boolean): number[] =>
  said.figures.flatMap((figure, at) => (isIt(figure) ? [at] : []));
/** Whether a symbol or an address of the words is this token; "btc" is any of its wrapped forms. */
export const isToken = (coin: string | undefined, token: unknown): boolean => {
  if (coin === undefined || typeof token !== "string") return false;
  const wanted = token.toLowerCase();
  return coin.startsWith("0x")
    ? coin === token
    : coin === wanted || (coin === "btc" && BITCOINS.has(wanted));
};
const BITCOINS: ReadonlySet<string> = new Set(["wbtc", "cbbtc", "btcb"]);
/** "50%" and "all" as a percentage. */
export const shareOf = (value: string): string | undefined =>
  value.toLowerCase() === "all"
    ? "100"
    : plain(/^([0-9.]+) ?%$/.exec(value)?.[1] ?? "") || undefined;
/** Whether a figure is this part of what there is; "to 20%" is what is to be left. */
export const isShare = ({ unit, value, leads, isNext, of }: SaidFigure, share: string): boolean =>
  !leads.includes("to") &&
  ((unit === "all" && share === "100") ||
    (unit === "percent" &&
      value === share &&
      !(isNext && of !== undefined && share === "50" && leads[0] !== "by")));
