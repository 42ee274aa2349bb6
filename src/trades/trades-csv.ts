import type { Unavailable } from "../../schemas/vaults/vault-overview.ts";
import type { VaultTrade, VaultTrades } from "../../schemas/vaults/vault-trades.ts";
import { csvOf } from "../lib/csv-of.ts";

const COLUMNS = [
  ...["line", "n", "time", "chainId", "status", "venue", "orderId", "sliceNumber"],
  ...["tokenIn", "symbolIn", "sold", "soldBase"],
  ...["tokenOut", "symbolOut", "bought", "boughtBase"],
  ...["gasUnits", "gasWei", "gas", "gasValue", "gasValueBase", "gasPriceBlock"],
  ...["realised", "realisedBase", "uncoveredBase"],
  ...["heldBase", "costBase", "value", "valueBase", "open", "openBase"],
  ...["blockNumber", "hash", "missing"],
] as const;
type Line = Partial<Record<(typeof COLUMNS)[number], string | number | null>>;

/**
 * RFC 4180: a line a trade, the newest first, and after the last of all a line for each token and
 * one for all. A figure that is missing has its code in its place. The next page begins below the
 * last number.
 */
export function tradesCsv(page: VaultTrades): string {
  const isLast = page.page.nextCursor === null;
  const lines = [
    ...page.trades.map(tradeLine),
    ...(isLast ? [...page.tokens.map(tokenLine), totalLine(page)] : []),
  ];
  return csvOf([COLUMNS, ...lines.map((line) => COLUMNS.map((column) => line[column]))]);
}

function tradeLine(trade: VaultTrade): Line {
  const { sold, bought, gas, realised } = trade;
  const [movedIn, movedOut] = [sold.moved, bought.moved];
  return {
    line: "trade",
    n: trade.n,
    time: new Date(trade.at).toISOString(),
    chainId: trade.chainId,
    status: trade.status,
    venue: trade.venue,
    orderId: trade.orderId,
    sliceNumber: trade.sliceNumber,
    tokenIn: sold.token,
    symbolIn: sold.symbol,
    sold: told(movedIn, ({ amount }) => amount),
    soldBase: told(movedIn, ({ amountBase }) => amountBase),
    tokenOut: bought.token,
    symbolOut: bought.symbol,
    bought: told(movedOut, ({ amount }) => amount),
    boughtBase: told(movedOut, ({ amountBase }) => amountBase),
    gasUnits: told(gas, ({ units }) => units),
    gasWei: told(gas, ({ wei }) => wei),
    gas: told(gas, ({ amount }) => amount),
    gasValue: told(gas, ({ value }) => told(value, ({ amount }) => amount)),
    gasValueBase: told(gas, ({ value }) => told(value, ({ amountBase }) => amountBase)),
    gasPriceBlock: told(gas, ({ value }) => told(value, ({ block }) => block)),
    realised: realised && told(realised, ({ amount }) => amount),
    realisedBase: realised && told(realised, ({ amountBase }) => amountBase),
    uncoveredBase: trade.uncoveredBase,
    blockNumber: trade.blockNumber,
    hash: trade.hash,
  };
}

const tokenLine = (token: VaultTrades["tokens"][number]): Line => ({
  line: "token",
  tokenIn: token.token,
  symbolIn: token.symbol,
  soldBase: token.soldBase,
  tokenOut: token.token,
  symbolOut: token.symbol,
  boughtBase: token.boughtBase,
  realised: token.realised.amount,
  realisedBase: token.realised.amountBase,
  uncoveredBase: token.uncoveredBase,
  heldBase: token.heldBase,
  costBase: token.costBase,
  value: told(token.value, ({ amount }) => amount),
  valueBase: told(token.value, ({ amountBase }) => amountBase),
  open: told(token.open, ({ amount }) => amount),
  openBase: told(token.open, ({ amountBase }) => amountBase),
});

const totalLine = ({ totals: { realised, open, gas } }: VaultTrades): Line => ({
  line: "total",
  missing: missingOf({
    open: open.missing.length,
    gasWei: gas.missing.wei,
    gasValue: gas.missing.value,
  }),
  gasWei: gas.wei,
  gas: gas.amount,
  gasValue: gas.value.amount,
  gasValueBase: gas.value.amountBase,
  realised: realised.amount,
  realisedBase: realised.amountBase,
  open: open.amount,
  openBase: open.amountBase,
});

/** How many of what a sum is without: `open: 2 gasValue: 1`. */
const missingOf = (missing: Record<string, number>): string =>
  Object.entries(missing)
    .filter(([, count]) => count > 0)
    .map(([of, count]) => `${of}: ${count}`)
    .join(" ");

/** A figure, or the code that stands in its place. */
const told = <T extends object>(
  part: T | Unavailable,
  show: (part: T) => string | null,
): string | null =>
  "unavailable" in part ? (part as Unavailable).unavailable.error : show(part as T);
