import type { HyperliquidOrder } from "../calldata/hyperliquid-call.ts";
import { blockReads } from "../chain/transaction-reads.ts";
import type { Checked } from "../kinds/check.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import { larger, PARTS_PER_BILLION, smaller } from "../lib/integers.ts";
import { allow, type Refusal, refuse } from "../lib/verdict.ts";
import { judgePerpEntry } from "../shields/judge-perp-entry.ts";
import { refusalOfUnshown } from "../vaults/unshown-of.ts";
import { type CoreMargin, coreReads } from "./core-reads.ts";
import { entryOf } from "./entry-of.ts";
import { hyperliquidApi } from "./hyperliquid-api.ts";
import {
  judgeHyperliquidNav,
  readHyperliquidValue,
  unreadableVenue,
} from "./read-hyperliquid-value.ts";
import { notionalBase } from "./round-price.ts";
import { unshownHyperliquid } from "./unshown-hyperliquid.ts";

/**
 * Checks the vault's limits with all orders and positions. The loss against the mark counts in the
 * loss budget.
 */
export async function checkHyperliquidEntry(
  ctx: ExecutionContext,
  order: HyperliquidOrder,
  own?: string,
): Promise<Checked> {
  const { deps, vault } = ctx;
  const { asset } = order;
  const unshown = await unshownHyperliquid(ctx, own);
  if (!unshown.ok) return unshown;
  const held = refusalOfUnshown(ctx, unshown.value);
  if (held !== undefined) return held;
  const { shown, counted, addedBase, takenBase } = unshown.value;
  const [value, open, account, [block, margin, position, market, markPrice]] = await Promise.all([
    readHyperliquidValue(ctx),
    deps.api(hyperliquidApi).openOrders(vault),
    // The chain may be a block behind the venue.
    shown.length === 0 ? undefined : deps.api(hyperliquidApi).account(vault),
    deps
      .chain(ctx.chainId)
      .rpc.send([
        blockReads.latest(),
        coreReads.margin(vault),
        coreReads.position(vault, asset),
        coreReads.market(asset),
        coreReads.markPrice(asset),
      ]),
  ]);
  if (!value.ok) return value;
  const nav = await judgeHyperliquidNav(ctx, value.value, value.value.view);
  if (!nav.ok) return nav;
  if (!open.ok) return open;
  if (account?.ok === false) return account;
  if (!block.ok || !margin.ok || !position.ok) return unreadableVenue;
  if (!market.ok || !markPrice.ok) return unknownMarket(asset);
  if (market.value.onlyIsolated || position.value.isIsolated)
    return refuse(
      "perp_action_forbidden",
      "This market has its own isolated margin for the vault, which cannot be bounded from " +
        "here. Order in a market of cross margin; positions here can be closed.",
      { asset },
    );
  const entry = entryOf(order, {
    ...{
      navBase: value.value.navBase,
      margin: riskierMargin(margin.value, account?.value, takenBase),
      position: position.value,
      market: market.value,
    },
    markPrice: markPrice.value,
    restingBase: restingBase(open.value) + addedBase,
    priceAgeSec: Math.floor(deps.clock.nowMs() / 1_000) - block.value.timestampSec,
  });
  if (entry === undefined)
    return refuse(
      "perp_action_forbidden",
      "The order would only make the position smaller, and does not say so: set reduceOnly. " +
        "Nothing was built.",
      { asset },
    );
  const judged = judgePerpEntry((await ctx.stored()).perpLimits, entry);
  if (!judged.ok) return judged;
  const worstPpb = worstLossPpb(order, {
    sizeE8: order.sizeE8,
    markPriceE8: entry.markPrice,
    valueBase: value.value.navBase,
  });
  return allow({
    ...nav.value,
    perpEntry: judged.value,
    beside: { worstPpb, perp: { isEntry: true, shown, counted } },
  });
}

/** Refuses with perp_market_unknown. */
export const unknownMarket = (asset: number): Refusal =>
  refuse(
    "perp_market_unknown",
    `The venue has no perpetual with the number ${asset}. Nothing was built.`,
    { asset },
  );

/** The riskier of both in each figure, less margin on its way out. */
export const riskierMargin = (
  chain: CoreMargin,
  venue: CoreMargin = chain,
  takenBase = 0n,
): CoreMargin => ({
  accountValueBase: smaller(chain.accountValueBase, venue.accountValueBase) - takenBase,
  marginUsedBase: larger(chain.marginUsedBase, venue.marginUsedBase),
  notionalBase: larger(chain.notionalBase, venue.notionalBase),
});

type Order = { isBuy: boolean; limitPriceE8: bigint };
type Around = {
  sizeE8: bigint;
  markPriceE8: bigint;
  valueBase: bigint;
};

/**
 * Loss against the mark at the order's limit, in parts per billion of the vault's value, rounded
 * up.
 */
export function worstLossPpb(
  { isBuy, limitPriceE8 }: Order,
  { sizeE8, markPriceE8, valueBase }: Around,
): number {
  const worseE8 = isBuy ? limitPriceE8 - markPriceE8 : markPriceE8 - limitPriceE8;
  if (worseE8 <= 0n) return 0;
  const { whole } = PARTS_PER_BILLION;
  if (valueBase <= 0n) return Number(whole);
  const ppb = ((notionalBase(worseE8, sizeE8) + 1n) * whole + valueBase - 1n) / valueBase;
  return Number(ppb < whole ? ppb : whole);
}

type Resting = { limitPriceE8: bigint; leftE8: bigint; reduceOnly: boolean };

/** USDC with 6 decimals, each order rounded up. */
export const restingBase = (orders: readonly Resting[]): bigint =>
  orders
    .filter(({ reduceOnly }) => !reduceOnly)
    .reduce((sum, { limitPriceE8, leftE8 }) => sum + notionalBase(limitPriceE8, leftE8) + 1n, 0n);
