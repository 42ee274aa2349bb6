import { formatUnits, parseUnits } from "../../lib/parse-units.ts";
import { type Draft, isDollar, kept } from "./draft-of-trade.ts";
import { DECIMAL_PLACES, timesShare } from "./times-share.ts";

type Part = Draft & { bare?: readonly string[] };
/** What the words around a part say of it. `held`: a share of it is one of what the vault holds. */
export type Manner = {
  isInto: boolean;
  isFrom: boolean;
  isNow: boolean;
  isAnyVenue: boolean;
  isHeld: boolean;
};

/**
 * A draft with the slots of a part in it: what the part says of a slot stands in its place, a
 * figure or a token alone goes where one is missing, else in the place of the one that is most like
 * it. Undefined where a value has no place, or two.
 */
export function mergeTrade(draft: Draft, part: Part, manner: Manner): Draft | undefined {
  const {
    bare = [],
    side: _side,
    amount: _amount,
    token: _token,
    counter: _counter,
    rest,
    over: _over,
    time: _time,
    slices: _slices,
    size: _size,
    every: _every,
    limit,
    price,
    when,
    kind,
    ...options
  } = part;
  let next: Draft | undefined = { ...draft, ...options, rest: { ...draft.rest, ...rest } };
  next = withPair(next, part, manner);
  next = next && withAmount(next, part, manner);
  if (next === undefined) return undefined;
  if (
    /^(?:via|on|through|at|using) /.test(next.tail ?? "") &&
    (options.venue ?? options.chain) !== undefined
  )
    delete next.tail;
  if (manner.isAnyVenue) delete next.venue;
  if (manner.isNow)
    for (const name of [
      "price",
      "when",
      "kind",
      "slices",
      "size",
      "every",
      "over",
      "isCut",
      "limit",
    ] as const)
      delete next[name];
  if (kind !== undefined) next.kind = kind;
  const isSliced = next.slices !== undefined || next.size !== undefined || next.isCut === true;
  if (limit !== undefined)
    Object.assign(
      next,
      isSliced && kind === undefined
        ? { limit }
        : { price: limit, when: "at", kind: next.kind ?? "limit" },
    );
  if (price !== undefined) Object.assign(next, { price: inSize(price, draft.price), when });
  if (price !== undefined && when !== "at" && kind === undefined) delete next.kind;
  if ((next.kind ?? next.price) !== undefined) {
    delete next.isQuote;
    if ((next.kind === "stop" || next.kind === "take-profit") && next.side === undefined)
      next.side = "sell";
  }
  next = withBare(next, bare);
  return next && withSlices(next, part);
}

/** The tokens and the side. A figure's token comes with it (withAmount). */
function withPair(
  draft: Draft,
  { side, token, counter, amount }: Part,
  { isInto, isFrom }: Manner,
): Draft | undefined {
  let next = { ...draft };
  const isOther = (one: string | undefined) =>
    one !== undefined && one !== next.token && one !== next.counter;
  // "Eth 500 usdc", "buy": the dollars are spent.
  if (side !== undefined && next.side === undefined)
    next.side =
      isDollar(next.token) && next.counter !== undefined && token === undefined
        ? side === "buy"
          ? "sell"
          : "buy"
        : side;
  else if (
    side !== undefined &&
    side !== next.side &&
    amount === undefined &&
    token === undefined &&
    counter === undefined
  ) {
    // "Buy eth with 500": that is bought already, however the amount was said.
    if (!isDollar(next.token) || next.counter === undefined) next.side = side;
    else if (side === "sell") return undefined;
  }
  if (counter !== undefined && token !== undefined) {
    return { ...next, token, counter, side: side ?? next.side ?? "sell" };
  }
  const one = token ?? counter;
  if (one === undefined || !isOther(one)) {
    // "Eth" where eth is the other side: what is sold is it, from here on.
    if (
      one !== undefined &&
      one === next.counter &&
      amount === undefined &&
      next.amount === undefined &&
      side !== undefined
    )
      next = { ...next, token: one, counter: next.token ?? "usdc", side };
    return next;
  }
  // What was not known stood in its place.
  if (next.counter === undefined || next.token === undefined) delete next.tail;
  if (next.token === undefined && (next.counter === undefined || !isInto))
    return { ...next, token: one };
  if (next.counter === undefined)
    return isFrom && next.side === "sell" ? { ...next, token: one } : { ...next, counter: one };
  const isSell = next.side !== "buy";
  if (isInto) return isSell ? { ...next, counter: one } : { ...next, token: one };
  if (isFrom) return isSell ? { ...next, token: one } : { ...next, counter: one };
  if (next.counter === undefined) return { ...next, token: one };
  // One of its kind takes the place: a dollar a dollar's.
  const isLike = (other: string | undefined) => isDollar(other) === isDollar(one);
  if (isLike(next.token) && isLike(next.counter))
    return isDollar(one) ? { ...next, counter: one } : { ...next, token: one };
  return isLike(next.counter) ? { ...next, counter: one } : { ...next, token: one };
}

