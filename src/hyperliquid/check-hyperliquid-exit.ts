import type { HyperliquidOrder } from "../calldata/hyperliquid-call.ts";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import type { Checked } from "../kinds/check.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { ExitFigures } from "../kinds/unpriced-exit.ts";
import { smaller, WHOLE_BPS } from "../lib/integers.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { unknownMarket, worstLossPpb } from "./check-hyperliquid-entry.ts";
import { type CoreMarketInfo, coreReads } from "./core-reads.ts";
import { readHyperliquidValue } from "./read-hyperliquid-value.ts";
import { roundPrice } from "./round-price.ts";

/**
 * Bounds only the price, to a tenth worse than the mark; the loss counts in the budget. A human
 * signer is warned instead. Refuses with perp_price_off, perp_market_unknown or rpc_unavailable.
 */
export async function checkHyperliquidExit(
  ctx: ExecutionContext,
  order: HyperliquidOrder,
): Promise<Checked> {
  const { deps, vault, chainId, executionMode } = ctx;
  const { asset, sizeE8 } = order;
  const [value, [margin, position, market, markPrice]] = await Promise.all([
    readHyperliquidValue(ctx),
    deps
      .chain(chainId)
      .rpc.send([
        coreReads.margin(vault),
        coreReads.position(vault, asset),
        coreReads.market(asset),
        coreReads.markPrice(asset),
      ]),
  ]);
  const judged = judgePrice(order, market, markPrice);
  if (!judged.ok && executionMode === "delegated") return judged;
  if (!judged.ok) {
    const { code, message, details } = judged;
    return allow({
      warnings: [
        { code, message: `Warning: ${message}`, ...(details !== undefined && { details }) },
      ],
    });
  }
  const { markPriceE8, lotE8 } = judged.value;
  const lots = position.ok ? position.value.sizeLots : 0n;
  const heldE8 = (lots < 0n ? -lots : lots) * lotE8;
  const valueBase = value.ok ? value.value.navBase : margin.ok ? margin.value.accountValueBase : 0n;
  // A fill is at most the position, or all of it where none is seen.
  const filledE8 = heldE8 === 0n ? sizeE8 : smaller(heldE8, sizeE8);
  const worstPpb = worstLossPpb(order, { sizeE8: filledE8, markPriceE8, valueBase });
  return allow({ beside: { worstPpb, ...exitOf(order, markPriceE8) } });
}

/** For one unit of what is closed. A resting order would outlive the grant that sends it. */
function exitOf(
  { isBuy, limitPriceE8, tif }: HyperliquidOrder,
  markBase: bigint,
): { exit?: ExitFigures } {
  if (tif !== "ioc") return {};
  return { exit: { markBase, leastBase: isBuy ? 2n * markBase - limitPriceE8 : limitPriceE8 } };
}

function judgePrice(
  order: HyperliquidOrder,
  market: RpcOutcome<CoreMarketInfo>,
  markPrice: RpcOutcome<bigint>,
): Verdict<{ markPriceE8: bigint; lotE8: bigint }> {
  if (!market.ok || !markPrice.ok) {
    const isSilent = [market, markPrice].some((one) => !one.ok && one.kind === "unavailable");
    return isSilent ? unreadable : unknownMarket(order.asset);
  }
  const { szDecimals } = market.value;
  const markPriceE8 = markPrice.value * 10n ** BigInt(2 + szDecimals);
  if (markPriceE8 === 0n) return unreadable;
  const { isWithin, passingE8, mostWorseBps } = exitBound(order, {
    priceE8: markPriceE8,
    szDecimals,
  });
  if (isWithin) return allow({ markPriceE8, lotE8: 10n ** BigInt(8 - szDecimals) });
  const [price, mark, passes] = [order.limitPriceE8, markPriceE8, passingE8].map((one) =>
    formatUnits(one, 8),
  );
  return refuse(
    "perp_price_off",
    `The order would ${order.isBuy ? "buy for up to" : "sell for as little as"} ${price}, ` +
      `and the mark is ${mark}: an exit takes at most ${mostWorseBps / 100}% worse. A price of ` +
      `${passes} passes.`,
    {
      price: price ?? "",
      mark: mark ?? "",
      passingPrice: passes ?? "",
      maxPriceDeviationBps: mostWorseBps,
    },
  );
}

const unreadable = refuse(
  "rpc_unavailable",
  "The market's mark price could not be read from the chain, so nothing bounds the order's " +
    "price. Please try again.",
);

type Order = { isBuy: boolean; limitPriceE8: bigint };
type Mark = { priceE8: bigint; szDecimals: number };

/** Wide enough for a falling market. */
const MOST_WORSE_BPS = 1_000n;

/** `passingE8`: the worst price that passes, in the venue's steps. */
function exitBound({ isBuy, limitPriceE8 }: Order, { priceE8, szDecimals }: Mark) {
  const bound = priceE8 * (isBuy ? WHOLE_BPS + MOST_WORSE_BPS : WHOLE_BPS - MOST_WORSE_BPS);
  const scaled = limitPriceE8 * WHOLE_BPS;
  const [down, up] = [bound / WHOLE_BPS, (bound + WHOLE_BPS - 1n) / WHOLE_BPS];
  return {
    isWithin: isBuy ? scaled <= bound : scaled >= bound,
    passingE8: roundPrice(isBuy ? down : up, { szDecimals, towards: isBuy ? "down" : "up" }),
    mostWorseBps: Number(MOST_WORSE_BPS),
  };
}
