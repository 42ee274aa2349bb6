import type { ChainId } from "../../../schemas/chains.ts";
import { parseChain } from "../../chain/parse-chain.ts";
import { parseUnits } from "../../lib/parse-units.ts";
import type { SpokenField } from "../../tools/spoken-call.ts";
import { readNumber } from "../read-number.ts";
import { amountClaim } from "./amount-claim.ts";
import type { NotGrounded } from "./not-grounded.ts";
import { perpClaims } from "./perp-claims.ts";
import { unitMinutes } from "./unit-minutes.ts";
import type { WordItem } from "./word-item.ts";

/**
 * One argument looking for its place in the words. `take` answers how many items from `at` on say it, 0 where they do not; `most`
 * is how often it may be said.
 */
export type SpokenClaim = {
  reason: NotGrounded;
  isNeeded: boolean;
  most: number;
  take(items: readonly WordItem[], at: number): number;
};
type Args = Readonly<Record<string, unknown>>;
type Kinds = {
  [K in Exclude<SpokenField["is"], "name">]: (
    field: Extract<SpokenField, { is: K }>,
    of: Claiming,
  ) => SpokenClaim | SpokenClaim[];
};
/** The argument, as text: "" where it is left out. */
type Claiming = { value: string; args: Args; chainId: ChainId };

/** What an argument of a call needs of the words; of one that is left out, nothing but what it then is: the request's chain, all of a position. */
export function spokenClaim(field: SpokenField, name: string, args: Args, chainId: ChainId): SpokenClaim[] {
  const given = args[name];
  // A name is taken out of the text before it is split, because its words may be any.
  const isSilent = given === undefined ? !SPEAKING.includes(field.is) : given === false && field.is !== "side";
  if (field.is === "name" || isSilent) return [];
  const value = given === undefined ? "" : String(given).trim();
  // Safe: the reader is the one of the field's own kind.
  const claim = KINDS[field.is] as (field: SpokenField, of: Claiming) => SpokenClaim | SpokenClaim[];
  return [claim(field, { value, args, chainId })].flat();
}
/** Left out, they still say something. */
const SPEAKING: readonly SpokenField["is"][] = ["chain", "exit", "choice"];

const wordAt = (items: readonly WordItem[], at: number): string | undefined => {
  const item = items[at];
  return item?.kind === "word" ? item.text : undefined;
};
const numberAt = (items: readonly WordItem[], at: number): string | undefined => {
  const item = items[at];
  return item?.kind === "number" ? item.value : undefined;
};
const isIn = (words: string, word: string | undefined): boolean => words.split(" ").includes(word ?? " ");
const names = (item: WordItem | undefined, token: string): boolean =>
  item?.kind === "address" ? item.text === token : item?.kind === "word" && item.text === token.toLowerCase();
const amountOf = (text: string): string | undefined => readNumber(text)?.value;
const once = (reason: NotGrounded, take: SpokenClaim["take"]): SpokenClaim => ({
  ...{ reason, isNeeded: true, most: 1, take },
});

const ALL = "all everything entire whole";
/** Behind a number they make a quantity of it: "close 12 positions" is not position 12. */
const QUANTITY = "of my our the lp nft position positions nfts order orders sync syncs fees percent";

/** Beside a percentage they say that it is of prices, and no fee. */
const OF_PRICES = "range spread price prices either side";

