import * as z from "zod";
import { failedCall } from "../../schemas/failed-call.ts";
import { twapOrder } from "../../schemas/twap-order.ts";
import { AppError } from "../errors.ts";
import { sanitize, utcMinute } from "../lib/sanitize.ts";
import type { PairedVault } from "../store/pairing/load-pairing.ts";
import { directionText } from "../twap/state-of.ts";
import { getTwapOrder } from "../twap/tools/get-twap-order.ts";
import { ORDER_ACTIONS } from "./change-orders.ts";
import { callLines, renderText, renderUntrusted } from "./escape-html.ts";
import { MAX_DATA_CHARS, type OrderButton } from "./order-button.ts";
import { runForVault } from "./run-for-vault.ts";
import type { ChatAnswer, ChatScene } from "./telegram-request.ts";
import { tradeSlice } from "./trade-slice.ts";
import { vaultTitle } from "./vault-buttons.ts";

/**
 * Acts for the button's vault, if this chat speaks for it and the chain confirms its owner. A
 * button outlasts a pairing, so it gives no right. @throws AppError with the refusal's code
 */
export async function pressOrder(
  scene: ChatScene,
  { action, chainId, vault, orderId, slice }: OrderButton,
): Promise<ChatAnswer> {
  const { pairing } = scene;
  const own = pairing.vaults.filter((one) => one.chainId === chainId && one.vault === vault);
  let refusal: unknown = new AppError(
    "twap_order_not_found",
    "This chat does not speak for that vault (any more).",
  );
  for (const paired of own) {
    try {
      if (action === "trade") {
        const answer = await tradeSlice(scene, paired, { orderId, slice });
        return { ...answer, html: titled(scene, paired, answer.html) };
      }
      if (action === "details")
        return { html: titled(scene, paired, await orderDetails(scene, paired, orderId)) };
      const { message = "" } = await runForVault(scene, paired, ORDER_ACTIONS[action].tool, {
        id: orderId,
      });
      return { html: titled(scene, paired, renderUntrusted(message)) };
    } catch (error) {
      // Of two operators for a vault one owns it.
      if (!(error instanceof AppError) || error.code !== "not_vault_owner") throw error;
      refusal = error;
    }
  }
  throw refusal;
}

const titled = ({ pairing }: ChatScene, paired: PairedVault, html: string) =>
  pairing.vaults.length > 1 ? `${vaultTitle(paired)}\n${html}` : html;

const shown = z.object({ order: twapOrder, failedCall: failedCall.nullable() });

/**
 * Exact amounts, token addresses and the last failed call behind a card. @throws AppError
 * twap_order_not_found, or a reader's refusal
 */
async function orderDetails(
  scene: ChatScene,
  paired: PairedVault,
  orderId: number,
): Promise<string> {
  const { data } = await runForVault(scene, paired, getTwapOrder, { id: orderId, limit: 1 });
  const { order, failedCall: call } = shown.parse(data);
  const [sold, bought] = [symbol(order.sellSymbol), symbol(order.buySymbol)];
  const about = order.amountsEstimated ? " (estimated where a receipt does not show it)" : "";
  const exactly = (amount: string, unit: string, base: string) =>
    `<code>${renderText(amount)}</code> ${unit} = <code>${renderText(base)}</code> base units`;
  const token = (unit: string, address: string, decimals: number) =>
    `${unit}: <code>${renderText(address)}</code>, ${decimals} decimals`;
  return [
    `${renderUntrusted(`TWAP order #${order.id}: ${directionText(order)}`)}`,
    `Slices: ${order.slicesExecuted} of ${order.sliceCount} done, every ` +
      `${order.intervalMinutes} minutes`,
    `Sold: ${exactly(order.amountSpent, sold, order.spentBase)}${about}`,
    `Bought: ${exactly(order.totalBought, bought, order.boughtBase)}${about}`,
    token(sold, order.sellTokenAddress, order.sellDecimals),
    token(bought, order.buyTokenAddress, order.buyDecimals),
    `Made ${utcMinute(order.createdAt)}`,
    ...(call === null
      ? []
      : [`Slice ${call.sliceNumber} failed with this call:`, ...callLines(call, MAX_DATA_CHARS)]),
  ].join("\n");
}

const symbol = (text: string) => renderUntrusted(sanitize(text, 42));
