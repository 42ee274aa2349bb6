import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import type { TwapOrder } from "../../../schemas/orders/twap-order.ts";
import { hexAddress } from "../../../schemas/primitives.ts";
import { withoutLinks } from "../../chain/without-links.ts";
import { fillsText } from "../../chat/answers/fills-text.ts";
import { sanitize } from "../../lib/sanitize.ts";
import { getVaultInfo } from "../../tools/get-vault-info.ts";
import { listOrdersText } from "../../twap/list-orders-text.ts";
import { forEachVault, listOrdersOf, runForVault } from "../run-for-vault.ts";
import type { ChatScene } from "../telegram-request.ts";
import { escapeHtml, renderUntrusted } from "./escape-html.ts";
import { vaultTitle } from "./vault-buttons.ts";

/** The answer to /orders. */
export const showOrders = (scene: ChatScene): Promise<string> =>
  forEachVault(scene, "There are no TWAP orders.", async (paired) =>
    renderOrders([{ ...paired, orders: await listOrdersOf(scene, paired) }]),
  );

type VaultOrders = { vault: string; chainId: ChainId; orders: readonly TwapOrder[] };

const MAX_CLOSED = 5;

/** One block a vault. */
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
    ...(left > 0
      ? [`\n${left} older closed ${left === 1 ? "order is" : "orders are"} not shown.`]
      : []),
  ].join("\n");
}

const isClosed = ({ status }: TwapOrder) => ["completed", "cancelled", "expired"].includes(status);

/** One line each: a symbol cannot write a line of its own. */
const harmless = (order: TwapOrder): TwapOrder => ({
  ...order,
  sellSymbol: sanitize(order.sellSymbol, 42),
  buySymbol: sanitize(order.buySymbol, 42),
  ...(order.lastError !== undefined && { lastError: sanitize(order.lastError, 400) }),
});

const info = z.object({ baseToken: hexAddress });

/** The answer to /history. */
export const showHistory = (scene: ChatScene): Promise<string> =>
  forEachVault(scene, "There is no vault to show.", async (paired) => {
    // Reads the owner from the chain, before the log.
    const [{ data }] = await Promise.all([
      runForVault(scene, paired, getVaultInfo),
      listOrdersOf(scene, paired),
    ]);
    const text = await fillsText(scene.deps, paired, info.parse(data).baseToken);
    return `${vaultTitle(paired)}\n${renderUntrusted(text)}`;
  });
