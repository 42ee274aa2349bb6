import { bookOf } from "./book-of.ts";
import type { CoreAccount, CoreOrder, CoreOrderStatus } from "./core-account.ts";
import type { CoreMarket } from "./core-markets.ts";
import { marginOf } from "./margin-of.ts";
import { ntlOf } from "./ntl-of.ts";

export type Treatment = { fillBps: bigint; worseBps: bigint };
type Venue = { markets: readonly CoreMarket[]; nowMs: number; nextTid: () => number };

/** What a taker pays. */
const FEE_PER_MILLION = 450n;
const MIN_NOTIONAL = 10_000_000n;

/** What becomes of an order when the core takes it up, and later, when its price is reached. */
export const trade = { takeUp, fill };

/**
 * Puts an order that the core took up through its rules: rejected, resting, filled in whole or in
 * part.
 */
function takeUp(venue: Venue, account: CoreAccount, order: CoreOrder, treatment: Treatment): void {
  const ended = statusOf(venue, account, order, treatment);
  if (ended !== undefined) end(order, ended, venue.nowMs);
}

/** The word that ends it; undefined where it rests, or its fill has ended it already. */
function statusOf(
  venue: Venue,
  account: CoreAccount,
  order: CoreOrder,
  treatment: Treatment,
): CoreOrderStatus | undefined {
  const market = venue.markets[order.asset];
  if (market === undefined) return "tickRejected";
  const refusal = refusalOf(market, venue, account, order);
  if (refusal !== undefined) return refusal;
  const { bidE8, askE8 } = bookOf(market);
  const best = order.isBuy ? askE8 : bidE8;
  const crosses = order.isBuy ? order.limitPriceE8 >= best : order.limitPriceE8 <= best;
  if (order.tif === "Alo" && crosses) return "badAloPxRejected";
  if (!crosses) return order.tif === "Ioc" ? "iocCancelRejected" : undefined;
  const { fillBps, worseBps } = treatment;
  const worse = (best * (10_000n + (order.isBuy ? worseBps : -worseBps))) / 10_000n;
  const isBeyond = order.isBuy ? worse > order.limitPriceE8 : worse < order.limitPriceE8;
  fill(venue, account, order, { priceE8: isBeyond ? order.limitPriceE8 : worse, fillBps });
  return order.leftE8 > 0n && order.tif === "Ioc" ? "canceled" : undefined;
}

/** Fills so much of what is left; a reduce-only order never turns a position round. */
function fill(
  venue: Venue,
  account: CoreAccount,
  order: CoreOrder,
  { priceE8, fillBps }: { priceE8: bigint; fillBps: bigint },
): void {
  const market = venue.markets[order.asset];
  if (market === undefined) return;
  const lot = 10n ** BigInt(8 - market.szDecimals);
  const wanted = (order.leftE8 * fillBps) / 10_000n;
  const held = account.positions.get(order.asset) ?? { sizeE8: 0n, entryPriceE8: 0n };
  const most = order.reduceOnly ? absolute(held.sizeE8) : wanted;
  const sizeE8 = (wanted < most ? wanted : most) - ((wanted < most ? wanted : most) % lot);
  if (sizeE8 === 0n) return;
  move(account, order.asset, held, order.isBuy ? sizeE8 : -sizeE8, priceE8);
  const feeBase = (ntlOf(priceE8, sizeE8) * FEE_PER_MILLION) / 1_000_000n;
  account.cashBase -= feeBase;
  order.leftE8 -= sizeE8;
  account.fills.unshift({
    order,
    priceE8,
    sizeE8,
    timeMs: venue.nowMs,
    feeBase,
    tid: venue.nextTid(),
  });
  if (order.leftE8 === 0n) end(order, "filled", venue.nowMs);
}

function move(
  account: CoreAccount,
  asset: number,
  held: { sizeE8: bigint; entryPriceE8: bigint },
  changeE8: bigint,
  priceE8: bigint,
): void {
  const after = held.sizeE8 + changeE8;
  const isAdding = held.sizeE8 === 0n || held.sizeE8 > 0n === changeE8 > 0n;
  if (isAdding) {
    const cost = held.entryPriceE8 * absolute(held.sizeE8) + priceE8 * absolute(changeE8);
    account.positions.set(asset, { sizeE8: after, entryPriceE8: cost / absolute(after) });
    return;
  }
  const closed =
    absolute(changeE8) < absolute(held.sizeE8) ? absolute(changeE8) : absolute(held.sizeE8);
  const gain = ntlOf(priceE8, closed) - ntlOf(held.entryPriceE8, closed);
  account.cashBase += held.sizeE8 > 0n ? gain : -gain;
  if (after === 0n) account.positions.delete(asset);
  else
    account.positions.set(asset, {
      sizeE8: after,
      entryPriceE8: after > 0n === held.sizeE8 > 0n ? held.entryPriceE8 : priceE8,
    });
}

function refusalOf(
  market: CoreMarket,
  venue: Venue,
  account: CoreAccount,
  order: CoreOrder,
): CoreOrderStatus | undefined {
  const held = account.positions.get(order.asset)?.sizeE8 ?? 0n;
  const isOpposite = held !== 0n && held > 0n !== order.isBuy;
  const isExactClose = order.reduceOnly && isOpposite && order.sizeE8 === absolute(held);
  if (
    !isTick(market, order.limitPriceE8) ||
    order.sizeE8 % 10n ** BigInt(8 - market.szDecimals) !== 0n
  )
    return "tickRejected";
  if (order.reduceOnly && !isOpposite) return "reduceOnlyRejected";
  if (ntlOf(order.limitPriceE8, order.sizeE8) < MIN_NOTIONAL && !isExactClose)
    return "minTradeNtlRejected";
  if (order.reduceOnly) return undefined;
  const { accountValueBase, marginUsedBase } = marginOf(account, venue.markets);
  const needed = ntlOf(order.limitPriceE8, order.sizeE8) / BigInt(market.maxLeverage);
  return marginUsedBase + needed > accountValueBase ? "perpMarginRejected" : undefined;
}

/**
 * Written as text, with the venue's two rules: five figures, and six decimals less those of the
 * size; whole numbers always.
 */
function isTick({ szDecimals }: CoreMarket, priceE8: bigint): boolean {
  const [whole = "0", fraction = ""] = priceE8
    .toString()
    .padStart(9, "0")
    .replace(/(\d{8})$/, ".$1")
    .replace(/0+$/, "")
    .split(".");
  if (fraction === "") return true;
  return fraction.length <= 6 - szDecimals && (whole + fraction).replace(/^0+/, "").length <= 5;
}

function end(order: CoreOrder, status: CoreOrderStatus, nowMs: number): void {
  order.status = status;
  order.statusMs = nowMs;
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
