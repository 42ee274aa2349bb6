import type { HyperliquidOrder, HyperliquidTif } from "../calldata/hyperliquid-call.ts";
import { WHOLE_BPS } from "../lib/integers.ts";
import { formatUnits, scaledDecimal } from "../lib/parse-units.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { absolute, notionalBase, roundPrice, truncateSize } from "./round-price.ts";

export type OrderArguments = {
  side?: "buy" | "sell" | undefined;
  /** "0.15", "50%" or "all"; a share is of the open position. */
  size?: string | undefined;
  notionalUsd?: string | undefined;
  orderType?: "market" | "limit" | undefined;
  price?: string | undefined;
  reduceOnly?: boolean | undefined;
  close?: boolean | undefined;
  tif?: HyperliquidTif | undefined;
};
export type OrderMarket = {
  asset: number;
  name: string;
  szDecimals: number;
  heldE8: bigint;
  bidE8: bigint | undefined;
  askE8: bigint | undefined;
};
type WantedOrder = {
  order: Omit<HyperliquidOrder, "cloid">;
  notionalBase: bigint;
  notes: string[];
};

/** USDC, 6 decimals; an exact close may be smaller. Source: docs/facts/hyperliquid.md 3. */
const MIN_NOTIONAL_BASE = 10_000_000n;
const MAX_UINT64 = 2n ** 64n - 1n;

/**
 * The order in the venue's steps. Refuses with invalid_request, perp_position_not_found,
 * perp_below_minimum or venue_unavailable.
 */
export function wantedOrder(
  args: OrderArguments,
  market: OrderMarket,
  slippageBps: number,
): Verdict<WantedOrder> {
  const { heldE8, name, szDecimals, asset } = market;
  const most = absolute(heldE8);
  const isShare = args.size === "all" || args.size?.endsWith("%") === true;
  const mustReduce = args.close === true || args.reduceOnly === true || isShare;
  if (
    args.close === true
      ? args.notionalUsd !== undefined
      : (args.size === undefined) === (args.notionalUsd === undefined)
  )
    return refuse(
      "invalid_request",
      "Give exactly one of size, notionalUsd and close: true (with close, size may be a part).",
    );
  if (mustReduce && heldE8 === 0n)
    return refuse(
      "perp_position_not_found",
      `The vault has no open position in ${name}, so there is nothing to reduce or close.`,
      { coin: name },
    );
  const exit = heldE8 > 0n ? "sell" : "buy";
  const side = args.side ?? (mustReduce ? exit : undefined);
  if (side === undefined) return refuse("invalid_request", "side: say buy or sell.");
  if (mustReduce && side !== exit)
    return refuse(
      "invalid_request",
      `side: the position in ${name} is ${heldE8 > 0n ? "long" : "short"}, so only a ${exit} ` +
        "reduces it.",
    );
  const isBuy = side === "buy";
  const priced = priceOf(args, market, { isBuy, slippageBps });
  if (!priced.ok) return priced;
  const { limitPriceE8, isMarket, note } = priced.value;
  const sized = sizeOf(args, { most, szDecimals, limitPriceE8 });
  if (!sized.ok) return sized;
  const reduces = heldE8 !== 0n && side === exit && sized.value <= most;
  const reduceOnly = mustReduce || reduces;
  const sizeE8 = reduceOnly && sized.value > most ? most : sized.value;
  const value = notionalBase(limitPriceE8, sizeE8);
  if (sizeE8 === 0n || (value < MIN_NOTIONAL_BASE && !(reduceOnly && sizeE8 === most)))
    return refuse(
      "perp_below_minimum",
      `The order is worth ${formatUnits(value, 6)} USDC (${formatUnits(sizeE8, 8)} ${name}); ` +
        "the venue takes 10 USDC and more, less only to close a position exactly.",
      {
        notionalBase: value.toString(),
        minimumBase: MIN_NOTIONAL_BASE.toString(),
        size: formatUnits(sizeE8, 8),
        szDecimals,
      },
    );
  if (sizeE8 > MAX_UINT64 || limitPriceE8 > MAX_UINT64)
    return refuse("invalid_request", "size, price: larger than the venue's numbers.");
  const tif = isMarket ? "ioc" : (args.tif ?? "gtc");
  const notes = [
    ...(note === undefined ? [] : [note]),
    ...(reduces && !mustReduce
      ? ["It only reduces the open position, so it is sent as reduce-only."]
      : []),
    ...(sizeE8 < sized.value
      ? [`The size was cut to the open position: ${formatUnits(most, 8)} ${name}.`]
      : []),
  ];
  return allow({
    order: { kind: "hlOrder", asset, isBuy, limitPriceE8, sizeE8, reduceOnly, tif },
    notionalBase: value,
    notes,
  });
}

