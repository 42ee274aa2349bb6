import type { Token } from "../../chain/resolve-token.ts";
import { explorerTxUrl } from "../../chain/without-links.ts";
import type { Deps } from "../../deps.ts";
import { formatUnits, sixFigures } from "../../lib/parse-units.ts";
import { utcMinute } from "../../lib/sanitize.ts";
import type { Asked } from "./answer-of.ts";
import { boundsOf } from "./period-in.ts";
import { readTrades, type Trade, type VaultOfAnswer } from "./read-trades.ts";
import { tokenNames } from "./values-in-base.ts";

const SHOWN = 8;
/** Of the log: a swap has two entries and a few more around it. */
const MOST_ENTRIES = 200;

/**
 * The agent wallet's last swaps, newest first, by their receipts. The caller asks who may see them.
 * @throws store_unavailable
 */
export async function fillsText(
  deps: Deps,
  of: VaultOfAnswer,
  { period }: Asked = {},
): Promise<string> {
  const { trades } = await readTrades(deps, of, MOST_ENTRIES);
  const bounds = period === undefined ? undefined : boundsOf(period, deps.clock.nowMs());
  const within = trades.filter(
    ({ atMs }) => bounds === undefined || (atMs >= bounds.fromMs && atMs < bounds.untilMs),
  );
  const last = within.slice(-SHOWN).toReversed();
  const named = last.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]);
  const nameOf = await tokenNames(deps, of.chainId, named);
  if (last.length === 0 && bounds !== undefined)
    return (
      `No swap of the agent wallet is recorded from ${utcMinute(bounds.fromMs)} to ` +
      `${utcMinute(bounds.untilMs)}. The last ones: fills`
    );
  if (last.length === 0) return "The agent wallet has sent no swap for this vault lately.";
  return last.map((trade) => tradeText(trade, of, nameOf)).join("\n");
}

function tradeText(
  trade: Trade,
  { chainId }: VaultOfAnswer,
  nameOf: (address: Trade["tokenIn"]) => Token | undefined,
) {
  const { atMs, orderId, sliceNumber, status, hash } = trade;
  const order =
    orderId === undefined
      ? ""
      : `, order #${orderId}${sliceNumber === undefined ? "" : ` slice ${sliceNumber}`}`;
  const sold = amountText(nameOf(trade.tokenIn), trade.soldBase);
  const bought = amountText(nameOf(trade.tokenOut), trade.boughtBase);
  const link = status === "never_sent" ? "" : `\n${explorerTxUrl(chainId, hash)}`;
  return `${utcMinute(atMs)}${order}: ${ENDS[status](sold, bought)}${link}`;
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
