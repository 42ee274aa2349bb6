import type { SpokenField } from "../../tools/spoken-call.ts";

import type { NotGrounded } from "./not-grounded.ts";
import { phraseAt } from "./phrase-at.ts";
import { plainFigure } from "./plain-figure.ts";
import { positionExit } from "./position-exit.ts";
import { usdSize } from "./usd-size.ts";
import type { WordItem } from "./word-item.ts";

type Items = readonly WordItem[];
type Of = { value: string; args: Readonly<Record<string, unknown>> };
/** As in spoken-claim.ts. */
type Claim = { reason: NotGrounded; isNeeded: boolean; most: number; take(items: Items, at: number): number };
type Perp = "side" | "part" | "dollars" | "price" | "choice" | "leverage" | "backing" | "backed" | "exit" | "key";
type Kinds = { [K in Perp]: (field: Extract<SpokenField, { is: K }>, of: Of) => Claim | Claim[] };

const once = (reason: NotGrounded, take: Claim["take"]): Claim => ({ reason, isNeeded: true, most: 1, take });
const DOLLARS = ["usd", "dollar", "dollars", "usdc"];
/** Before a price's figure, beside the words that mark it as one. */
const GLUE = ["a", "the", "of", "to"];
/** Before an amount of the coin they make another thing of it: a price, a bound, what is paid. */
const OTHER = ["to", "at", "with", "using", "from"];

/**
 * How the arguments of a perpetual's order stand in the words. Size, collateral, price and leverage are all figures: each counts with its own
 * mark alone (the coin or "$" of a size, "with" or "collateral", "at", "x"), and one without a mark is nothing's.
 */