type Priced = { limitPriceE8: bigint; isMarket: boolean; note?: string };

function priceOf(
  { orderType, price, tif }: OrderArguments,
  { bidE8, askE8, szDecimals, name }: OrderMarket,
  { isBuy, slippageBps }: { isBuy: boolean; slippageBps: number },
): Verdict<Priced> {
  const isMarket = (orderType ?? (price === undefined ? "market" : "limit")) === "market";
  const towards = isBuy ? "down" : "up";
  if (isMarket) {
    if (price !== undefined)
      return refuse(
        "invalid_request",
        "price: a market order has none; leave it out or order a limit.",
      );
    if (tif !== undefined && tif !== "ioc")
      return refuse("invalid_request", "tif: a market order is always ioc; leave it out.");
    const best = isBuy ? askE8 : bidE8;
    if (best === undefined || best === 0n)
      return refuse(
        "venue_unavailable",
        `Nobody offers ${name} at the venue now. Give a price, or try again.`,
      );
    const bound = (best * (WHOLE_BPS + BigInt(isBuy ? slippageBps : -slippageBps))) / WHOLE_BPS;
    return allow({ limitPriceE8: roundPrice(bound, { szDecimals, towards }), isMarket });
  }
  const asked = price === undefined ? undefined : positive(price);
  if (asked === undefined)
    return refuse(
      "invalid_request",
      'price: a limit order needs one, as a plain decimal such as "2950.5".',
    );
  const limitPriceE8 = roundPrice(asked, { szDecimals, towards });
  if (limitPriceE8 === 0n)
    return refuse("perp_below_minimum", `price: below the venue's smallest step for ${name}.`, {
      szDecimals,
    });
  const shown = formatUnits(limitPriceE8, 8);
  const note =
    `The venue takes five figures and ${Math.max(6 - szDecimals, 0)} decimals: the price was ` +
    `rounded ${towards} to ${shown}.`;
  return allow({ limitPriceE8, isMarket, ...(limitPriceE8 !== asked && { note }) });
}

function sizeOf(
  { size, notionalUsd, close }: OrderArguments,
  { most, szDecimals, limitPriceE8 }: { most: bigint; szDecimals: number; limitPriceE8: bigint },
): Verdict<bigint> {
  if (notionalUsd !== undefined) {
    const usd = positive(notionalUsd);
    if (usd === undefined || limitPriceE8 === 0n) return badSize("notionalUsd");
    return allow(truncateSize((usd * 10n ** 8n) / limitPriceE8, szDecimals));
  }
  if (size === "all" || (size === undefined && close === true)) return allow(most);
  if (size?.endsWith("%")) {
    const share = positive(size.slice(0, -1));
    if (share === undefined || share > 100n * 10n ** 8n) return badSize("size");
    return allow(truncateSize((most * share) / 10n ** 10n, szDecimals));
  }
  const plain = size === undefined ? undefined : positive(size);
  return plain === undefined ? badSize("size") : allow(truncateSize(plain, szDecimals));
}

const positive = (text: string): bigint | undefined => {
  const value = scaledDecimal(text, 8);
  return value === undefined || value <= 0n ? undefined : value;
};
const badSize = (field: string): Refusal =>
  refuse(
    "invalid_request",
    `${field}: a plain decimal above 0 such as ` +
      `"0.15"${field === "size" ? ', a share such as "50%", or "all"' : ""}.`,
  );
