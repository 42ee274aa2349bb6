import { chainOf } from "../../chain-of.ts";
import { buildVaultSwap } from "../../tools/build-vault-swap.ts";
import { createTriggerOrder } from "../../triggers/tools/create-trigger-order.ts";
import { createTwapOrder } from "../../twap/tools/create-twap-order.ts";
import { isUnitOf } from "../is-unit-of.ts";
import { amountOf } from "./amount-of.ts";
import { checkTokens } from "./check-tokens.ts";
import { DEFAULT_COUNTER } from "./default-counter.ts";
import type { FastPathContext } from "./fast-path-context.ts";
import { namedToken } from "./named-token.ts";
import { optionsOf } from "./options-of.ts";
import type { PassReason } from "./pass-reason.ts";
import type { ReadCall } from "./read-call.ts";
import { type Sides, sidesOf } from "./sides-of.ts";
import { slicesOf } from "./slices-of.ts";
import type { Trade } from "./trade.ts";
import { withBare } from "./with-bare.ts";

type Args = Record<string, unknown>;

/**
 * The call that a trade comes to: a swap; an order of slices as soon as a slice or a pace is spoken
 * of, so that a half-said one never becomes one swap of it all; a trigger where a price is waited
 * for. Or why it is none: what is missing, or cannot be both.
 */
export function callOfTrade(said: Trade, context: FastPathContext): ReadCall | PassReason {
  const isPaced = (said.every ?? said.time ?? said.over) !== undefined || said.isCut === true;
  if (
    said.other !== undefined &&
    (!isPaced || said.slices !== undefined || said.size !== undefined)
  )
    return "unclear";
  // "I need 500 dai, sell eth": so much is to come out of it.
  if (said.isNeed && said.isEarly && said.side === "sell") return "unclear";
  if (said.isSecond && said.kind === undefined && said.limit === undefined) return "unclear";
  const bare = withBare(said);
  const trade = bare && withNames(bare, context);
  if (trade === undefined || (trade.isAutomatic && trade.isNotified)) return "unclear";
  const place =
    context.chainId === trade.chain || trade.chain === undefined
      ? {}
      : { chain: chainOf(trade.chain).name };
  const where: Args = {
    ...(trade.venue !== undefined && { dex: trade.venue }),
    ...(trade.chain !== undefined && { chain: chainOf(trade.chain).name, ...place }),
  };
  const sides = sidesOf(trade, context);
  if (typeof sides === "string") return sides;
  const cut = slicesOf(trade, sides.amount);
  if (typeof cut === "string") return cut;
  // Of one trade a limit is what it waits for.
  if (cut === undefined && trade.limit !== undefined && trade.at === undefined)
    return callOfTrade(atLimit(said, trade), context);
  const options = optionsOf(trade, context.nowMs);
  if (options === undefined) return "unclear";
  // "In 10 slices, at 3000", "limit": a bound, or a start.
  const isHalf =
    trade.at !== undefined ||
    trade.isBound === true ||
    (trade.kind === "limit" && trade.limit === undefined);
  if (
    cut !== undefined &&
    isHalf &&
    trade.kind !== "stop" &&
    trade.kind !== "take-profit" &&
    trade.kind !== "trigger"
  )
    return "unclear";
  const isWaiting = [
    trade.below,
    trade.above,
    trade.hits,
    trade.breaks,
    trade.fall,
    trade.rise,
  ].some((said) => said !== undefined);
  const isTrigger =
    isWaiting ||
    (cut === undefined && trade.at !== undefined) ||
    (trade.kind !== undefined && (cut === undefined || trade.kind !== "limit"));
  if (isTrigger) return triggerOf(trade, sides, cut, { where, options, context });
  if (cut === undefined) {
    if (
      Object.keys(options).length > 0 ||
      trade.notBelow !== undefined ||
      trade.notAbove !== undefined ||
      trade.limit !== undefined
    )
      return "unclear";
    // A swap is executed by the request's mode, and never because its words say so.
    if (trade.isAutomatic) return "unclear";
    return swapOf(sides, where, context, trade);
  }
  return twapOf(trade, sides, cut, { where, options, context });
}

const atLimit = ({ limit: _, ...said }: Trade, { limit, kind }: Trade): Trade => ({
  ...said,
  ...(limit !== undefined && { at: limit }),
  kind: kind ?? "limit",
});

