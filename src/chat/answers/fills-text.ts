import type { Address } from "viem";
import type { ChainId } from "../../../schemas/chains.ts";
import type { Token } from "../../chain/resolve-token.ts";
import { explorerTxUrl } from "../../chain/without-links.ts";
import { chainOf } from "../../chain-of.ts";
import type { Deps } from "../../deps.ts";
import { COIN_DECIMALS, formatUnits, sixFigures } from "../../lib/parse-units.ts";
import { utcMinute } from "../../lib/sanitize.ts";
import { averageCost, type TradeResult } from "../../trades/average-cost.ts";
import { gasValueOf, isMined } from "../../trades/gas-paid.ts";
import { readTrades, type Trade, type VaultOnChain } from "../../trades/read-trades.ts";
import { type NameOf, tokenNames } from "../../trades/token-names.ts";
import type { Asked } from "./answer-of.ts";
import { boundsOf } from "./period-in.ts";

const SHOWN = 8;

type Fill = { trade: Trade; result: TradeResult | undefined };

/**
 * The agent wallet's last swaps, newest first, by their receipts: what a sale brought above average
 * cost, and gas beside it. The caller asks who may see them.
 * @throws store_unavailable
 */
export async function fillsText(
  deps: Deps,
  of: VaultOnChain,
  baseToken: Address,
  { period }: Asked = {},
): Promise<string> {
  const { trades } = await readTrades(deps, of);
  const { results } = averageCost(trades, baseToken);
  const bounds = period === undefined ? undefined : boundsOf(period, deps.clock.nowMs());
  const last = trades
    .map((trade, at): Fill => ({ trade, result: results[at] }))
    .filter(
      ({ trade: { atMs } }) =>
        bounds === undefined || (atMs >= bounds.fromMs && atMs < bounds.untilMs),
    )
    .slice(-SHOWN)
    .toReversed();
  const named = last.flatMap(({ trade }) => [trade.tokenIn, trade.tokenOut]);
  const nameOf = await tokenNames(deps, of, [baseToken, ...named]);
  if (last.length === 0 && bounds !== undefined)
    return (
      `No swap of the agent wallet is recorded from ${utcMinute(bounds.fromMs)} to ` +
      `${utcMinute(bounds.untilMs)}. The last ones: fills`
    );
  if (last.length === 0) return "The agent wallet has sent no swap for this vault lately.";
  return last.map((fill) => fillText(fill, of, { nameOf, base: nameOf(baseToken) })).join("\n");
}

type Named = { nameOf: NameOf; base: Token | undefined };

function fillText({ trade, result }: Fill, { chainId }: VaultOnChain, { nameOf, base }: Named) {
  const { atMs, orderId, sliceNumber, status, hash } = trade;
  const order =
    orderId === undefined
      ? ""
      : `, order #${orderId}${sliceNumber === undefined ? "" : ` slice ${sliceNumber}`}`;
  const sold = amountText(nameOf(trade.tokenIn), trade.soldBase);
  const bought = amountText(nameOf(trade.tokenOut), trade.boughtBase);
  const link = status === "never_sent" ? "" : `\n${explorerTxUrl(chainId, hash)}`;
  const beside = [madeText(result, base), gasText(trade, chainId, base)].filter(Boolean);
  return `${utcMinute(atMs)}${order}: ${[ENDS[status](sold, bought), ...beside].join(", ")}${link}`;
}

/** Above average cost, without gas; of a purchase nothing. */
function madeText(result: TradeResult | undefined, base: Token | undefined): string {
  if (result?.kind !== "sale" || base === undefined) return "";
  if (result.covered === 0n) return "its cost is not known";
  const made = sixFigures(formatUnits(result.realised, base.decimals));
  return `realised ${result.realised > 0n ? "+" : ""}${made} ${base.symbol}`;
}

function gasText(trade: Trade, chainId: ChainId, base: Token | undefined): string {
  if (trade.gas === undefined || !isMined(trade)) return "";
  const paid = sixFigures(formatUnits(trade.gas.wei, COIN_DECIMALS));
  const value = gasValueOf(trade);
  const worth =
    value === undefined || base === undefined
      ? ""
      : ` (${sixFigures(formatUnits(value, base.decimals))} ${base.symbol})`;
  return `gas ${paid} ${chainOf(chainId).nativeCoin}${worth}`;
}

const ENDS: Record<Trade["status"], (sold: string, bought: string) => string> = {
  confirmed: (sold, bought) => `sold ${sold} for ${bought}`,
  reverted: (sold, bought) => `${sold} for ${bought} failed on the chain, nothing was traded`,
  replaced: (sold, bought) => `${sold} for ${bought} was given up, nothing was traded`,
  never_sent: (sold, bought) => `${sold} for ${bought} was not sent`,
  open: (sold, bought) => `${sold} for ${bought} is on its way, its outcome is not known yet`,
};

const amountText = (token: Token | undefined, base: bigint | undefined): string =>
  [
    ...(base !== undefined && token !== undefined
      ? [sixFigures(formatUnits(base, token.decimals))]
      : []),
    token?.symbol ?? "a token",
  ].join(" ");
