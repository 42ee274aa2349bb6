import type { NotGrounded } from "./not-grounded.ts";
import { phraseAt } from "./phrase-at.ts";
import { plainFigure } from "./plain-figure.ts";
import { usdSize } from "./usd-size.ts";
import type { WordItem } from "./word-item.ts";

type Items = readonly WordItem[];
/** As in spoken-claim.ts. */
type Claim = { reason: NotGrounded; isNeeded: boolean; most: number; take(items: Items, at: number): number };

const CLOSE = ["close", "exit", "close out"];
const REDUCE = ["reduce", "decrease", "trim"];
const TAKE = ["take back", "take out", "remove", "withdraw"];

/**
 * What is closed of a position, by its verb and its figure: "close" alone is all of it, "reduce" never is, and collateral alone is taken
 * back. `size` is "" where it is left out, which means all. A take profit or stop loss needs no verb of its own.
 */
export function positionExit(size: string, market: string, orderType: unknown): Claim[] {
  const isAll = size === "" || size.toLowerCase() === "all";
  const share = /^([0-9.]+) ?%$/.exec(size)?.[1];
  const verbs = size === "0" ? TAKE : isAll ? CLOSE : [...CLOSE, ...REDUCE];
  const waits = orderType !== undefined && orderType !== "market";
  const verb: Claim = {
    ...{ reason: "field", isNeeded: size === "0" || !waits, most: 1 },
    take: (items, at) => Math.max(0, ...verbs.map((phrase) => phraseAt(items, at, phrase.split(" ")))),
  };
  if (size === "0") return [verb];
  const claim = (take: Claim["take"]): Claim => ({ reason: "amount", isNeeded: !isAll, most: 1, take });
  if (isAll) return [verb, claim((items, at) => (ALL.includes(wordAt(items, at)) ? 1 : 0))];
  return [verb, claim(share === undefined ? usdSize(size, market) : shareOf(share))];
}

const ALL = ["all", "everything", "entire", "whole"];

function shareOf(share: string): Claim["take"] {
  const wanted = plainFigure(share);
  return (items, from) => {
    const at = wordAt(items, from) === "by" ? from + 1 : from;
    // "to 20%" is what is to be left.
    if (wordAt(items, from - 1) === "to") return 0;
    if (wanted === "50" && wordAt(items, at) === "half") return at + 1 - from;
    const figure = items[at];
    const isSaid = wanted !== undefined && figure?.kind === "number" && figure.value === wanted;
    return isSaid && wordAt(items, at + 1) === "percent" ? at + 2 - from : 0;
  };
}

function wordAt(items: Items, at: number): string {
  const item = items[at];
  return item?.kind === "word" ? item.text : "";
}