/** A token's common name is the one of its kind that the chain lists. */
function withNames(trade: Trade, context: FastPathContext): Trade {
  const named = { ...trade };
  for (const name of COINS)
    if (named[name] !== undefined)
      named[name] = namedToken(named[name], context, trade.chain ?? context.chainId);
  return named;
}

const COINS = ["token", "counter", "of", "out", "heldOf", "sizeOf", "wholeOf", "priceOf"] as const;

type Rest = { where: Args; options: Args; context: FastPathContext };

function swapOf(
  sides: Sides,
  where: Args,
  context: FastPathContext,
  trade: Trade,
): ReadCall | PassReason {
  const { amount } = sides;
  // Of what it is an amount has to be said.
  if (amount === undefined || (sides.side === "sell" ? sides.sold : sides.bought) === undefined)
    return "incomplete";
  const pair = withDefault(sides, trade, context);
  if (typeof pair === "string") return pair;
  const { side, sold, bought } = pair;
  const argument = side === "sell" ? "amountIn" : "amountOut";
  const call = shared(buildVaultSwap.name, argument, amount, side, sold, {
    tokenIn: sold,
    tokenOut: bought,
    ...where,
  });
  return typeof call === "string" ? call : { ...call, ...defaultNote(sides) };
}

/** Says that the counter token is the default. */
const defaultNote = ({ sold, bought }: Sides): { note?: string } =>
  sold === undefined || bought === undefined
    ? { note: `For ${DEFAULT_COUNTER}, as no other token was named.` }
    : {};

function twapOf(
  trade: Trade,
  sides: Sides,
  cut: Args,
  { where, options, context }: Rest,
): ReadCall | PassReason {
  const pair = withDefault(sides, trade, context);
  if (typeof pair === "string") return pair;
  const { side, sold, bought } = pair;
  const amount = (cut.totalAmount as string | undefined) ?? sides.amount;
  if (amount === undefined) return "incomplete";
  const limit = limitOf(trade, pair);
  if (limit === undefined) return "unclear";
  const { totalAmount: _, ...slices } = cut;
  const { note: named } = defaultNote(sides);
  const note = [named, trade.isAutomatic ? undefined : NOTIFY_NOTE]
    .filter((line) => line !== undefined)
    .join("\n");
  const call = shared(createTwapOrder.name, "totalAmount", amount, side, sold, {
    ...{ side, sellToken: sold, buyToken: bought },
    ...slices,
    ...where,
    ...limit,
    ...options,
    ...(trade.isAutomatic && { autoExecute: true }),
  });
  return typeof call === "string" ? call : { ...call, note };
}

const NOTIFY_NOTE =
  "Each slice is a notification for you to sign. To have the agent wallet execute them, say " +
  'the same with "automatically" at its end.';
const TRIGGER_NOTE =
  "When its price is met you are notified, with the trade to sign. To have the agent wallet " +
  'trade, say the same with "automatically" in it.';

/** "Not below 3000", "limit 3000": the worst price of a slice, in the other token. */
function limitOf(
  trade: Trade,
  { side, sold, bought }: { side: Sides["side"]; sold: string; bought: string },
): Args | undefined {
  const said = [trade.notBelow, trade.notAbove, trade.limit, trade.at].filter(
    (price) => price !== undefined,
  );
  const [price] = said;
  if (price === undefined) return {};
  // Who spends dollars says the price of what he gets for them.
  const isSpent = side === "sell" && isUnitOf("usd", sold) && !isUnitOf("usd", bought);
  const isOther = side === "sell" ? trade.notAbove !== undefined : trade.notBelow !== undefined;
  if (isOther && !isSpent) return undefined;
  const unit = trade.unit ?? (price.startsWith("$") ? "usd" : undefined);
  if (said.length > 1 || !isUnitOf(unit, isOther || side === "buy" ? sold : bought))
    return undefined;
  return { limitPrice: price.replace("$", ""), ...(isOther && { limitPriceOf: "buyToken" }) };
}

/** The pair, with the chain's own USDC for a token that was left open. */
function withDefault({ side, sold, bought }: Sides, trade: Trade, context: FastPathContext) {
  const pair = { side, sold: sold ?? DEFAULT_COUNTER, bought: bought ?? DEFAULT_COUNTER };
  const doubt = checkTokens(context, trade.chain ?? context.chainId, pair.sold, pair.bought);
  // USDC for USDC: it is the other token that was left open.
  if (doubt === "unclear" && (sold === undefined || bought === undefined))
    return "incomplete" as const;
  return doubt ?? pair;
}