/** An amount, its token's own or a share of the one that is there. */
function withAmount(
  draft: Draft,
  { amount, token, counter }: Part,
  { isHeld }: Manner,
): Draft | undefined {
  if (amount === undefined) return draft;
  if (amount.endsWith("%")) {
    const percent = amount.slice(0, -1);
    const isPart =
      draft.amount !== undefined && !draft.amount.endsWith("%") && !isHeld && percent !== "100";
    if (isPart) return { ...draft, amount: timesShare(draft.amount ?? "", percent) };
    return draft.side === "buy" ? undefined : { ...draft, amount };
  }
  const figure = amount.replace("$", "");
  const of = amount.startsWith("$")
    ? isDollar(draft.token)
      ? draft.token
      : isDollar(draft.counter)
        ? draft.counter
        : undefined
    : (token ?? (counter === undefined ? draft.token : undefined));
  if (of === undefined) return undefined;
  if (of === draft.token) return { ...draft, amount: figure };
  // So much of the other token: the draft's own side turns with it.
  if (of !== draft.counter) return undefined;
  return {
    ...draft,
    token: of,
    ...kept({ counter: draft.token }),
    amount: figure,
    side: draft.side === "buy" ? "sell" : "buy",
  };
}

/** Figures alone. */
function withBare(draft: Draft, bare: readonly string[]): Draft | undefined {
  const next = { ...draft };
  const left = spoken(bare, next.price);
  if (next.amount === undefined && left.length > 0) next.amount = left.shift() ?? "";
  if (next.kind !== undefined && next.price === undefined && left.length > 0)
    Object.assign(next, { price: left.shift(), when: "at" });
  if (
    next.isCut &&
    next.slices === undefined &&
    next.size === undefined &&
    /^[0-9]{1,3}$/.test(left[0] ?? "")
  )
    next.slices = Number(left.shift());
  const figures = ["amount", "price", "slices", "size", "limit"] as const;
  const taken = new Set<string>();
  for (const value of left) {
    const free = figures.filter(
      (name) => next[name] !== undefined && !taken.has(name) && !String(next[name]).endsWith("%"),
    );
    const isWhole = /^[0-9]{1,3}$/.test(value);
    const [nearest] = free
      .filter((name) => name !== "slices" || isWhole)
      .toSorted((one, other) => away(value, next[one]) - away(value, next[other]));
    const place =
      nearest ?? (next.amount?.endsWith("%") && !taken.has("amount") ? "amount" : undefined);
    if (place === undefined) return undefined;
    taken.add(place);
    Object.assign(next, { [place]: place === "slices" ? Number(value) : value });
  }
  return next;
}

/** "Twenty two fifty" beside 2,100. */
function spoken(bare: readonly string[], price: string | undefined): string[] {
  const [one = "", other = ""] = bare;
  const isPair =
    bare.length === 2 &&
    [one, other].every((figure) => /^[1-9][0-9]$/.test(figure)) &&
    price !== undefined;
  return isPair && away(`${one}${other}`, price) < 0.7 ? [`${one}${other}`] : [...bare];
}

/** "70" beside 65,000 is in thousands. */
function inSize(price: string, before: string | undefined): string {
  const times = Number(before ?? price) / Number(price);
  return times > 300 && times < 3_000 ? timesShare(price, "100000") : price;
}

/** A size to compare by, no amount: nothing is reckoned with it. */
const away = (one: string, other: unknown): number =>
  Math.abs(Math.log(Number(one) / Number(other)));

/**
 * How a whole is cut: of number, size, pace and length what was said last holds, and what it cannot
 * stand beside goes.
 */
function withSlices(draft: Draft, { slices, size, time, ...said }: Part): Draft | undefined {
  const next = { ...draft };
  const isPace =
    time !== undefined &&
    said.every === undefined &&
    draft.every === undefined &&
    (slices ?? draft.slices ?? size ?? draft.size) !== undefined;
  const { every = isPace ? time : undefined, over = isPace ? undefined : time } = said;
  if ((slices ?? size ?? every ?? over) === undefined) return next;
  if (next.price !== undefined) return undefined;
  next.isCut = true;
  if (slices !== undefined) Object.assign(next, { slices });
  if (size !== undefined) Object.assign(next, { size });
  if (every !== undefined) Object.assign(next, { every });
  if (slices !== undefined && size === undefined && draft.amount !== undefined) delete next.size;
  if (
    size !== undefined &&
    slices === undefined &&
    draft.amount !== undefined &&
    over === undefined
  )
    delete next.slices;
  if (over === undefined) {
    if (every !== undefined && next.slices !== undefined) delete next.over;
    return next;
  }
  const pace = next.every;
  const isOwn = pace !== undefined && over % pace === 0;
  if (size !== undefined || (next.size !== undefined && slices === undefined)) {
    if (!isOwn) return undefined;
    const count = over / pace;
    const total = times(next.size ?? "", count);
    delete next.slices;
    return total === undefined ? undefined : { ...next, amount: total };
  }
  if (slices !== undefined || next.slices !== undefined) {
    const count = slices ?? next.slices ?? 1;
    if (every !== undefined && isOwn) return { ...next, slices: over / pace };
    return over % count === 0 ? { ...next, every: over / count } : { ...next, over };
  }
  // Of a length alone: one an hour.
  const hours = over / 60;
  return Number.isInteger(hours) && hours > 1 && hours <= 100
    ? { ...next, slices: hours, every: 60 }
    : { ...next, over };
}

function times(amount: string, count: number): string | undefined {
  const base = parseUnits(amount, DECIMAL_PLACES);
  return base.ok ? formatUnits(base.value * BigInt(count), DECIMAL_PLACES) : undefined;
}
