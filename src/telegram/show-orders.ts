import * as z from "zod";
import type { ChainId } from "../../schemas/chains.ts";
import { type TwapOrder, twapOrder } from "../../schemas/twap-order.ts";
import type { Token } from "../chain/resolve-token.ts";
import { explorerTxUrl, withoutLinks } from "../chain/without-links.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { sanitize, utcMinute } from "../lib/sanitize.ts";
import { sixFigures } from "../lib/six-figures.ts";
import type { PairedVault } from "../store/pairing/load-pairing.ts";
import { listOrdersText } from "../twap/list-orders-text.ts";
import { listTwapOrders } from "../twap/tools/list-twap-orders.ts";
import { escapeHtml, renderUntrusted } from "./escape-html.ts";
import { readTrades, type Trade } from "./read-trades.ts";
import { forEachVault, listOrdersOf, runForVault } from "./run-for-vault.ts";
import type { ChatScene } from "./telegram-request.ts";
import { tokenNames } from "./values-in-base.ts";
import { vaultTitle } from "./vault-buttons.ts";

const listed = z.object({ orders: z.array(twapOrder) });

/** Where a vault cannot be read, its place says so. */
export const showOrders = (scene: ChatScene): Promise<string> =>
  forEachVault(scene, "There are no TWAP orders.", async (paired) => {
    const { data } = await runForVault(scene, paired, listTwapOrders);
    return renderOrders([{ ...paired, ...listed.parse(data) }]);
  });

type VaultOrders = { vault: string; chainId: ChainId; orders: readonly TwapOrder[] };

/** Beside all open ones: a chat is no archive. */
const MAX_CLOSED = 5;

/** One block a vault, in the words of list_twap_orders. Of any length. */
export function renderOrders(vaults: readonly VaultOrders[]): string {
  if (vaults.length === 0) return "There are no TWAP orders.";
  return vaults.map(vaultBlock).join("\n\n");
}

function vaultBlock({ vault, chainId, orders }: VaultOrders): string {
  const open = orders.filter((order) => !isClosed(order));
  const closed = orders.filter(isClosed).toSorted((a, b) => b.id - a.id);
  const shown = [...open, ...closed.slice(0, MAX_CLOSED)].map(harmless);
  const left = closed.length - MAX_CLOSED;
  return [
    vaultTitle({ vault, chainId }),
    escapeHtml(withoutLinks(listOrdersText(shown))),
    ...(left > 0 ? [`\n${left} older closed ${left === 1 ? "order is" : "orders are"} not shown.`] : []),
  ].join("\n");
}

const isClosed = ({ status }: TwapOrder): boolean => ["completed", "cancelled", "expired"].includes(status);

/** On one line each: a symbol cannot write a line of its own. */
const harmless = (order: TwapOrder): TwapOrder => ({
  ...order,
  sellSymbol: sanitize(order.sellSymbol, 42),
  buySymbol: sanitize(order.buySymbol, 42),
  ...(order.lastError !== undefined && { lastError: sanitize(order.lastError, 400) }),
});

const SHOWN = 8;
/** Of the log: a swap has two entries and a few more around it. */
const MOST_ENTRIES = 200;

/** Of each vault of the chat, newest first, by their receipts. */
export const showHistory = (scene: ChatScene): Promise<string> =>
  forEachVault(scene, "There is no vault to show.", async (paired) => {
    // Reads the owner from the chain: the log is read for nobody else.
    await listOrdersOf(scene, paired);
    const { trades } = await readTrades(scene, paired, MOST_ENTRIES);
    const last = trades.slice(-SHOWN).toReversed();
    const nameOf = await tokenNames(
      scene,
      paired.chainId,
      last.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]),
    );
    const lines = last.map((trade) => tradeText(trade, paired, nameOf));
    const none = "The agent wallet has sent no swap for this vault lately.";
    return `${vaultTitle(paired)}\n${renderUntrusted(lines.length === 0 ? none : lines.join("\n"))}`;
  });

function tradeText(trade: Trade, { chainId }: PairedVault, nameOf: (address: Trade["tokenIn"]) => Token | undefined) {
  const { atMs, orderId, sliceNumber, status, hash } = trade;
  const order =
    orderId === undefined ? "" : `, order #${orderId}${sliceNumber === undefined ? "" : ` slice ${sliceNumber}`}`;
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
    ...(base !== undefined && token !== undefined ? [sixFigures(formatUnits(base, token.decimals))] : []),
    token?.symbol ?? "a token",
  ].join(" ");