function triggerOf(
  trade: Trade,
  sides: Sides,
  cut: Args | undefined,
  { where, options, context }: Rest,
): ReadCall | PassReason {
  const { expiresAt, ...others } = options;
  if (
    Object.keys(others).length > 0 ||
    trade.limit !== undefined ||
    trade.notBelow !== undefined ||
    trade.notAbove !== undefined
  )
    return "unclear";
  const pair = withDefault(sides, trade, context);
  if (typeof pair === "string") return pair;
  const { side, sold, bought } = pair;
  const amount = (cut?.totalAmount as string | undefined) ?? sides.amount;
  if (amount === undefined) return "incomplete";
  const terms = termsOf(trade, pair);
  if (typeof terms === "string") return terms;
  const { totalAmount: _, ...into } = cut ?? {};
  const call = shared(createTriggerOrder.name, "totalAmount", amount, side, sold, {
    ...{ side, sellToken: sold, buyToken: bought },
    ...terms,
    ...where,
    ...(cut !== undefined && { into }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(trade.isAutomatic && { autoExecute: true }),
  });
  return typeof call === "string" ? call : { ...call, note: trade.isAutomatic ? "" : TRIGGER_NOTE };
}

/**
 * What a trigger's condition comes to. What is sold dear or bought cheap is a limit, unless the
 * words call it a take-profit; what is sold cheap or bought dear is a stop. A price without a
 * direction ("at 3000", "hits 3000") is as good as the kind says, and else a limit.
 */
function termsOf(
  trade: Trade,
  { side, sold, bought }: { side: Sides["side"]; sold: string; bought: string },
): Args | PassReason {
  const { below, above, hits, breaks, at } = trade;
  const said = [below, above, hits, breaks, at].filter((price) => price !== undefined);
  const [price] = said;
  if (trade.fall !== undefined || trade.rise !== undefined) return "unclear";
  if (price === undefined) return "incomplete";
  if (amountOf(price.replace("$", "")) === undefined) return "unclear";
  const [one, other] = [sold.toLowerCase(), bought.toLowerCase()];
  const own = side === "sell" ? one : other;
  // Of two tokens the one that is no dollar has the price, where the words do not say.
  const token =
    sameAs(trade.priceOf?.toLowerCase(), [one, other]) ??
    (isUnitOf("usd", own) ? (own === one ? other : one) : own);
  if (said.length > 1 || (token !== one && token !== other)) return "unclear";
  const unit = trade.unit ?? (price.startsWith("$") ? "usd" : undefined);
  if (!isUnitOf(unit, token === one ? other : one)) return "unclear";
  const kind =
    trade.kind === "trigger"
      ? breaks === undefined
        ? undefined
        : "stop"
      : (trade.kind ?? (breaks && "stop"));
  const goodIsAbove = token === one;
  const isAbove =
    above !== undefined || (below === undefined && (kind === "stop" ? !goodIsAbove : goodIsAbove));
  const isGood = goodIsAbove === isAbove;
  const type = isGood ? (kind ?? "limit") : "stop";
  if ((type === "stop") === isGood || (kind !== undefined && kind !== type)) return "unclear";
  return { type, price: price.replace("$", ""), priceOf: token === one ? "sellToken" : "buyToken" };
}

/** Which of the two tokens a price is of: a coin's price is its wrapped form's. */
const sameAs = (of: string | undefined, pair: readonly string[]): string | undefined =>
  of === undefined
    ? undefined
    : (pair.find((token) => token === of) ?? pair.find((token) => token === `w${of}`) ?? of);

/** The call with its amount, or with the share that is to be put into it. */
function shared(
  tool: string,
  argument: "amountIn" | "amountOut" | "totalAmount",
  amount: string,
  side: Sides["side"],
  sold: string,
  args: Args,
): ReadCall | PassReason {
  if (!amount.endsWith("%"))
    return amountOf(amount) === undefined
      ? "unclear"
      : { kind: "call", tool, args: { ...args, [argument]: amount } };
  const percent = amount.slice(0, -1);
  const isShare = Number(percent) > 0 && Number(percent) <= 100;
  if (side === "buy" || !isShare || argument === "amountOut") return "unclear";
  return { kind: "call", tool, args, share: { argument, token: sold, percent } };
}