const KINDS: Kinds = {
  ...perpClaims,
  amount: (field, { value, args }) => once("amount", amountClaim(field, value, args)),
  token({ after }, { value }) {
    return {
      ...{ reason: "token", isNeeded: true, most: 4 },
      take: (items, at) =>
        names(items[at], value) && (after === undefined || isIn(after, wordAt(items, at - 1))) ? 1 : 0,
    };
  },
  chain({ role }, { value, chainId }) {
    const parsed = value === "" ? undefined : parseChain(value);
    const wanted = parsed === undefined ? chainId : parsed.ok ? parsed.value : undefined;
    const places = role === "to" ? "to into onto" : "on from";
    return {
      ...{ reason: "chain", isNeeded: role === "to" || wanted !== chainId, most: 2 },
      take(items, at) {
        if (!isIn(places, wordAt(items, at))) return 0;
        const name = wordAt(items, at + 1) === "the" ? at + 2 : at + 1;
        const chain = parseChain(String(wordAt(items, name)));
        if (!chain.ok || chain.value !== wanted) return 0;
        return name - at + (isIn("chain network", wordAt(items, name + 1)) ? 2 : 1);
      },
    };
  },
  number: ({ after }, { value }) =>
    once("figure", (items, at) => {
      const isNamed = numberAt(items, at) === value && isIn(after, wordAt(items, at - 1));
      return isNamed && !isIn(QUANTITY, wordAt(items, at + 1)) ? 1 : 0;
    }),
  fee: (_, { value }) =>
    once("figure", (items, at) => {
      const figure = numberAt(items, at) ?? "";
      const unit = wordAt(items, at + 1);
      const places = unit === "percent" ? 4 : isIn("bps bp", unit) ? 2 : undefined;
      if (places === undefined) {
        const isFee = isIn("fee tier", wordAt(items, at - 1)) || unit === "fee";
        return isFee && figure === value ? 1 : 0;
      }
      if (isIn(OF_PRICES, wordAt(items, at - 1)) || isIn(OF_PRICES, wordAt(items, at + 2))) return 0;
      const read = parseUnits(figure, places);
      return read.ok && read.value.toString() === value ? 2 : 0;
    }),
  range: ({ pair }, { value, args }) =>
    once("figure", (items, at) => {
      if (value.toLowerCase() === "full") {
        const isRange = wordAt(items, at + 1) === "range" || wordAt(items, at - 1) === "range";
        return wordAt(items, at) === "full" && isRange ? 1 : 0;
      }
      const around = /^(?:\+-|\+\/-|±) ?([0-9.]+) ?%$/.exec(value)?.[1];
      if (around !== undefined) {
        const isSaid = wordAt(items, at) === "plusminus" && wordAt(items, at + 2) === "percent";
        return isSaid && numberAt(items, at + 1) === amountOf(around) ? 3 : 0;
      }
      const [low, high, more] = value.split(",").map((price) => amountOf(price.trim()) ?? "");
      const isSaid =
        low !== "" && more === undefined && numberAt(items, at) === low && isIn("to and", wordAt(items, at + 1));
      if (!isSaid || numberAt(items, at + 2) !== high) return 0;
      // Turned round, the same prices are those of the other token.
      const [a, b] = [String(args[pair[0]]), String(args[pair[1]])];
      return isPair(items, a, b) && !isPair(items, b, a) ? 3 : 0;
    }),
  share: (_, { value }) =>
    once("amount", (items, at) => {
      // "to 20%" is what is to be left.
      if (wordAt(items, at - 1) === "to") return 0;
      const share = value.toLowerCase() === "all" ? "100" : /^([0-9.]+) ?%$/.exec(value)?.[1];
      const wanted = amountOf(share ?? value);
      const word = wordAt(items, at);
      if (share !== undefined && isIn(ALL, word)) return wanted === "100" ? 1 : 0;
      if (share !== undefined && word === "half") return wanted === "50" ? 1 : 0;
      const unit = share === undefined ? "units" : "percent";
      return wanted !== undefined && numberAt(items, at) === wanted && wordAt(items, at + 1) === unit ? 2 : 0;
    }),
  flag: ({ words }) => once("field", (items, at) => (isIn(words, wordAt(items, at)) ? 1 : 0)),
  minutes: (_, { value }) =>
    once("interval", (items, at) => {
      const word = wordAt(items, at);
      if (word === "hourly" || word === "daily") return value === (word === "daily" ? "1440" : "60") ? 1 : 0;
      if (word !== "every") return 0;
      const count = numberAt(items, at + 1);
      const unit = unitMinutes(wordAt(items, count === undefined ? at + 1 : at + 2));
      // Nothing is due every 0 minutes.
      const minutes = Number(count ?? "1") * (unit ?? 0);
      return String(minutes) === value ? (count === undefined ? 2 : 3) : 0;
    }),
};

/** "ETH/USDC", "ETH and USDC": the two beside each other in this order. */
const isPair = (items: readonly WordItem[], first: string, second: string): boolean =>
  items.some(
    (item, at) => names(item, first) && names(items[wordAt(items, at + 1) === "and" ? at + 2 : at + 1], second),
  );
