import { amountOf } from "./amount-of.ts";
import type { Trade } from "./trade.ts";

/**
 * What stands in another clause than its own: the whole of it, "for 2 eth, buying", the token that
 * is held or waited for.
 */
function withRoles({ isAll, other, held, heldOf, isNeed, isGone, ...gave }: Trade): Trade {
  // "Buy eth, I have 80 usdc to spend".
  const isPaid =
    gave.side === "buy" && held !== undefined && heldOf !== undefined && heldOf !== gave.token;
  if (
    isPaid &&
    gave.token !== undefined &&
    gave.amount === undefined &&
    gave.counterAmount === undefined
  )
    return withRoles({ ...gave, counter: heldOf, counterAmount: held, by: "with" });
  const given: Trade = isGone && held !== undefined ? { ...gave, whole: held } : gave;
  const said: Trade =
    isNeed && given.side === undefined && given.by === "with" ? { ...given, side: "buy" } : given;
  const isOther = said.token === undefined && said.counterAmount !== undefined && said.by === "for";
  const { counter, counterAmount, by, ...rest } = said;
  const trade: Trade = isOther
    ? { ...rest, ...(counter !== undefined && { token: counter }), amount: counterAmount ?? "" }
    : said;
  const named = trade.token ?? heldOf ?? trade.priceOf ?? trade.sizeOf;
  const size = other === undefined ? {} : byTheSlice(trade.amount, other);
  const amount =
    size.amount ??
    trade.amount ??
    held ??
    (isAll && trade.rated === undefined && !trade.bare ? "100%" : undefined);
  return {
    ...trade,
    ...size,
    ...(named !== undefined && { token: named }),
    ...(amount !== undefined && { amount }),
  };
}

/** Of two amounts of one token the whole is the larger. */
function byTheSlice(one: string | undefined, other: string): { amount?: string; size?: string } {
  const [first, second] = [one === undefined ? undefined : amountOf(one), amountOf(other)];
  if (one === undefined || first === undefined || second === undefined || first === second)
    return {};
  return first > second ? { amount: one, size: other } : { amount: other, size: one };
}

/**
 * Figures alone: the amount where none was said, behind it the price of what waits for one.
 * Undefined where one is left.
 */
export function withBare(said: Trade): Trade | undefined {
  const { bare = [], ...trade } = withRoles(said);
  const figures = [...bare];
  const hasAmount =
    (trade.amount ?? trade.rated ?? trade.counterAmount ?? trade.outAmount) !== undefined;
  const amount = hasAmount ? undefined : figures.shift();
  const { limit, below, above, hits, breaks, fall, rise } = trade;
  const hasPrice = [limit, below, above, hits, breaks, trade.at, fall, rise].some(
    (price) => price !== undefined,
  );
  const at = trade.kind === undefined || hasPrice ? undefined : figures.shift();
  // "Twap 2 eth to usdc / 10 / 30m".
  const isCounted =
    trade.isCut && trade.slices === undefined && (trade.time ?? trade.every) !== undefined;
  const slices =
    isCounted && /^[0-9]{1,3}$/.test(figures[0] ?? "") ? Number(figures.shift()) : undefined;
  if (figures.length > 0) return undefined;
  return {
    ...(slices !== undefined && { slices }),
    ...trade,
    ...(amount !== undefined && { amount }),
    ...(at !== undefined && { at }),
  };
}
