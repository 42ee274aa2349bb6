import type { Token } from "../chain/resolve-token.ts";
import { explorerTxUrl } from "../chain/without-links.ts";
import { formatUnits, sixFigures } from "../lib/parse-units.ts";
import { utcMinute } from "../lib/sanitize.ts";
import type { PairedVault } from "../store/pairing/load-pairing.ts";
import { renderUntrusted } from "./escape-html.ts";
import { readTrades, type Trade } from "./read-trades.ts";
import { forEachVault, listOrdersOf } from "./run-for-vault.ts";
import type { ChatScene } from "./telegram-request.ts";
import { tokenNames } from "./values-in-base.ts";
import { vaultTitle } from "./vault-buttons.ts";

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