export const perpClaims: Kinds = {
  side({ of }, { value, args }) {
    const isUp = value === "true" || value === "buy";
    // Who closes a long sells.
    const isExit = args.close === true || args.reduceOnly === true;
    const position = isUp === (of === "position" || !isExit) ? "long" : "short";
    const said = of === "position" ? [position] : [value, position];
    return { reason: "side", isNeeded: true, most: 2, take: (items, at) => (said.includes(wordAt(items, at)) ? 1 : 0) };
  },
  part({ of }, { value, args }) {
    const coin = String(args[of]);
    const share = value.toLowerCase() === "all" ? "100" : /^([0-9.]+) ?%$/.exec(value)?.[1];
    const wanted = plainFigure(share ?? value);
    const isExit = args.close === true || args.reduceOnly === true;
    return once("amount", (items, from) => {
      const at = wordAt(items, from) === "by" ? from + 1 : from;
      const taken = (count: number) => at + count - from;
      const isCoin = names(items[wordAt(items, at + 1) === "of" ? at + 2 : at + 1], coin);
      if (share === undefined) {
        const isSize = wanted !== undefined && numberAt(items, at) === wanted && isCoin;
        return isSize && !OTHER.includes(wordAt(items, at - 1)) ? taken(1) : 0;
      }
      // A share only reduces, so the words have to; "to 20%" is what is to be left.
      if (!isExit || wanted === undefined || wordAt(items, from - 1) === "to") return 0;
      const word = wordAt(items, at);
      if (wanted === "100" && ["all", "everything", "entire", "whole"].includes(word)) return taken(1);
      // "half ETH" is a size.
      if (wanted === "50" && word === "half" && !names(items[at + 1], coin)) return taken(1);
      return numberAt(items, at) === wanted && wordAt(items, at + 1) === "percent" ? taken(2) : 0;
    });
  },
  dollars: ({ of }, { value, args }) => once("amount", usdSize(value, of === undefined ? undefined : String(args[of]))),
  price({ after, of, behind = "", named }, { value, args }) {
    const wanted = plainFigure(value);
    const coin = of === undefined ? "" : String(args[of]);
    return once("price", (items, from) => {
      const has = (words: readonly string[]) => items.some((_, at) => words.includes(wordAt(items, at)));
      const isBehind = items[from]?.kind === "number" && behind.split(" ").includes(wordAt(items, from - 1));
      const isNamed = named !== undefined && wordAt(items, from) === "to" && has([named]) && !has(["size", "notional"]);
      if (!isBehind && !isNamed && !after.split(" ").includes(wordAt(items, from))) return 0;
      let before = from - 1;
      while (after.split(" ").includes(wordAt(items, before))) before -= 1;
      // "from 2300" is what it was.
      if (wordAt(items, before) === "from") return 0;
      let at = isBehind ? from : from + 1;
      while (after.split(" ").includes(wordAt(items, at)) || GLUE.includes(wordAt(items, at))) at += 1;
      if (wanted === undefined || numberAt(items, at) !== wanted) return 0;
      if (DOLLARS.includes(wordAt(items, at + 1))) return at + 2 - from;
      return names(items[at + 1], coin) ? 0 : at + 1 - from;
    });
  },
  choice({ said, unsaid }, { value: given, args }) {
    const otherwise = unsaid?.(args);
    const value = given === "" ? (otherwise ?? "") : given;
    if (value === "") return [];
    const phrases = (Object.hasOwn(said, value) ? (said[value] ?? []) : []).map((phrase) => phrase.split(" "));
    return {
      ...{ reason: "field", isNeeded: value !== otherwise, most: 1 },
      take: (items, at) => Math.max(0, ...phrases.map((phrase) => phraseAt(items, at, phrase))),
    };
  },
  leverage(_, { value }) {
    const wanted = plainFigure(value);
    return once("figure", (items, from) => {
      // "to 5x" is what it should come to.
      if (wordAt(items, from - 1) === "to") return 0;
      let at = wordAt(items, from) === "at" ? from + 1 : from;
      const isNamed = wordAt(items, at) === "leverage";
      if (isNamed) at += ["of", "at"].includes(wordAt(items, at + 1)) ? 2 : 1;
      if (wanted === undefined || numberAt(items, at) !== wanted) return 0;
      const isTimes = wordAt(items, at + 1) === "x";
      if (isNamed) return at + (isTimes ? 2 : 1) - from;
      return isTimes ? at + (wordAt(items, at + 2) === "leverage" ? 3 : 2) - from : 0;
    });
  },
  backing({ token, sizes, isTaken = false }, { value, args }) {
    const wanted = plainFigure(value);
    const isAdded = sizes?.every((size) => args[size] === undefined) === true;
    return once("amount", (items, from) => {
      if (isAdded && !items.some((_, at) => wordAt(items, at) === "add")) return 0;
      const isNamed = MARGIN.includes(wordAt(items, from));
      if (wordAt(items, from - 1) === "to") return 0;
      const at = isNamed ? from + (wordAt(items, from + 1) === "of" ? 2 : 1) : from;
      if (wanted === undefined || numberAt(items, at) !== wanted || !names(items[at + 1], args[token])) return 0;
      const behind = ["of", "as"].includes(wordAt(items, at + 2)) ? at + 3 : at + 2;
      if (MARGIN.includes(wordAt(items, behind))) return isNamed ? 0 : behind + 1 - from;
      return isNamed || (!isAdded && !isTaken && ["with", "using"].includes(wordAt(items, from - 1)))
        ? at + 2 - from
        : 0;
    });
  },
  backed({ amount }, { value, args }) {
    // With its amount it is read there.
    const isNeeded = args[amount] === undefined;
    return {
      ...{ reason: "token", isNeeded, most: 1 },
      take(items, at) {
        if (!isNeeded) return 0;
        const name = MARGIN.includes(wordAt(items, at))
          ? ["in", "of"].includes(wordAt(items, at + 1))
            ? at + 2
            : at + 1
          : at;
        if (!names(items[name], value)) return 0;
        if (name > at) return name + 1 - at;
        const behind = wordAt(items, at + 1) === "as" ? at + 2 : at + 1;
        return MARGIN.includes(wordAt(items, behind)) ? behind + 1 - at : 0;
      },
    };
  },
  exit: ({ of }, { value, args }) => positionExit(value, String(args[of]), args.orderType),
  key: (_, { value }) =>
    once("order_id", (items, at) => {
      const item = items[at];
      return item?.kind === "address" && item.text.toLowerCase() === value.toLowerCase() ? 1 : 0;
    }),
};

const MARGIN = ["collateral", "margin"];

function wordAt(items: Items, at: number): string {
  const item = items[at];
  return item?.kind === "word" ? item.text : "";
}
function numberAt(items: Items, at: number): string | undefined {
  const item = items[at];
  return item?.kind === "number" ? item.value : undefined;
}
function names(item: WordItem | undefined, token: unknown): boolean {
  if (typeof token !== "string" || token === "") return false;
  return item?.kind === "address" ? item.text === token : item?.kind === "word" && item.text === token.toLowerCase();
}
